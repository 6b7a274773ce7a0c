/**
 * What an organiser decides, as the form holds it, and as it is sent. To add a setting: a row in
 * `PLAN`.
 */

import { ask, orNull } from '../api/request';
import { isCorrespondence } from '../clock/remaining';
import {
  type DraftOf,
  firstOf,
  localTime,
  orNone,
  type Parts,
  partsKnowing,
  read,
  same,
  written,
} from '../ui/draft-table';
import type {
  Clock,
  HandicapPolicyJsa,
  PlanInput,
  Prizes,
  RoundSchedule,
  RulesSetupInput,
  ScoringInput,
  StrengthSource,
  TeamAdmission,
  TournamentSettings,
  TournamentSettingsInput,
  VariantName,
} from '../wire/generated';
import { SCORING, type TieBreak } from '../wire/ranking';
import { FIRST_FORMAT, type FormatDraft, formatDraftOf, formatOf } from './format-draft';
import { kindOf, ownOrder } from './ranking';

const MINUTE = 60_000;

/**
 * How many absences of a player have points in a new event, unless the organiser says otherwise.
 */
export const ABSENCES_MAX = 2;

export const SCHEDULES = ['word', 'gap', 'times'] as const satisfies readonly RoundSchedule['t'][];
export const STRENGTHS = [
  'club',
  'earned',
  'declared',
  'strongest',
] as const satisfies readonly StrengthSource[];
export const TEAM_ADMISSIONS = ['captain', 'organiser', 'anyone'] as const satisfies readonly TeamAdmission[];
export const HOST_TIMES = ['same', 'own', 'none'] as const;

const byoyomi = (minutes: number): Clock => ({
  kind: 'byoyomi',
  main_ms: minutes * MINUTE,
  byoyomi_ms: MINUTE,
  periods: 1,
});

/** Whether its games last for weeks, so that nobody has to be there. */
export const isSlow = ({ clock }: { clock: Clock }): boolean => isCorrespondence(clock);

/** Whether the players of a game may agree on when it begins: where nobody plays them one after the other. */
export const mayAppoint = (draft: Pick<Known, 'clock' | 'atTheBoard' | 'format'>): boolean =>
  !isSlow(draft) && !draft.atTheBoard && draft.format !== 'arena' && draft.format !== 'simul';

/** Whether players may come to their teams by themselves. */
export const mayChooseTeams = (draft: Pick<Known, 'format' | 'byInvitation' | 'byApplication'>): boolean =>
  draft.format === 'team' && !draft.byInvitation && !draft.byApplication;

/** What decides about other parts than its own. */
interface Known extends FormatDraft {
  clock: Clock;
  starts: string;
  atTheBoard: boolean;
  byInvitation: boolean;
  byApplication: boolean;
  club: string;
}

const part = partsKnowing<Known>();

/** An instant, which a date field shows. */
const instant = <K extends string>(key: K) =>
  part<Record<K, string>, number | null>(
    { [key]: '' } as Record<K, string>,
    (ms) => ({ [key]: localTime(ms) }) as Partial<Record<K, string>>,
    (draft) => (draft[key] ? Date.parse(draft[key]) : null),
  );

/** What is neither the format nor the plan. */
type Plain = Omit<TournamentSettingsInput, 'format' | 'plan'>;

const SETTINGS = {
  name: same('name', ''),
  /** What ranks, the most important first; nothing for the format's own order. */
  tiebreaks: part(
    { tiebreaks: [] as readonly TieBreak[] },
    (tiebreaks) => ({ tiebreaks }),
    (draft) => (ownOrder(kindOf(draft)).length > 0 ? [...draft.tiebreaks] : []),
  ),
  scoring: part(
    { scoring: { ...SCORING, absences_max: ABSENCES_MAX } as ScoringInput },
    (scoring) => ({ scoring: scoring ?? SCORING }),
    ({ scoring }) => scoring,
  ),
  sides: part(
    { furigoma: false },
    (sides) => ({ furigoma: sides === 'furigoma' }),
    ({ furigoma }) => (furigoma ? 'furigoma' : 'balance'),
  ),
  /** By how many grades of difference less, and up to which handicap; empty for any. */
  handicap: part(
    { handicap: false, reduce: 0, handicapMax: '' as NonNullable<HandicapPolicyJsa['max']> | '' },
    (policy) => ({
      handicap: policy.table === 'jsa',
      ...(policy.table === 'jsa' && { reduce: policy.reduce || 0, handicapMax: policy.max ?? ('' as const) }),
    }),
    ({ handicap, reduce, handicapMax }, was) =>
      handicap ? { ...was, table: 'jsa', reduce, max: handicapMax || null } : { table: 'none' },
  ),
  prizes: part(
    { prizes: {} as Prizes },
    (prizes) => ({ prizes: prizes ?? {} }),
    ({ prizes }) => prizes,
  ),
} satisfies Parts<Plain>;

const hostTimeOf = (of: PlanInput['host_clock']): (typeof HOST_TIMES)[number] => {
  if (!of) return 'same';
  return of.clock.kind === 'untimed' ? 'none' : 'own';
};

const PLAN = {
  about: same('about', ''),
  place: same('place', ''),
  country: same('country', ''),
  arbiter: same('arbiter', ''),
  /** Days in place of times, of an event of the past. */
  days: part(
    { firstDay: '', lastDay: '' },
    (days) => ({ firstDay: days?.first ?? '', lastDay: days?.last ?? '' }),
    ({ firstDay, lastDay, atTheBoard }) =>
      atTheBoard && firstDay ? { first: firstDay, last: lastDay > firstDay ? lastDay : firstDay } : null,
  ),
  variant: same('variant', 'standard' as VariantName),
  rules: same('rules', 'tournament' as RulesSetupInput),
  rated: part(
    { rated: true },
    (rated) => ({ rated }),
    ({ rated, atTheBoard, format }) => rated && !atTheBoard && format !== 'simul',
  ),
  clock: same('clock', byoyomi(15)),
  /** Which clock a simul's host has, and how many minutes more for each guest. */
  host_clock: part(
    { hostTime: 'same' as (typeof HOST_TIMES)[number], hostClock: byoyomi(30), perGuest: 0 },
    (of) => ({
      hostTime: hostTimeOf(of),
      ...(of &&
        of.clock.kind !== 'untimed' && { hostClock: of.clock, perGuest: (of.per_guest_ms ?? 0) / MINUTE }),
    }),
    ({ hostTime, hostClock, perGuest, format }) => {
      if (format !== 'simul' || hostTime === 'same') return null;
      return hostTime === 'none'
        ? { clock: { kind: 'untimed' }, per_guest_ms: 0 }
        : { clock: hostClock, per_guest_ms: perGuest * MINUTE };
    },
  ),
  later_clocks: part(
    { later: [] as { from: number; clock: Clock }[] },
    (clocks) => ({ later: clocks.map(({ from_round, clock }) => ({ from: from_round, clock })) }),
    ({ later }) => later.map(({ from, clock }) => ({ from_round: from, clock })),
  ),
  starts_ms: instant('starts'),
  closes_ms: instant('closes'),
  /** Minutes before the start in which players check in; 0 when they need not. */
  check_in_ms: part(
    { checkIn: 0 },
    (ms) => ({ checkIn: (ms ?? 0) / MINUTE }),
    (draft) => (draft.checkIn > 0 && draft.starts && !isSlow(draft) ? draft.checkIn * MINUTE : null),
  ),
  /** By itself after so many minutes, or when the second round begins, the third, and so on. */
  schedule: part(
    { schedule: 'word' as RoundSchedule['t'], gap: 5, times: [] as string[] },
    (schedule) => ({
      schedule: schedule.t,
      ...(schedule.t === 'gap' && { gap: schedule.ms / MINUTE }),
      ...(schedule.t === 'times' && { times: schedule.at_ms.map(localTime) }),
    }),
    ({ schedule, gap, times }) => {
      if (schedule === 'gap') return { t: 'gap', ms: gap * MINUTE };
      if (schedule === 'times')
        return { t: 'times', at_ms: times.filter(Boolean).map((it) => Date.parse(it)) };
      return { t: 'word' };
    },
  ),
  /** In minutes. */
  grace_ms: part(
    { grace: 10 },
    (ms) => ({ grace: ms / MINUTE }),
    ({ grace }) => grace * MINUTE,
  ),
  no_show_leaves: same('noShowLeaves', false),
  /** Games of a player at a time, by correspondence; 0 for all. */
  games_at_once: part(
    { atOnce: 0 },
    (atOnce) => ({ atOnce: atOnce ?? 0 }),
    (draft) => (isSlow(draft) ? draft.atOnce : 0),
  ),
  /** By when the games of each round begin, where their players agree on the time. */
  by_appointment: part(
    { byAppointment: false, deadlines: [''] as string[], fixed: 30 },
    (of) => ({
      byAppointment: of != null,
      ...(of && { deadlines: of.deadlines_ms.map(localTime), fixed: (of.fixed_ms ?? 0) / MINUTE }),
    }),
    (draft) => {
      if (!draft.byAppointment || !mayAppoint(draft)) return null;
      const deadlines_ms = draft.deadlines.filter(Boolean).map((it) => Date.parse(it));
      return { deadlines_ms, fixed_ms: draft.fixed * MINUTE };
    },
  ),
  late_until: same('late', 0),
  /** Moves that watchers are behind. */
  delay_moves: same('delay', 0),
  /** Which of an account's grades its entry has. */
  strength_from: same('strengthFrom', 'club' as StrengthSource),
  players_max: orNone('places', 0),
  at_the_board: same('atTheBoard', false),
  by_invitation: same('byInvitation', false),
  /** Players apply, and the organisers or the host choose. */
  by_application: part(
    { byApplication: false },
    (byApplication) => ({ byApplication }),
    ({ byApplication, byInvitation, atTheBoard }) => byApplication && !byInvitation && !atTheBoard,
  ),
  /** How players of a team event come to their teams by themselves. */
  team_entry: part(
    { teamEntry: false, teamFounding: true, teamAdmission: 'captain' as TeamAdmission, reserves: 1 },
    (of) => ({
      teamEntry: of != null,
      ...(of && {
        teamFounding: of.founding ?? false,
        teamAdmission: of.admission ?? 'captain',
        reserves: of.reserves ?? 0,
      }),
    }),
    (draft) =>
      draft.teamEntry && mayChooseTeams(draft)
        ? { founding: draft.teamFounding, admission: draft.teamAdmission, reserves: draft.reserves }
        : null,
  ),
  /** The address of the club whose it is; empty for none. */
  club: orNone('club', ''),
  members_only: part(
    { membersOnly: false },
    (membersOnly) => ({ membersOnly }),
    ({ membersOnly, club }) => membersOnly && club !== '',
  ),
} satisfies Parts<PlanInput>;

/** The form. What it does not show is sent back as it came. */
export interface Draft extends FormatDraft, DraftOf<typeof SETTINGS>, DraftOf<typeof PLAN> {}

export const FIRST: Draft = { ...FIRST_FORMAT, ...firstOf(SETTINGS), ...firstOf(PLAN) };

/** What is sent; null when the title holder or the host is not known. */
export async function settingsFrom(
  draft: Draft,
  before: TournamentSettingsInput | null,
): Promise<TournamentSettingsInput | null> {
  const { format = null } = before ?? {};
  let who = (format?.t === 'title_match' && format.holder) || (format?.t === 'simul' && format.host) || '';
  const typed = draft.format === 'title_match' ? draft.holder : draft.format === 'simul' ? draft.host : '';
  const handle = typed.replace(/^@/, '').trim();
  if (handle) {
    const found = await orNull(ask('GET', '/players/{handle}', { path: { handle } }));
    who = found?.user ?? '';
  }
  if ((draft.format === 'title_match' || handle) && !who) return null;
  const shown = before && draftOf(before);
  return {
    ...written<Plain, Draft>(SETTINGS, draft, before && shown && { shown, sent: before }),
    format: formatOf(draft, format, who),
    plan: written(PLAN, draft, before && shown && { shown, sent: before.plan }),
  };
}

/**
 * A new event's form after a change: at real boards people come late, so they may, and whoever is
 * in the hall is known to its organisers.
 */
export function followed(draft: Draft, changes: Partial<Draft>): Draft {
  const next = { ...draft, ...changes };
  // Teaching games go by strength, and a mistake may be taken back.
  if (changes.format === 'simul') Object.assign(next, { rated: false, handicap: true, rules: 'casual' });
  if (changes.format && changes.format !== draft.format) Object.assign(next, usualOf(draft, changes.format));
  // Online nobody has to be asked for a place in a team; into a hall teams come as they are.
  if (changes.format || changes.atTheBoard !== undefined)
    next.teamEntry = next.format === 'team' && !next.atTheBoard;
  // By correspondence all games begin together; other formats wait for them.
  if (changes.clock && isSlow(next)) Object.assign(next, { pace: 'free', checkIn: 0 });
  if (changes.format && changes.format !== 'round_robin' && isSlow(next)) next.clock = FIRST.clock;
  if (changes.atTheBoard !== undefined) next.byInvitation = changes.atTheBoard;
  if (changes.atTheBoard && draft.late === 0) next.late = Math.max(1, next.rounds - 1);
  return next;
}

/** As title matches are played, and arenas. */
const TITLE_GAMES = 7;
const ARENA_CLOCK: Clock = { kind: 'byoyomi', main_ms: 5 * MINUTE, byoyomi_ms: 10_000, periods: 1 };

/** What is usual in a format, where the organiser has not said otherwise: how many games, and how long. */
function usualOf(draft: Draft, format: Draft['format']): Partial<Draft> {
  const usual = (of: Draft['format']) => ({
    bestOf: of === 'title_match' ? TITLE_GAMES : FIRST.bestOf,
    clock: of === 'arena' ? ARENA_CLOCK : FIRST.clock,
  });
  const [was, is] = [usual(draft.format), usual(format)];
  return {
    ...(draft.bestOf === was.bestOf && { bestOf: is.bestOf }),
    ...(draft.clock === was.clock && { clock: is.clock }),
  };
}

/** The same for another event, without the times of this one. */
export function copyOf(settings: TournamentSettings): TournamentSettings {
  // What its players agreed on by, and its deadlines, were of that time.
  const { by_appointment: _, schedule, ...plan } = settings.plan;
  return {
    ...settings,
    plan: {
      ...plan,
      starts_ms: null,
      closes_ms: null,
      check_in_ms: null,
      schedule: schedule.t === 'times' ? { t: 'word' } : schedule,
    },
  };
}

export const draftOf = (settings: TournamentSettingsInput): Draft => ({
  ...FIRST,
  ...formatDraftOf(settings.format),
  ...read<Plain>(SETTINGS, settings),
  ...read(PLAN, settings.plan),
});
