import { account } from './account/ja';
import { admin } from './admin/ja';
import { archiveWords } from './archive/ja';
import { boardWords } from './board/ja';
import { bots } from './bots/ja';
import { challenges } from './challenges/ja';
import { clubs } from './clubs/ja';
import { editor } from './editor/ja';
import type { Catalogue } from './en';
import { league } from './league/ja';
import { notices } from './notices/ja';
import { outcomesWords } from './outcomes/ja';
import { problems } from './problems/ja';
import { ratings } from './ratings/ja';
import { players } from './ratings/players-ja';
import { review } from './review/ja';
import { setupWords } from './setup/ja';
import { site } from './site/ja';
import { tournaments } from './tournaments/ja';
import { training } from './training/ja';
import { variantWords } from './variants/ja';
import { watch } from './watch/ja';

/** 日本語 */
export const ja: Catalogue = {
  nav: {
    menu: 'メニュー',
    archive: '棋譜管理',
    review: '検討',
    watch: '観戦',
    settings: '設定',
    skip: '本文へ移動',
    home: 'Komadai、トップページへ',
    players: 'プレイヤー',
    games: '棋譜検索',
    play: '対局',
    learn: '学ぶ',
    tools: 'ツール',
    community: 'コミュニティ',
    lessons: '将棋講座',
    account: 'アカウント',
    own: {
      menu: (name) => `${name}さんのメニュー`,
      profile: 'マイページ',
      games: '自分の対局',
      reviews: '自分の検討',
      notices: '通知',
      server: 'サーバー',
      reports: (n) => `未対応の通報${n}件`,
    },
  },

  account,
  admin,

  bots,
  editor,
  league,

  ratings,
  variantWords,
  review,
  watch,
  tournaments,
  clubs,

  challenges,

  notices,

  players,

  problems,

  site,

  training,

  connection: {
    connecting: '接続中…',
    open: '接続済み',
    lost: '接続が切れました。再接続しています…',
    outdated: '新しいバージョンがあります。再読み込みしてください。',
    reload: '再読み込み',
    lag: (ms) => `通信遅延 ${ms} ms`,
  },

  lobby: {
    title: '将棋を指す',
    lead: 'だれでも無料で指せる将棋サイトです。オンラインの相手と、友だちと、コンピューターと。はじめの一局から大会まで。',
    begin: '将棋がはじめての方はこちら',
    quick: 'すぐに対局',
    custom: '細かく設定…',
    friend: '友だちと対局',
    engine: 'コンピューター戦',
    joinLabel: '対局のリンクまたはコード',
    join: '参加',
    joinBad: '対局のリンクでもコードでもありません。',
    seeks: '対局相手募集中',
    noSeeks: '今は誰も待っていません。募集を出すと、ここに表示されます。',
    games: '進行中の対局',
    online: (n) => `接続中 ${n}人`,
    play: '対局する',
    cancel: '取り消す',
    waiting: '相手を待っています…',
    acceptLabel: (name) => `${name}さんと対局する`,
    started: '対局が始まりました。',
    goThere: '盤へ',
    mine: 'あなたの対局',
    backTo: (side) => `盤に戻る（${side}）`,
    moves: (n) => `${n}手`,
    theySit: (side) => `相手が${side}`,
    time: {
      minutes: (n) => `${n}分`,
      seconds: (n) => `${n}秒`,
      after: (n) => `切れたら${n}秒`,
      each: '一手ごと',
      plus: (n) => `一手ごとに+${n}秒`,
    },
    daily: '今日の詰将棋',
    dailyHelp: '手前の駒で王手を続け、玉を詰ませてください。',
    around: {
      next: '次の大会',
      noneNext: '予定されている大会はありません。',
      hold: '大会を開く',
      running: '開催中',
      found: 'クラブを作る',
      noClubs: 'まだクラブはありません。',
      ladder: 'レーティング上位',
      noLadder: 'レーティング戦を指すと、ここに載ります。',
      all: '一覧',
    },
    meanwhile: '待つあいだに詰将棋を解く',
    watchAll: '対局中の一覧',
  },

  ...setupWords,

  ...boardWords,

  ...outcomesWords,

  settings: {
    title: '設定',
    board: '盤と駒',
    boardLabel: '盤',
    boards: {
      kaya: '榧',
      shinkaya: '新榧',
      keyaki: '欅',
      washi: '和紙',
      tatami: '畳',
      slate: '石板',
      night: '夜',
    },
    pieces: '駒',
    faceSets: {
      kanji2: '二文字駒',
      kanji1: '一文字駒',
      bold: '一文字駒（太字）',
      contrast: '白黒の駒',
      international: '国際（アルファベット）',
      vietnamese: 'ベトナム語の頭文字',
      emblems: '絵駒',
      animals: 'どうぶつ',
    },
    moveMarks: '駒の動きを印で示す',
    markModes: { auto: '駒に合わせる', on: '常に示す', off: '示さない' },
    promotedRed: '成駒を赤字にする',
    notation: '棋譜の表記',
    notations: {
      auto: '言語に合わせる',
      vietnamese: 'ベトナム式（Xx24）',
      japanese: '日本式（2四飛）',
      western_digits: '西洋式・数字（Rx24）',
      western_letters: '西洋式・文字（Rx2d）',
      csa: 'CSA（+2824HI）',
      usi: 'USI（2h2d）',
    },
    coordinates: '盤の座標',
    animation: '駒の移動アニメーション',
    showDests: '動ける先を表示',
    confirmMoves: '指す前に確認',
    zen: '集中モード：盤と時計だけ',
    sound: '音',
    volume: '音量',
    pieceSound: '駒音',
    pieceSounds: { wood: '木の音', soft: 'やわらかい音', none: 'なし' },
    checkSound: '王手を知らせる',
    bells: '開始・終局・提案の合図',
    seconds: '秒読み',
    secondsModes: { spoken: '声', beeps: '電子音', off: 'なし' },
    counting: '数え方',
    countings: { up: '日本式に数え上げる', down: '残り時間を数える' },
    voices:
      'ブラウザーに音声がないときの声：HTS Voice「Mei」（名古屋工業大学、CC BY 3.0）、CMU Flite、eSpeak NG。',
    secondsFor: '読み上げる時計',
    secondsForOptions: { mine: '自分だけ', both: '両方' },
    secondsTest: '試聴',
    notifications: '自分の番になったら通知する',
    notificationsBlocked: 'ブラウザーがこのページの通知を許可していません。',
    play: '対局中',
    theme: '外観',
    themes: { auto: '自動', light: 'ライト', dark: 'ダーク' },
    language: '言語',
    close: '完了',
  },

  ...archiveWords,

  design: {
    title: 'デザイン',
    lead: '画面のすべての部品とその状態。',
    colours: '色',
    type: '文字',
    space: '余白',
    controls: '操作部品',
    icons: 'アイコン',
    pieces: '駒',
    board: '盤の状態',
    sizes: 'いろいろな盤',
    clocks: '時計',
    table: '対局画面の部品',
    notice: 'お知らせ',
    badNotice: '拒否の表示',
    dialog: '確認',
  },

  fields: {
    missing: '入力してください。',
    tooShort: (n) => `${n}文字以上で入力してください。`,
    noAddress: 'アドレスの形式が正しくありません。',
    wrong: '読み取れません。',
    showPassword: 'パスワードを表示',
  },

  embed: {
    of: {
      game: {
        help: 'この対局を他のページに表示するコードをコピーします',
        title: 'この対局を埋め込む',
        lead: 'ページの対局を表示したい場所にこのコードを貼り付けてください。盤は対局に合わせて進み、一手ずつ見返せます。',
      },
      tournament: {
        help: 'この順位表を他のページに表示するコードをコピーします',
        title: 'この順位表を埋め込む',
        lead: 'ページの順位表を表示したい場所にこのコードを貼り付けてください。順位表は大会に合わせて更新されます。',
      },
    },
    copy: '埋め込み',
    open: 'Komadaiで開く',
    html: 'コピーするコード',
    copyLines: 'HTMLをコピー',
  },
  because: (sentence, cause) => `${sentence}（${cause}）`,

  page: {
    loading: '読み込んでいます…',
    failed: '読み込めませんでした',
    failedHelp: 'サーバーに接続できないか、混み合っています。',
    again: 'もう一度試す',
    notFound: 'ページが見つかりません',
    notFoundHelp: 'アドレスが間違っているかもしれません。',
    share: '共有',
    copied: 'アドレスをコピーしました。',
    print: '印刷',
  },
};
