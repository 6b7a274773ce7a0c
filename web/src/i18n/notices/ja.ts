import type { NoticeWords } from './en';

export const notices: NoticeWords = {
  title: '不在時のお知らせ',
  lead: '接続中はこのページでお知らせします。メールや通知は届きません。',
  needsAccount: 'ログインすると、不在中の申し込み・回戦・手番のお知らせを受け取れます。',
  kind: '内容',
  kinds: {
    challenge: '対局の申し込み',
    round: '参加中の大会の回戦',
    turn: 'あなたの手番',
  },
  channels: { mail: 'メール', push: 'ブラウザー' },
  cell: (kind, channel) => `${kind}（${channel}）`,
  noMail: 'このサーバーはメールを送りません。',
  noAddress: 'メールで受け取るには、アドレスの登録が必要です。',
  giveAddress: 'アドレスを登録する',
  allow: 'このブラウザーで受け取る',
  stop: 'このブラウザーでの受け取りをやめる',
  browsers: (n) => (n === 0 ? '受け取るブラウザーはありません。' : `${n}個のブラウザーで受け取ります。`),
  impossible:
    'このブラウザーでは受け取れません。プッシュ通知に対応していないか、サイトの準備がまだ終わっていません。',
  blocked: 'このサイトの通知がブロックされています。ブラウザーの設定で許可してください。',
  failed: 'うまくいきませんでした。しばらくしてからもう一度お試しください。',
  off: {
    title: 'お知らせメールの停止',
    asking: 'お待ちください…',
    done: {
      challenge: '申し込みについてのメールを停止しました。',
      round: '回戦についてのメールを停止しました。',
      turn: '手番についてのメールを停止しました。',
    },
    bad: 'リンクが不完全です。メールからもう一度開いてください。',
    settings: 'すべての設定',
  },
};
