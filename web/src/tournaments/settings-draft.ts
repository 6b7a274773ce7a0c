/** What an organiser decides, as the form holds it, and as it is sent. */

import { ask, orNull } from '../api/request';
import { isCorrespondence } from '../clock/remaining';
import type {
  Clock,
  HandicapPolicyInput,
  HandicapPolicyJsa,
  PlanInput,
  Prizes,
  RoundSchedule,
  RulesSetupInput,
  ScoringInput,
  Sides,
  TournamentSettings,
  TournamentSettingsInput,
} from '../wire/generated';
import { SCORING, type TieBreak } from '../wire/ranking';
import { FIRST_FORMAT, FORMAT_KEYS, type FormatDraft, formatDraftOf, formatOf } from './format-draft';
import { kindOf, ownOrder } from './ranking';

const MINUTE = 60_000;

/** How many absences of a player have points in a new event, unless the organiser says otherwise. */
export const ABSENCES_MAX = 2;

/** The form. What it does not show is sent back as it came. */
export interface Draft extends FormatDraft {
  name: string;
  about: string;
  place: string;
  country: string;
  variant: PlanInput['variant'];
  rules: RulesSetupInput;
  clock: Clock;
  later: { from: number; clock: Clock }[];
  starts: string;
  closes: string;
  schedule: RoundSchedule['t'];
  /** In minutes. */
  gap: number;
  /** When the second round begins, the third, and so on. */
  times: string[];
  grace: number;
  noShowLeaves: boolean;
  /** Minutes before the start in which players check in; 0 when they need not. */
  checkIn: number;
  /** Games of a player at a time, by correspondence; 0 for all. */
  atOnce: number;
  late: number;
  /** Moves that watchers are behind. */
  delay: number;
  places: number;
  rated: boolean;
  atTheBoard: boolean;
  byInvitation: boolean;
  /** Players apply, and the organisers or the host choose. */
  byApplication: boolean;
  /** Which clock a simul's host has. */
  hostTime: 'same' | 'own' | 'none';
  hostClock: Clock;
  /** Minutes more for each guest. */
  perGuest: number;
  /** The address of the club whose it is; empty for none. */
  club: string;
  membersOnly: boolean;
  furigoma: boolean;
  handicap: boolean;
  /** So many grades of difference are not counted. */
  reduce: number;
  /** The largest handicap; empty for any. */
  handicapMax: NonNullable<HandicapPolicyJsa['max']> | '';
  /** What ranks, the most important first; nothing for the format's own order. */
  tiebreaks: readonly TieBreak[];
  scoring: ScoringInput;
  prizes: Prizes;
}

export const FIRST: Draft = {
  ...FIRST_FORMAT,
  name: '',
  about: '',
  place: '',
  country: '',
  variant: 'standard',
  rules: 'tournament',
  clock: { kind: 'byoyomi', main_ms: 15 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  later: [],
  starts: '',
  closes: '',
  schedule: 'word',
  gap: 5,
  times: [],
  grace: 10,
  noShowLeaves: false,
  checkIn: 0,
  atOnce: 0,
  late: 0,
  delay: 0,
  places: 0,
  rated: true,
  atTheBoard: false,
  byInvitation: false,
  byApplication: false,
  hostTime: 'same',
  hostClock: { kind: 'byoyomi', main_ms: 30 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  perGuest: 0,
  club: '',
  membersOnly: false,
  furigoma: false,
  handicap: false,
  reduce: 0,
  handicapMax: '',
  tiebreaks: [],
  scoring: { ...SCORING, absences_max: ABSENCES_MAX },
  prizes: {},
};

/** Whether its games last for weeks, so that nobody has to be there. */
export const isSlow = ({ clock }: Draft): boolean => isCorrespondence(clock);

function scheduleOf(draft: Draft): RoundSchedule {
  switch (draft.schedule) {
    case 'word':
      return { t: 'word' };
    case 'gap':
      return { t: 'gap', ms: draft.gap * MINUTE };
    case 'times':
      return { t: 'times', at_ms: draft.times.filter(Boolean).map((it) => Date.parse(it)) };
  }
}

const instant = (text: string) => (text ? Date.parse(text) : null);

/** What the plan's parts are made of, and how they are sent. */
const PLAN: readonly [of: readonly (keyof Draft)[], sent: (draft: Draft) => Partial<PlanInput>][] = [
  [['about'], ({ about }) => ({ about })],
  [['place'], ({ place }) => ({ place })],
  [['country'], ({ country }) => ({ country })],
  [['variant'], ({ variant }) => ({ variant })],
  [['rules'], ({ rules }) => ({ rules })],
  [
    ['rated', 'atTheBoard', 'format'],
    ({ rated, atTheBoard, format }) => ({ rated: rated && !atTheBoard && format !== 'simul' }),
  ],
  [['clock'], ({ clock }) => ({ clock })],
  [
    ['hostTime', 'hostClock', 'perGuest', 'format'],
    ({ hostTime, hostClock, perGuest, format }) => {
      if (format !== 'simul' || hostTime === 'same') return { host_clock: null };
      return hostTime === 'none'
        ? { host_clock: { clock: { kind: 'untimed' }, per_guest_ms: 0 } }
        : { host_clock: { clock: hostClock, per_guest_ms: perGuest * MINUTE } };
    },
  ],
  [
    ['later'],
    ({ later }) => ({ later_clocks: later.map(({ from, clock }) => ({ from_round: from, clock })) }),
  ],
  [['starts'], ({ starts }) => ({ starts_ms: instant(starts) })],
  [['closes'], ({ closes }) => ({ closes_ms: instant(closes) })],
  [
    ['checkIn', 'starts', 'clock'],
    (draft) => ({
      check_in_ms: draft.checkIn > 0 && draft.starts && !isSlow(draft) ? draft.checkIn * MINUTE : null,
    }),
  ],
  [['schedule', 'gap', 'times'], (draft) => ({ schedule: scheduleOf(draft) })],
  [['grace'], ({ grace }) => ({ grace_ms: grace * MINUTE })],
  [['noShowLeaves'], ({ noShowLeaves }) => ({ no_show_leaves: noShowLeaves })],
  [['atOnce', 'clock'], (draft) => ({ games_at_once: isSlow(draft) ? draft.atOnce : 0 })],
  [['late'], ({ late }) => ({ late_until: late })],
  [['delay'], ({ delay }) => ({ delay_moves: delay })],
  [['places'], ({ places }) => ({ players_max: places || null })],
  [['atTheBoard'], ({ atTheBoard }) => ({ at_the_board: atTheBoard })],
  [['byInvitation'], ({ byInvitation }) => ({ by_invitation: byInvitation })],
  [
    ['byApplication', 'byInvitation', 'atTheBoard'],
    ({ byApplication, byInvitation, atTheBoard }) => ({
      by_application: byApplication && !byInvitation && !atTheBoard,
    }),
  ],
  [['club'], ({ club }) => ({ club: club || null })],
  [['membersOnly', 'club'], ({ membersOnly, club }) => ({ members_only: membersOnly && club !== '' })],
];

/**
 * What is sent; null when the title holder or the host is not known. Of settings that there are, only what was changed is another:
 * what the form does not show, or shows less exactly than it is, stays as it came.
 */
export async function settingsFrom(
  draft: Draft,
  before: TournamentSettingsInput | null,
): Promise<TournamentSettingsInput | null> {
  const shown = before && draftOf(before);
  const isChanged = (...keys: readonly (keyof Draft)[]) =>
    !shown || keys.some((key) => JSON.stringify(draft[key]) !== JSON.stringify(shown[key]));
  /** What follows from these fields where they were changed, and otherwise what there was. */
  const changed = <T>(keys: readonly (keyof Draft)[], now: T, was: T | undefined): T =>
    was === undefined || isChanged(...keys) ? now : was;
  const { format } = before ?? {};
  let who = (format?.t === 'title_match' && format.holder) || (format?.t === 'simul' && format.host) || '';
  const typed = draft.format === 'title_match' ? draft.holder : draft.format === 'simul' ? draft.host : '';
  const handle = typed.replace(/^@/, '').trim();
  if (handle) {
    const found = await orNull(ask('GET', '/players/{handle}', { path: { handle } }));
    who = found?.user ?? '';
  }
  if ((draft.format === 'title_match' || handle) && !who) return null;
  const plan = Object.assign(
    {},
    before?.plan,
    ...PLAN.filter(([of]) => isChanged(...of)).map(([, sent]) => sent(draft)),
  ) as PlanInput;
  const ranks = ownOrder(kindOf(draft)).length > 0;
  return {
    ...before,
    name: draft.name,
    format: changed(FORMAT_KEYS, formatOf(draft, before?.format ?? null, who), before?.format),
    tiebreaks: changed(['tiebreaks', 'format'], ranks ? [...draft.tiebreaks] : [], before?.tiebreaks),
    scoring: changed(['scoring'], draft.scoring, before?.scoring),
    sides: changed<Sides>(['furigoma'], draft.furigoma ? 'furigoma' : 'balance', before?.sides),
    handicap: changed<HandicapPolicyInput>(
      ['handicap', 'reduce', 'handicapMax'],
      draft.handicap
        ? { ...before?.handicap, table: 'jsa', reduce: draft.reduce, max: draft.handicapMax || null }
        : { table: 'none' },
      before?.handicap,
    ),
    prizes: changed(['prizes'], draft.prizes, before?.prizes),
    plan,
  };
}

/** A new event's form after a change: at real boards people come late, so they may. */
export function followed(draft: Draft, changes: Partial<Draft>): Draft {
  const next = { ...draft, ...changes };
  // Teaching games go by strength, and a mistake may be taken back.
  if (changes.format === 'simul') Object.assign(next, { rated: false, handicap: true, rules: 'casual' });
  // By correspondence all games begin together; other formats wait for them.
  if (changes.clock && isSlow(next)) Object.assign(next, { pace: 'free', checkIn: 0 });
  if (changes.format && changes.format !== 'round_robin' && isSlow(next)) next.clock = FIRST.clock;
  if (changes.atTheBoard && draft.late === 0) next.late = Math.max(1, next.rounds - 1);
  return next;
}

/** What the form shows of the host's clock. */
function hostTimeOf(of: PlanInput['host_clock']): Pick<Draft, 'hostTime' | 'hostClock' | 'perGuest'> {
  const { hostClock, perGuest } = FIRST;
  if (!of) return { hostTime: 'same', hostClock, perGuest };
  if (of.clock.kind === 'untimed') return { hostTime: 'none', hostClock, perGuest };
  return { hostTime: 'own', hostClock: of.clock, perGuest: (of.per_guest_ms ?? 0) / MINUTE };
}

/** The same for another event, without the times of this one. */
export function copyOf(settings: TournamentSettings): TournamentSettings {
  const { schedule } = settings.plan;
  return {
    ...settings,
    plan: {
      ...settings.plan,
      starts_ms: null,
      closes_ms: null,
      check_in_ms: null,
      schedule: schedule.t === 'times' ? { t: 'word' } : schedule,
    },
  };
}

/** What a date field shows of an instant. */
function localTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '';
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE);
  return at.toISOString().slice(0, 16);
}

export function draftOf(settings: TournamentSettingsInput): Draft {
  const { format, handicap, plan } = settings;
  return {
    ...FIRST,
    ...formatDraftOf(format),
    name: settings.name,
    about: plan.about,
    place: plan.place,
    country: plan.country,
    variant: plan.variant,
    rules: plan.rules,
    clock: plan.clock,
    later: plan.later_clocks.map(({ from_round, clock }) => ({ from: from_round, clock })),
    starts: localTime(plan.starts_ms),
    closes: localTime(plan.closes_ms),
    schedule: plan.schedule.t,
    gap: plan.schedule.t === 'gap' ? plan.schedule.ms / MINUTE : FIRST.gap,
    times: plan.schedule.t === 'times' ? plan.schedule.at_ms.map(localTime) : [],
    grace: plan.grace_ms / MINUTE,
    noShowLeaves: plan.no_show_leaves,
    checkIn: (plan.check_in_ms ?? 0) / MINUTE,
    atOnce: plan.games_at_once ?? 0,
    late: plan.late_until,
    delay: plan.delay_moves,
    places: plan.players_max ?? 0,
    rated: plan.rated,
    atTheBoard: plan.at_the_board,
    byInvitation: plan.by_invitation,
    byApplication: plan.by_application,
    ...hostTimeOf(plan.host_clock),
    club: plan.club ?? '',
    membersOnly: plan.members_only,
    furigoma: settings.sides === 'furigoma',
    handicap: handicap.table === 'jsa',
    reduce: (handicap.table === 'jsa' && handicap.reduce) || 0,
    handicapMax: (handicap.table === 'jsa' && handicap.max) || '',
    tiebreaks: settings.tiebreaks,
    scoring: settings.scoring ?? SCORING,
    prizes: settings.prizes ?? {},
  };
}
