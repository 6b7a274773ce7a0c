import type { RatingWords } from './en';

const DAN = ['', '初', '二', '三', '四', '五', '六', '七', '八', '九'];

export const ratings: RatingWords = {
  grade: (n, dan) => (dan ? `${DAN[n]}段` : `${n}級`),
  noGrade: '段級位なし',
  rating: 'レーティング',
  provisional: '暫定',
  unrated: '未定',
  declared: (grade) => `自己申告 ${grade}`,
  declaredLabel: '棋力の目安',
  declaredHelp: 'レーティングの初期値に使うだけです。段級位は対局で獲得します。',
  declaredNone: 'はじめて、またはわからない',
  rated: 'レーティング戦',
  notRated: 'フリー対局',
  ratedGame: 'レーティング戦',
  ratedHelp: '結果が両者のレーティングに反映されます。「待った」はできません。',
  ratedNeedsAccount: 'レーティング戦には登録が必要です。',
  ratedNotSo: '任意の局面、持ち時間の異なる対局、六枚落ちより大きい駒落ちは対象外です。',
  changed: (change) => `レーティング ${change}`,
  awarded: (grade) => `${grade}になりました！`,
  suggested: '段級差に応じた手合割',
  wants: '対局相手',
  ratingMin: 'レーティング下限',
  ratingMax: 'レーティング上限',
  gradeMin: '段級位の下限',
  gradeMax: '段級位の上限',
  anyGrade: '指定なし',
  wanted: (text) => `対象：${text}`,
  speeds: { bullet: '超早指し', blitz: '早指し', rapid: '短時間', classical: '長時間' },
};
