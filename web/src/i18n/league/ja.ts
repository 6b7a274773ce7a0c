/** Words about the programs' league, Japanese. */
import type { league as English } from './en';

export const league: typeof English = {
  title: 'コンピュータリーグ',
  lead: 'CSAで接続したプログラム同士が、レーティングをもとに定期的に対局します。レーティングは人間のものとは別です。',
  none: 'このサイトにはまだリーグがありません。',
  waiting: (n: number) => `待機中${n}`,
  playing: (n: number) => `対局中${n}`,
  played: (n: number) => `${n}局`,
  programs: (n: number) => `プログラム${n}`,
  every: (time: string) => `${time}ごと`,
  next: (at: string) => `次の組み合わせは${at}`,
  unrated: 'レーティングなし',
  live: '対局中の将棋',
  noGames: '今は対局がありません。',
  table: 'プログラム',
  empty: 'まだプログラムが来ていません。',
  program: 'プログラム',
  games: '対局数',
  wins: '勝ち',
  losses: '負け',
  draws: '引き分け',
  seen: '最終接続',
  waits: '待機中',
  days: '棋譜',
  daysLead: '一日分（UTC）の棋譜を一つのCSAファイルにまとめています。',
  take: '参加するには',
  takeLead: (password: string) =>
    `プログラム用のアカウントを作り、アカウントのページでCSA用のトークンを作ってください。アカウント名とパスワード「${password}」でログインします。`,
  own: 'アカウントのページへ',
  missing: 'そのリーグはありません。',
  all: 'リーグ一覧',
};
