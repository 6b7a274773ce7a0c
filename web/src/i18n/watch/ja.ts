/** Words about watching, Japanese. */
import type { watch as English } from './en';

export const watch: typeof English = {
  title: '観戦',
  lead: '進行中の対局を、対局者の強い順に並べています。',
  nowPlaying: 'フォロー中の方が対局中',
  all: 'すべて',
  whose: '誰の対局',
  everybody: '全員',
  followed: 'フォロー中',
  games: '対局',
  none: '該当する対局は今ありません。',
  featured: '注目の対局',
  over: '終局',
  list: (n) => `フォロー中 ${n}人`,
  follow: 'フォローする',
  following: 'フォロー中',
  failed: '保存できませんでした。もう一度お試しください。',
  more: (n) => `ほか${n}局`,
  embed: {
    open: '埋め込み',
    title: 'この対局を埋め込む',
    lead: 'ページの対局を表示したい場所に貼り付けてください。盤は対局に合わせて進み、一手ずつ見返せます。',
    html: 'HTML',
    copy: 'HTMLをコピー',
    toGame: 'Komadaiで開く',
  },
};
