import type { Widen } from '../widen';

/** What was done in a club, by whom: the lines of its trail. */
export const auditLog = {
  found: (by: string) => `${by} founded the club.`,
  edit: (by: string) => `${by} changed the club’s settings.`,
  join: (by: string) => `${by} joined.`,
  joinInvited: (by: string) => `${by} joined with an invitation link.`,
  ask: (by: string) => `${by} asked to join.`,
  withdraw: (by: string) => `${by} withdrew the request to join.`,
  leave: (by: string) => `${by} left the club.`,
  accept: (by: string, who: string) => `${by} let ${who} join.`,
  decline: (by: string, who: string) => `${by} declined ${who}’s request to join.`,
  invite: (by: string, days: number) =>
    `${by} created an invitation link valid for ${days} ${days === 1 ? 'day' : 'days'}.`,
  revoke: (by: string) => `${by} revoked an invitation link.`,
  announce: (by: string, title: string) => `${by} posted “${title}”.`,
  reword: (by: string, title: string) => `${by} edited the announcement “${title}”.`,
  unannounce: (by: string) => `${by} removed an announcement.`,
  add: (by: string, who: string) => `${by} added ${who} to the list.`,
  addOffered: (by: string, who: string, account: string) =>
    `${by} added ${who} to the list, reserved for ${account}.`,
  change: (by: string, who: string) => `${by} changed ${who}’s entry.`,
  changeOffered: (by: string, who: string, account: string) =>
    `${by} changed ${who}’s entry, reserved for ${account}.`,
  roles: {
    owner: (by: string, who: string) => `${by} made ${who} the owner.`,
    organiser: (by: string, who: string) => `${by} made ${who} an organiser.`,
    member: (by: string, who: string) => `${by} made ${who} an ordinary member.`,
  },
  handOver: (by: string, who: string) => `${by} transferred ownership to ${who}.`,
  remove: (by: string, who: string) => `${by} removed ${who} from the list.`,
  ban: (by: string, who: string) => `${by} banned ${who}.`,
  banWhy: (by: string, who: string, why: string) => `${by} banned ${who}: “${why}”.`,
  unban: (by: string, who: string) => `${by} lifted the ban on ${who}.`,
  award: (by: string, who: string, grade: string) => `${by} awarded ${grade} to ${who}.`,
  awardBack: (by: string, who: string) => `${by} withdrew ${who}’s club grade.`,
  import: (by: string, added: number, changed: number) =>
    `${by} imported a list: ${added} ${added === 1 ? 'player' : 'players'} added, ${changed} changed.`,
};

export type AuditLogWords = Widen<typeof auditLog>;
