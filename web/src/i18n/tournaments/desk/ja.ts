import type { TournamentWords } from '../en';

export const why: TournamentWords['why'] = {
  ask: '理由',
  of: (a, b) => `${a}さんと${b}さんが当たった理由`,
  ofBye: (name) => `${name}さんに対局がない理由`,
  plan: 'この方式の組み合わせは、抽選、対戦表、トーナメント表であらかじめ決まっています。',
  ordered: '運営が指定した組み合わせです。',
  score: (name, points) => `このラウンドの前、${name}さんは${points}点でした。`,
  same: (points) => `このラウンドの前、二人とも${points}点でした。`,
  different: (a, x, b, y) => `このラウンドの前、${a}さんは${x}点、${b}さんは${y}点でした。`,
  against: 'この組み合わせの難点',
  nothingAgainst: 'すべての規則に合う組み合わせです。',
  ruledOut: '当たれなかった相手',
  kept: (name, others, why) => `${name}：${others}（${why}）`,
  keptBy: {
    forbidden: '運営が禁止',
    repeat: '対局済み',
    colour_limit: '先後の偏りが大きくなる',
    colour_row: '同じ手番が3局続く',
  },
  byeOrder: '同じ点でシード順が下の人がいます。',
  costs: {
    forbidden: '運営が禁じた組み合わせですが、ほかに方法がありませんでした。',
    bye_again: 'この人はすでに不戦の勝ち点があるか、対局に来なかったことがあります。',
    repeat: 'すでに対局した二人ですが、ほかに方法がありませんでした。',
    bye_high: 'もっと点の低い人がいます。',
    colour_limit: '先手と後手の回数の差が2を超えます。',
    colour_row: '同じ手番が3局続く人がいます。',
    score: '二人の点が違います。',
    level: '点の差が最下位の組より上で生じています。',
    club: '二人は同じ所属です。',
    float: '最近も違う点の相手と当たった人がいます。',
    colour: '順番どおりの手番にならない人がいます。',
    order: '強さの順でちょうど半分離れた相手ではありません。',
  },
  rules: {
    forbidden: '禁止された組み合わせ',
    bye_again: '2度目の不戦勝',
    repeat: '同じ相手との再戦',
    bye_high: '不戦勝は最下位に',
    colour_limit: '先後の均等',
    colour_row: '同じ手番の連続',
    score: '同点どうし',
    level: '点の差はなるべく下で',
    club: '同じ所属を避ける',
    float: '違う点との対戦の連続',
    colour: '順番どおりの手番',
    order: '強さの順',
  },
  otherwise: 'この組み合わせがなければ',
  byeFor: (name) => `${name}は対局なし`,
  worse: (rule) => `全体ではかえって悪くなります（${rule}）。`,
  how: 'ラウンド全体を一度に組み、規則を上から順に見て難点が最も少なくなるようにしています。',
};

export const repair: TournamentWords['repair'] = {
  warned: (what) => `注意：${what}`,
  help: '対戦させる二人を選びます。始まっていた対局は無効になり、相手のいなくなった二人が当たります。',
  pairs: '組み合わせは次のようになります。',
  alone: (name) => `${name}は対局なし`,
};

export const orders: TournamentWords['orders'] = {
  title: '次のラウンド以降の指定',
  kinds: { pair: '二人を対戦させる', forbid: '二人を対戦させない', bye: '対局なしにする' },
  pair: (round, a, b) => `${round}回戦：▲${a} – △${b}`,
  forbid: (a, b) => `対戦させない：${a} – ${b}`,
  bye: (round, name) => `${round}回戦：${name}は対局なし`,
};

export const preview: TournamentWords['preview'] = {
  good: '大きな問題のある組み合わせはありません。',
  warned: (n) => `大きな問題のある組み合わせが${n}組あります。`,
  change: '変えるには、下で組み合わせを指定または禁止してください。ほかも組み直されます。',
};

export const grid: TournamentWords['grid'] = {
  title: (round) => `第${round}ラウンドの結果`,
  help: '勝者をクリックするか、キーで入力します。1は先手勝ち、0は後手勝ち、=は引き分け、↑と↓で盤を移ります。',
  wins: (winner, loser) => `${winner}が${loser}に勝ち`,
  draw: (a, b) => `${a}と${b}は引き分け`,
  correct: (a, b) => `${a}―${b}の結果を訂正`,
};

export const paper: TournamentWords['paper'] = {
  title: '会場用の印刷物',
  sheets: {
    boards: '組み合わせ（盤順）',
    names: '組み合わせ（名前順）',
    chart: '対戦表（掲示用）',
    slips: '結果カード',
    cards: '名札',
  },
  opponent: '相手',
  signatures: '署名：',
};

export const hall: TournamentWords['hall'] = {
  said: (by, time) => `― ${by}（${time}）`,
  earlier: (n) => `これまでのお知らせ（${n}件）`,
  report: '自分の対局の結果',
  iWon: '勝ちました',
  iLost: '負けました',
  reports: (name, outcome) => `${name}さんの報告：${outcome}。`,
  waitsForOther: '相手か審判が同じ結果を報告すると確定します。',
  call: '審判を呼ぶ',
  why: '用件（省略できます）',
  called: '審判を呼んでいます。',
  takeBack: '取り消す',
  calls: '審判が呼ばれています',
  answered: '対応済み',
  announce: '全員へのお知らせ',
  announcement: 'お知らせ',
  announceHelp: 'このページの一番上に表示されます。席を外している参加者には通知が届きます。',
  tell: '知らせる',
};

export const bringIn: TournamentWords['bringIn'] = {
  list: '名簿から加える',
  members: (club) => `${club}の会員を加える`,
  listHelp:
    '表計算ソフトの行を貼り付けるか、CSVファイルを選んでください。1行目に列名（名前、段級位、レーティング、クラブ、チーム、姓、名、国籍、アカウント）があれば順序は自由です。なければ名前、段級位、レーティング、クラブの順に読みます。',
  paste: '1行に1人',
  file: 'CSVファイルを選ぶ',
  found: (n) => `${n}人を加えられます`,
  enter: (n) => `${n}人を加える`,
  done: (n) => `${n}人を加えたか、招待しました`,
  tooMany: (n) => `一度に加えられるのは${n}人までです。`,
  membersHelp:
    'アカウントのある会員には招待が届き、承諾すると参加者になります。ほかの会員はすぐに加わります。',
  allThere: '会員は全員参加しています。',
  wrong: {
    nobody: () => '名前がありません',
    long: (it) => `「${it}」は60文字を超えています`,
    grade: (it) => `「${it}」は段級位ではありません。5k、1dのように書いてください`,
    number: (it) => `「${it}」は整数ではありません`,
    nationality: (it) => `「${it}」は国籍ではありません。VNなどの2文字で書いてください`,
    entered: () => 'すでに参加しています',
    twice: () => '名簿に2回あります',
  },
};
