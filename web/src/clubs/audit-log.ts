/** What was done in a club, as sentences. */

import { labelled, noted } from '../i18n/listed';
import { type Catalogue, t } from '../i18n/whole';
import { gradeText } from '../ratings/words';
import type { ClubAuditEntry, StoredClubAct } from '../wire/generated';

type Kind = StoredClubAct['t'];

/** What is said of an act: its fields, who did it, and the account concerned. */
type Sentence<T extends Kind> = (
  words: Catalogue['clubs']['auditLog'],
  by: string,
  about: string,
  act: Extract<StoredClubAct, { t: T }>,
) => string;

const SENTENCES: { [T in Kind]: Sentence<T> } = {
  found: (words, by) => words.found(by),
  edit: (words, by) => words.edit(by),
  close: (words, by) => words.close(by),
  join: (words, by, _, act) => (act.by_invitation ? words.joinInvited(by) : words.join(by)),
  ask: (words, by) => words.ask(by),
  withdraw: (words, by) => words.withdraw(by),
  leave: (words, by) => words.leave(by),
  accept: (words, by, about) => words.accept(by, about),
  decline: (words, by, about) => words.decline(by, about),
  invite: (words, by, _, act) => words.invite(by, act.days),
  revoke: (words, by) => words.revoke(by),
  announce: (words, by, _, act) => words.announce(by, act.title),
  reword: (words, by, _, act) => words.reword(by, act.title),
  unannounce: (words, by) => words.unannounce(by),
  pin: (words, by, _, act) => (act.pinned ? words.pin(by, act.title) : words.unpin(by, act.title)),
  add: (words, by, about, act) => (about ? words.addOffered(by, act.name, about) : words.add(by, act.name)),
  change: (words, by, about, act) =>
    about && act.name ? words.changeOffered(by, act.name, about) : words.change(by, act.name || about),
  remove: (words, by, about, act) => words.remove(by, act.name || about),
  import: (words, by, _, act) => words.import(by, act.added, act.changed),
  role: (words, by, about, act) => words.roles[act.role](by, about),
  hand_over: (words, by, about) => words.handOver(by, about),
  ban: (words, by, about, act) => (act.reason ? words.banWhy(by, about, act.reason) : words.ban(by, about)),
  unban: (words, by, about) => words.unban(by, about),
  award: (words, by, about, act) => {
    const who = act.name || about;
    return act.grade ? words.award(by, who, gradeText(act.grade)) : words.awardBack(by, who);
  },
  add_teacher: (words, by, about) => words.addTeacher(by, about),
  remove_teacher: (words, by, about) => words.removeTeacher(by, about),
  ask_pupil: (words, by, about) => words.askPupil(by, about),
  accept_pupil: (words, by, about) => words.acceptPupil(by, about),
  end_pupil: (words, by, about) => words.endPupil(by, about),
  ask_teacher: (words, by, about) => words.askTeacher(by, about),
  accept_teacher: (words, by, about) => words.acceptTeacher(by, about),
  end_teacher: (words, by, about) => words.endTeacher(by, about),
  set_homework: (words, by, _, act) => words.setHomework(by, act.title),
  drop_homework: (words, by, _, act) => words.dropHomework(by, act.title),
  tick: (words, by, _, act) => words.tick(by, act.title),
  untick: (words, by, _, act) => words.untick(by, act.title),
  open_ladder: (words, by) => words.openLadder(by),
  edit_ladder: (words, by) => words.editLadder(by),
  close_ladder: (words, by) => words.closeLadder(by),
  join_ladder: (words, by) => words.joinLadder(by),
  leave_ladder: (words, by) => words.leaveLadder(by),
  ladder_challenge: (words, by, about) => words.ladderChallenge(by, about),
  ladder_accept: (words, by, about) => words.ladderAccept(by, about),
  ladder_refuse: (words, by, about) => words.ladderRefuse(by, about),
  ladder_withdraw: (words, by, about) => words.ladderWithdraw(by, about),
  ladder_begin: (words, by, about) => words.ladderBegin(by, about),
  ladder_win: (words, by, about) => words.ladderWin(by, about),
  ladder_hold: (words, by, about) => words.ladderHold(by, about),
  ladder_draw: (words, by, about) => words.ladderDraw(by, about),
  ladder_unanswered: (words, by, about) => words.ladderUnanswered(by, about),
  ladder_forfeit: (words, by, about) => words.ladderForfeit(by, about),
  ladder_void: (words, by, about) => words.ladderVoid(by, about),
  ladder_remove: (words, by, about, act) => words.ladderRemove(by, about, act.reason),
  ladder_place: (words, by, about, act) => words.ladderPlace(by, about, act.place),
  add_bridge: (words, by, _, act) => words.addBridge(by, act.name),
  change_bridge: (words, by, _, act) => words.changeBridge(by, act.name),
  remove_bridge: (words, by, _, act) => words.removeBridge(by, act.name),
  try_bridge: (words, by, _, act) => words.tryBridge(by, act.name),
};

/** A line of the audit log. An act that only a later server knows stands by its name. */
export function auditText({ by, about, act }: ClubAuditEntry): string {
  const sentence = SENTENCES[act.t] as Sentence<Kind> | undefined;
  return sentence ? sentence(t().clubs.auditLog, by, about ?? '', act) : noted([labelled(by, act.t), about]);
}
