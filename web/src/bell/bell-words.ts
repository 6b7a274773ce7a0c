/** What the bell tells, in words, and where it leads. */

import { noted } from '../i18n/listed';
import { dateText, weekdayText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { gradeText } from '../ratings/words';
import { user } from '../session';
import type { BellItem, BellView } from '../wire/generated';

export interface BellText {
  /** The sentence, with the name of whose doing it is. */
  says(name: string): string;
  /** What it is about. */
  what?: string;
  /** Where it leads. */
  href: string;
}

type Of<T extends BellItem['t']> = Extract<BellItem, { t: T }>;
type Texts = { [T in BellItem['t']]: (item: Of<T>, by: string | null) => BellText };

const plain = (text: string) => () => text;
const ladder = ({ club }: { club: { slug: string } }) => `/clubs/${club.slug}/ladder`;
const lessons = ({ club }: { club: { slug: string } }) => `/clubs/${club.slug}/coaching`;
const tournamentOf = ({ tournament }: { tournament: { code: string; name: string } }) => ({
  what: tournament.name,
  href: `/tournaments/${tournament.code}`,
});
const teamOf = (it: { tournament: { code: string; name: string }; team: string }) => ({
  ...tournamentOf(it),
  what: noted([it.team, it.tournament.name]),
});
const clubOf = ({ club }: { club: { slug: string; name: string } }) => ({
  what: club.name,
  href: `/clubs/${club.slug}`,
});
const studyOf = ({ study, title }: { study: string; title: string }) => ({
  what: title,
  href: `/study/${study}`,
});
const personOf = (handle: string | null) => ({ href: handle ? `/@/${handle}` : '/players' });

const TEXTS: Texts = {
  followed: (_, by) => ({ says: t().bell.followed, ...personOf(by) }),
  study_invited: (it) => ({ says: t().bell.studyInvited, ...studyOf(it) }),
  study_joined: (it) => ({ says: t().bell.studyJoined, ...studyOf(it) }),
  study_solved: (it) => ({ says: t().bell.studySolved, ...studyOf(it) }),
  homework_set: (it) => {
    const words = t().bell;
    return {
      says: words.homeworkSet,
      what: words.due(words.tasks(it.title, it.n_tasks), dateText(it.due_ms)),
      href: lessons(it),
    };
  },
  homework_done: (it) => ({
    says: t().bell.homeworkDone,
    what: t().bell.tasks(it.title, it.n_tasks),
    href: lessons(it),
  }),
  review_commented: (it) => ({ says: t().bell.reviewCommented, href: `/review/${it.review}#${it.node}` }),
  coaching_asked: (it) => ({
    says: it.by_teacher ? t().bell.wantsToTeach : t().bell.wantsToLearn,
    what: it.club.name,
    href: lessons(it),
  }),
  coaching_agreed: (it) => ({
    says: it.by_teacher ? t().bell.teaches : t().bell.learns,
    what: it.club.name,
    href: lessons(it),
  }),
  ladder_challenge: (it) => ({ says: t().bell.ladderChallenge, what: it.club.name, href: ladder(it) }),
  ladder_accepted: (it) => ({ says: t().bell.ladderAccepted, what: it.club.name, href: ladder(it) }),
  ladder_removed: (it) => ({
    says: plain(t().bell.ladderRemoved),
    what: t().bell.clubReason(it.club.name, it.reason),
    href: ladder(it),
  }),
  bridge_paused: (it) => ({
    says: plain(t().bell.bridgePaused),
    what: noted([it.bridge, it.club.name]),
    href: `/clubs/${it.club.slug}#manage`,
  }),
  tournament_invited: (it) => ({ says: t().bell.tournamentInvited, ...tournamentOf(it) }),
  tournament_announced: (it) => ({
    says: plain(t().bell.tournamentAnnounced(it.tournament.name)),
    what: it.text,
    href: `/tournaments/${it.tournament.code}`,
  }),
  tournament_entered: (it) => ({ says: plain(t().bell.tournamentEntered), ...tournamentOf(it) }),
  tournament_refused: (it) => ({ says: plain(t().bell.tournamentRefused), ...tournamentOf(it) }),
  renamed: ({ name, reason }) => ({ says: plain(t().bell.renamed(name)), what: reason, href: '/account' }),
  round_paired: (it) => ({
    says: (name) => t().bell.roundPaired(it.round, name),
    what: it.tournament.name,
    href: `/${it.game}`,
  }),
  appointment: (it) => {
    const { bell } = t();
    const says = it.step === 'overdue' ? plain(bell.appointment.overdue) : bell.appointment[it.step];
    const { name: title, code } = it.tournament;
    const time = it.time_ms == null ? null : weekdayText(it.time_ms);
    const isForDesk = it.step === 'missed' || it.step === 'both_missed';
    return {
      says,
      what: noted([time, title]),
      href: `/tournaments/${code}${isForDesk ? '#manage' : ''}`,
    };
  },
  arbiter_called: (it) => ({
    says: t().bell.arbiterCalled,
    what: noted([it.tournament.name, it.text]),
    href: `/tournaments/${it.tournament.code}#manage`,
  }),
  arbiter_answered: (it) => ({ says: plain(t().tournaments.hall.answered), ...tournamentOf(it) }),
  tournament_applied: (it) => ({ says: t().bell.tournamentApplied, ...tournamentOf(it) }),
  broadcast_offered: (it) => ({
    says: t().bell.broadcastOffered,
    what: noted([it.tournament.name, it.title]),
    href: `/tournaments/${it.tournament.code}#manage`,
  }),
  team_asked: (it) => ({ says: t().bell.teamAsked, ...teamOf(it) }),
  team_admitted: (it) => ({ says: plain(t().bell.teamAdmitted), ...teamOf(it) }),
  team_rejected: (it) => ({ says: plain(t().bell.teamRejected), ...teamOf(it) }),
  club_admitted: (it) => ({ says: plain(t().bell.clubAdmitted), ...clubOf(it) }),
  club_invited: (it) => ({ says: plain(t().bell.clubInvited), ...clubOf(it) }),
  club_announced: (it) => ({
    says: plain(t().bell.clubAnnounced(it.club.name)),
    what: it.title,
    href: `/clubs/${it.club.slug}`,
  }),
  club_asked: (it) => ({ says: t().bell.clubAsked, ...clubOf(it) }),
  tsume_published: ({ number }) => ({
    says: plain(t().bell.tsumePublished),
    what: t().bell.tsume(number),
    href: `/tsume/${number}`,
  }),
  tsume_removed: ({ number }) => ({
    says: plain(t().bell.tsumeRemoved),
    what: t().bell.tsume(number),
    href: '/tsume/compose',
  }),
  challenge_missed: (_, by) => ({ says: t().bell.challengeMissed, ...personOf(by) }),
  challenge_unanswered: (_, by) => ({ says: t().bell.challengeUnanswered, ...personOf(by) }),
  challenge_declined: ({ reason }, by) => {
    const reasons: Record<string, string> = t().challenges.reasons;
    const what = reasons[reason];
    return { says: t().bell.challengeDeclined, ...(what ? { what } : {}), ...personOf(by) };
  },
  game_over: ({ game, won }) => {
    const words = t().bell;
    const says = won === undefined ? words.gameDrawn : won ? words.gameWon : words.gameLost;
    return { says, href: `/${game}` };
  },
  grade_won: ({ grade }) => ({
    says: plain(t().bell.gradeWon(gradeText(grade))),
    href: `/people/${user.value?.id ?? ''}`,
  }),
};

/** Null for a kind that is younger than this page. */
export function bellText({ item, by }: BellView): BellText | null {
  const text = TEXTS[item.t] as ((item: BellItem, by: string | null) => BellText) | undefined;
  return text?.(item, by?.handle ?? null) ?? null;
}

/** What whose doing it is is called. */
export const doerOf = ({ by }: BellView): string => by?.name ?? t().bell.somebody;
