/** What was done in a club, as sentences. */

import { t } from '../i18n';
import { labelled, noted } from '../i18n/listed';
import { gradeText } from '../ratings/words';
import type { AuditEntry } from '../wire/generated';

/** A line of the trail. What only a later server knows stands as it came. */
export function auditText(entry: AuditEntry): string {
  return sentence(entry) ?? noted([labelled(entry.by ?? '', entry.action), entry.about, entry.details]);
}

function sentence({ by: name, action, about, details }: AuditEntry): string | null {
  const by = name ?? '';
  const words = t().clubs.auditLog;
  // A line without an account is called by the name that was typed for it.
  const who = details || about;
  switch (action) {
    case 'found':
    case 'edit':
    case 'ask':
    case 'withdraw':
    case 'leave':
    case 'revoke':
    case 'unannounce':
      return about || details ? null : words[action](by);
    case 'join':
      if (details) return details === 'invitation' ? words.joinInvited(by) : null;
      return words.join(by);
    case 'accept':
    case 'decline':
    case 'unban':
      return about && !details ? words[action](by, about) : null;
    case 'hand_over':
      return about && !details ? words.handOver(by, about) : null;
    case 'add_teacher':
      return about && !details ? words.addTeacher(by, about) : null;
    case 'remove_teacher':
      return about && !details ? words.removeTeacher(by, about) : null;
    case 'ask_pupil':
      return about && !details ? words.askPupil(by, about) : null;
    case 'accept_pupil':
      return about && !details ? words.acceptPupil(by, about) : null;
    case 'end_pupil':
      return about && !details ? words.endPupil(by, about) : null;
    case 'ask_teacher':
      return about && !details ? words.askTeacher(by, about) : null;
    case 'accept_teacher':
      return about && !details ? words.acceptTeacher(by, about) : null;
    case 'end_teacher':
      return about && !details ? words.endTeacher(by, about) : null;
    case 'open_ladder':
      return about || details ? null : words.openLadder(by);
    case 'edit_ladder':
      return about || details ? null : words.editLadder(by);
    case 'close_ladder':
      return about || details ? null : words.closeLadder(by);
    case 'join_ladder':
      return about || details ? null : words.joinLadder(by);
    case 'leave_ladder':
      return about || details ? null : words.leaveLadder(by);
    case 'ladder_challenge':
      return about && !details ? words.ladderChallenge(by, about) : null;
    case 'ladder_accept':
      return about && !details ? words.ladderAccept(by, about) : null;
    case 'ladder_refuse':
      return about && !details ? words.ladderRefuse(by, about) : null;
    case 'ladder_withdraw':
      return about && !details ? words.ladderWithdraw(by, about) : null;
    case 'ladder_begin':
      return about && !details ? words.ladderBegin(by, about) : null;
    case 'ladder_win':
      return about && !details ? words.ladderWin(by, about) : null;
    case 'ladder_hold':
      return about && !details ? words.ladderHold(by, about) : null;
    case 'ladder_draw':
      return about && !details ? words.ladderDraw(by, about) : null;
    case 'ladder_unanswered':
      return about && !details ? words.ladderUnanswered(by, about) : null;
    case 'ladder_forfeit':
      return about && !details ? words.ladderForfeit(by, about) : null;
    case 'ladder_void':
      return about && !details ? words.ladderVoid(by, about) : null;
    case 'ladder_remove':
      return about && details ? words.ladderRemove(by, about, details) : null;
    case 'ladder_place':
      return about && /^\d+$/.test(details) ? words.ladderPlace(by, about, Number(details)) : null;
    case 'set_homework':
      return details ? words.setHomework(by, details) : null;
    case 'drop_homework':
      return details ? words.dropHomework(by, details) : null;
    case 'tick':
    case 'untick':
      return details ? words[action](by, details) : null;
    case 'announce':
    case 'reword':
      return details ? words[action](by, details) : null;
    case 'add':
      if (about && details) return words.addOffered(by, details, about);
      return who ? words.add(by, who) : null;
    case 'change':
      if (about && details) return words.changeOffered(by, details, about);
      return who ? words.change(by, who) : null;
    case 'remove':
      return who ? words.remove(by, who) : null;
    case 'ban':
      if (!about) return null;
      return details ? words.banWhy(by, about, details) : words.ban(by, about);
    case 'role':
      if (!about || !(details === 'owner' || details === 'organiser' || details === 'member')) return null;
      return words.roles[details](by, about);
    case 'invite': {
      const [, days] = /^(\d+) d$/.exec(details) ?? [];
      return days ? words.invite(by, Number(days)) : null;
    }
    case 'import': {
      const [, added, changed] = /^\+(\d+) ~(\d+)$/.exec(details) ?? [];
      return added && changed ? words.import(by, Number(added), Number(changed)) : null;
    }
    case 'award': {
      // A name may have colons of its own, and old entries spell grades in full.
      const [all, typed, grade] = /^(?:(.+): )?(\d+(?:[kd]|-kyu|-dan))?$/.exec(details) ?? [];
      const whom = about ?? typed;
      if (all === undefined || !whom || (about && typed)) return null;
      return grade ? words.award(by, whom, gradeText(grade)) : words.awardBack(by, whom);
    }
    default:
      return null;
  }
}
