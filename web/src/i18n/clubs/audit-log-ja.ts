import type { AuditLogWords } from './audit-log-en';

export const auditLog: AuditLogWords = {
  found: (by) => `${by}さんがクラブを設立しました。`,
  edit: (by) => `${by}さんがクラブの設定を変更しました。`,
  join: (by) => `${by}さんが入会しました。`,
  joinInvited: (by) => `${by}さんが招待リンクから入会しました。`,
  ask: (by) => `${by}さんが入会を申請しました。`,
  withdraw: (by) => `${by}さんが入会の申請を取り下げました。`,
  leave: (by) => `${by}さんが退会しました。`,
  accept: (by, who) => `${by}さんが${who}さんの入会を承認しました。`,
  decline: (by, who) => `${by}さんが${who}さんの申請を承認しませんでした。`,
  invite: (by, days) => `${by}さんが${days}日間有効な招待リンクを作成しました。`,
  revoke: (by) => `${by}さんが招待リンクを取り消しました。`,
  announce: (by, title) => `${by}さんがお知らせ「${title}」を掲載しました。`,
  reword: (by, title) => `${by}さんがお知らせ「${title}」を修正しました。`,
  unannounce: (by) => `${by}さんがお知らせを削除しました。`,
  add: (by, who) => `${by}さんが${who}さんを名簿に追加しました。`,
  addOffered: (by, who, account) =>
    `${by}さんが${who}さんを名簿に追加しました（アカウント${account}が引き継げます）。`,
  change: (by, who) => `${by}さんが${who}さんの名簿の行を変更しました。`,
  changeOffered: (by, who, account) =>
    `${by}さんが${who}さんの名簿の行を変更しました（アカウント${account}が引き継げます）。`,
  roles: {
    owner: (by, who) => `${by}さんが${who}さんを代表にしました。`,
    organiser: (by, who) => `${by}さんが${who}さんを幹事にしました。`,
    member: (by, who) => `${by}さんが${who}さんを一般会員に戻しました。`,
  },
  handOver: (by, who) => `${by}さんが${who}さんに代表を引き継ぎました。`,
  remove: (by, who) => `${by}さんが${who}さんを名簿から外しました。`,
  ban: (by, who) => `${by}さんが${who}さんの入会を禁止しました。`,
  banWhy: (by, who, why) => `${by}さんが${who}さんの入会を禁止しました（理由：${why}）。`,
  unban: (by, who) => `${by}さんが${who}さんの入会禁止を解除しました。`,
  award: (by, who, grade) => `${by}さんが${who}さんに${grade}を認定しました。`,
  awardBack: (by, who) => `${by}さんが${who}さんのクラブ段級位を取り消しました。`,
  import: (by, added, changed) => `${by}さんが名簿を読み込みました（追加${added}名、変更${changed}名）。`,
};
