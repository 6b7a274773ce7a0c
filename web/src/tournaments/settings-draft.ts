/** What an organiser decides, as the form holds it, and as it is sent. */

import { ask, orNull } from '../api/request';
import type {
  Clock,
  Grade,
  HandicapPolicyInput,
  PlanInput,
  RoundSchedule,
  RulesSetupInput,
  Sides,
  TournamentFormat,
  TournamentSettingsInput,
} from '../wire/generated';
import { SCORING, type TieBreak } from '../wire/ranking';
import { type Award, ownOrder } from './ranking';

export const FORMATS = [
  'swiss',
  'round_robin',
  'mcmahon',
  'single_elimination',
  'double_elimination',
  'groups',
  'league',
  'title_match',
  'team',
  'arena',
] as const satisfies readonly TournamentFormat['t'][];
export type FormatName = TournamentFormat['t'];

/** What pairs teams. */
export const INNERS = ['swiss', 'round_robin', 'single_elimination', 'double_elimination'] as const;

const MINUTE = 60_000;

/** The form. What it does not show is sent back as it came. */
export interface Draft {
  name: string;
  about: string;
  place: string;
  country: string;
  format: FormatName;
  rounds: number;
  cycles: number;
  bestOf: number;
  third: boolean;
  minutes: number;
  boards: number;
  inner: (typeof INNERS)[number];
  classes: string;
  /** How many go up and down between two classes. */
  moves: number;
  holder: string;
  top: Grade;
  bottom: Grade;
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
  late: number;
  /** Moves that watchers are behind. */
  delay: number;
  places: number;
  rated: boolean;
  atTheBoard: boolean;
  byInvitation: boolean;
  /** The address of the club whose it is; empty for none. */
  club: string;
  membersOnly: boolean;
  furigoma: boolean;
  handicap: boolean;
  /** What ranks, the most important first; nothing for the format's own order. */
  tiebreaks: readonly TieBreak[];
  scoring: Record<Award, number>;
}

export const FIRST: Draft = {
  name: '',
  about: '',
  place: '',
  country: '',
  format: 'swiss',
  rounds: 5,
  cycles: 1,
  bestOf: 1,
  third: true,
  minutes: 60,
  boards: 3,
  inner: 'swiss',
  classes: 'A, B',
  moves: 2,
  holder: '',
  top: '3d',
  bottom: '15k',
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
  late: 0,
  delay: 0,
  places: 0,
  rated: true,
  atTheBoard: false,
  byInvitation: false,
  club: '',
  membersOnly: false,
  furigoma: false,
  handicap: false,
  tiebreaks: [],
  scoring: SCORING,
};

/** A grade as it is spelled now, out of settings that may be older. */
const short = (grade: string) => grade.replace('-kyu', 'k').replace('-dan', 'd') as Grade;

/** The settings of a format by its name. */
type FormatOf<T extends FormatName> = Extract<TournamentFormat, { t: T }>;

/** What the format's settings are; `holder` is the title holder's entry. */
export function formatOf(draft: Draft, before: TournamentFormat | null, holder: string): TournamentFormat {
  const kept = <T extends FormatName>(t: T) => (before?.t === t ? (before as FormatOf<T>) : null);
  switch (draft.format) {
    case 'swiss':
      return { ...kept('swiss'), t: 'swiss', rounds: draft.rounds };
    case 'mcmahon': {
      const bars = { by: 'grade' as const, top: draft.top, bottom: draft.bottom };
      return { ...kept('mcmahon'), t: 'mcmahon', rounds: draft.rounds, bars };
    }
    case 'round_robin':
      return { ...kept('round_robin'), t: 'round_robin', cycles: draft.cycles };
    case 'single_elimination': {
      const matches = { third_place: draft.third, best_of: draft.bestOf };
      return { ...kept('single_elimination'), t: 'single_elimination', ...matches };
    }
    case 'double_elimination':
      return { ...kept('double_elimination'), t: 'double_elimination', best_of: draft.bestOf };
    case 'groups':
      return { ...kept('groups'), t: 'groups', best_of: draft.bestOf };
    case 'league': {
      const names = draft.classes.split(/[,、，]/).map((it) => it.trim());
      const classes = names.filter(Boolean).map((name, i, all) => ({
        ...kept('league')?.classes.find((it) => it.name === name),
        name,
        up: i > 0 ? draft.moves : 0,
        down: i < all.length - 1 ? draft.moves : 0,
      }));
      return { ...kept('league'), t: 'league', classes };
    }
    case 'title_match':
      return { ...kept('title_match'), t: 'title_match', best_of: draft.bestOf, holder };
    case 'team':
      return { ...kept('team'), t: 'team', boards: draft.boards, inner: innerOf(draft, kept('team')) };
    case 'arena':
      return { start_ms: 0, ...kept('arena'), t: 'arena', duration_ms: draft.minutes * MINUTE };
  }
}

/** What pairs the teams. */
function innerOf({ inner, rounds }: Draft, before: FormatOf<'team'> | null): TournamentFormat {
  const kept = before?.inner.t === inner ? before.inner : null;
  return inner === 'swiss'
    ? { ...(kept as FormatOf<'swiss'> | null), t: inner, rounds }
    : { ...(kept as FormatOf<typeof inner> | null), t: inner };
}

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

/** What the format is made of. */
const FORMAT_KEYS: readonly (keyof Draft)[] = [
  'format',
  'rounds',
  'cycles',
  'bestOf',
  'third',
  'minutes',
  'boards',
  'inner',
  'classes',
  'moves',
  'holder',
  'top',
  'bottom',
];

/** What the plan's parts are made of, and how they are sent. */
const PLAN: readonly [of: readonly (keyof Draft)[], sent: (draft: Draft) => Partial<PlanInput>][] = [
  [['about'], ({ about }) => ({ about })],
  [['place'], ({ place }) => ({ place })],
  [['country'], ({ country }) => ({ country })],
  [['variant'], ({ variant }) => ({ variant })],
  [['rules'], ({ rules }) => ({ rules })],
  [['rated', 'atTheBoard'], ({ rated, atTheBoard }) => ({ rated: rated && !atTheBoard })],
  [['clock'], ({ clock }) => ({ clock })],
  [
    ['later'],
    ({ later }) => ({ later_clocks: later.map(({ from, clock }) => ({ from_round: from, clock })) }),
  ],
  [['starts'], ({ starts }) => ({ starts_ms: instant(starts) })],
  [['closes'], ({ closes }) => ({ closes_ms: instant(closes) })],
  [
    ['checkIn', 'starts'],
    ({ checkIn, starts }) => ({ check_in_ms: checkIn > 0 && starts ? checkIn * MINUTE : null }),
  ],
  [['schedule', 'gap', 'times'], (draft) => ({ schedule: scheduleOf(draft) })],
  [['grace'], ({ grace }) => ({ grace_ms: grace * MINUTE })],
  [['noShowLeaves'], ({ noShowLeaves }) => ({ no_show_leaves: noShowLeaves })],
  [['late'], ({ late }) => ({ late_until: late })],
  [['delay'], ({ delay }) => ({ delay_moves: delay })],
  [['places'], ({ places }) => ({ players_max: places || null })],
  [['atTheBoard'], ({ atTheBoard }) => ({ at_the_board: atTheBoard })],
  [['byInvitation'], ({ byInvitation }) => ({ by_invitation: byInvitation })],
  [['club'], ({ club }) => ({ club: club || null })],
  [['membersOnly', 'club'], ({ membersOnly, club }) => ({ members_only: membersOnly && club !== '' })],
];

/**
 * What is sent; null when the title holder is not known. Of settings that there are, only what was changed is another:
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
  let holder = before?.format.t === 'title_match' ? before.format.holder : '';
  const handle = draft.holder.replace(/^@/, '').trim();
  if (draft.format === 'title_match' && handle) {
    const found = await orNull(ask('GET', '/players/{handle}', { path: { handle } }));
    holder = found?.user ?? '';
  }
  if (draft.format === 'title_match' && !holder) return null;
  const plan = Object.assign(
    {},
    before?.plan,
    ...PLAN.filter(([of]) => isChanged(...of)).map(([, sent]) => sent(draft)),
  ) as PlanInput;
  const ranks = ownOrder(draft).length > 0;
  return {
    ...before,
    name: draft.name,
    format: changed(FORMAT_KEYS, formatOf(draft, before?.format ?? null, holder), before?.format),
    tiebreaks: changed(['tiebreaks', 'format'], ranks ? [...draft.tiebreaks] : [], before?.tiebreaks),
    scoring: changed(['scoring'], draft.scoring, before?.scoring),
    sides: changed<Sides>(['furigoma'], draft.furigoma ? 'furigoma' : 'balance', before?.sides),
    handicap: changed<HandicapPolicyInput>(
      ['handicap'],
      draft.handicap ? { table: 'jsa', reduce: 0, max: null } : { table: 'none' },
      before?.handicap,
    ),
    plan,
  };
}

/** What a date field shows of an instant. */
function localTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '';
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE);
  return at.toISOString().slice(0, 16);
}

export function draftOf(settings: TournamentSettingsInput): Draft {
  const { format, plan } = settings;
  const inner = format.t === 'team' ? format.inner : null;
  const pairs = inner ?? format;
  const bars = format.t === 'mcmahon' && format.bars.by === 'grade' ? format.bars : null;
  const classes = format.t === 'league' ? format.classes : null;
  return {
    ...FIRST,
    name: settings.name,
    about: plan.about,
    place: plan.place,
    country: plan.country,
    format: FORMATS.find((it) => it === format.t) ?? 'swiss',
    rounds: 'rounds' in pairs ? pairs.rounds : FIRST.rounds,
    cycles: ('cycles' in format && format.cycles) || 1,
    bestOf: ('best_of' in format && format.best_of) || 1,
    third: format.t === 'single_elimination' && format.third_place === true,
    minutes: format.t === 'arena' ? format.duration_ms / MINUTE : FIRST.minutes,
    boards: format.t === 'team' ? format.boards : FIRST.boards,
    inner: INNERS.find((it) => it === inner?.t) ?? 'swiss',
    classes: classes ? classes.map(({ name }) => name).join(', ') : FIRST.classes,
    moves: classes ? Math.max(...classes.map(({ up, down }) => Math.max(up ?? 0, down ?? 0))) : FIRST.moves,
    top: bars ? short(bars.top) : FIRST.top,
    bottom: bars ? short(bars.bottom) : FIRST.bottom,
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
    late: plan.late_until,
    delay: plan.delay_moves,
    places: plan.players_max ?? 0,
    rated: plan.rated,
    atTheBoard: plan.at_the_board,
    byInvitation: plan.by_invitation,
    club: plan.club ?? '',
    membersOnly: plan.members_only,
    furigoma: settings.sides === 'furigoma',
    handicap: settings.handicap.table === 'jsa',
    tiebreaks: settings.tiebreaks,
    scoring: settings.scoring,
  };
}
