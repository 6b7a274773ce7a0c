import type { ArchiveWords } from './en';

export const archiveWords: ArchiveWords = {
  archive: {
    title: '棋譜',
    lead: 'ほかで指した対局の棋譜を取り込み、ここで指した対局も振り返れます。取り込んだ棋譜が見えるのは自分だけです。',
    paste: '棋譜のテキスト、または棋譜のアドレス',
    pasteExample: 'KIF、KI2、CSA、USI、JKF、https://…',
    bring: '取り込む',
    choose: 'ファイルを選ぶ…',
    drop: 'またはここにファイルをドロップ',
    brought: (n, known) =>
      known === 0
        ? `${n}局を取り込みました。`
        : `${n}局のうち${n - known}局を取り込みました。残りはすでにあります。`,
    tooLarge: 'ファイルは4MiBまでです。分けてください。',
    at: (line, column) => `${line}行目${column}文字目：`,
    unreadableAt: (line, column) => `${line}行目${column}文字目を読み取れません。`,
    notes: (n) => `このファイルについての注意 ${n}件`,
    imported: '取り込んだ棋譜',
    noImported: 'まだありません。上に貼り付けるか、ファイルをドロップしてください。',
    played: 'ここで指した対局',
    noPlayed: '終わった対局はまだありません。',
    all: 'まとめて保存（ZIP）',
    more: 'もっと見る',
    gone: 'この棋譜は見つかりません',
    remove: '削除',
    removeAsk: 'この棋譜を削除しますか？',
    variation: '変化',
    headers: {
      Started: '開始日時',
      Ended: '終了日時',
      Date: '対局日',
      Event: '棋戦',
      Title: '表題',
      Opening: '戦型',
      TimeLimit: '持ち時間',
      TimeSpent: '消費時間',
      Byoyomi: '秒読み',
      Site: '場所',
      Remark: '備考',
      Sente: '先手',
      Gote: '後手',
    },
    ends: {
      interrupted: '中断',
      draw: '引き分け',
      no_mate: '不詰',
      error: '棋譜の誤り',
    },
  },
};
