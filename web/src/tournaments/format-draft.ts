/**
 * What an organiser decides about the format, as the form holds it, and as it is sent. To add a setting: a field of
 * `FormatDraft`, its first value, a row in `ROWS`, and a row in `format-fields.tsx`.
 */

import type { Grade, TournamentFormat, Who } from '../wire/generated';

export const FORMATS = [
  'swiss',
  'round_robin',
  'mcmahon',
  'single_elimination',
  'double_elimination',
  'groups',
  'pools',
  'league',
  'title_match',
  'team',
  'arena',
  'championship',
  'stages',
  'simul',
] as const satisfies readonly TournamentFormat['t'][];
export type FormatName = TournamentFormat['t'];

/** What pairs teams. */
export const INNERS = [
  'swiss',
  'mcmahon',
  'round_robin',
  'single_elimination',
  'double_elimination',
] as const;

/** What a class of a league plays. */
export const CLASS_PLAYS = ['round_robin', 'swiss'] as const;

/** What is played around the knock-out of a championship. */
export const AROUND = ['mcmahon', 'swiss'] as const;

/** What a stage may be. */
export const STAGE_FORMATS = [
  'swiss',
  'round_robin',
  'mcmahon',
  'pools',
  'groups',
  'single_elimination',
  'double_elimination',
  'league',
  'title_match',
  'championship',
] as const satisfies readonly TournamentFormat['t'][];

export const WITHIN = ['slide', 'fold', 'adjacent', 'random'] as const;
export const COLOURS = ['limit', 'wish', 'ignore'] as const;
export const SEEDINGS = ['rating', 'lot'] as const;
export const PACES = ['rounds', 'free'] as const;
export const TIES = ['draw', 'first_board'] as const;
export const HOST_SIDES = ['sente', 'gote', 'alternate'] as const;

export type LeagueClass = Extract<TournamentFormat, { t: 'league' }>['classes'][number];

export type Stage = Extract<TournamentFormat, { t: 'stages' }>['stages'][number];
export type StageSource = NonNullable<Stage['from']>[number];

export interface FormatDraft {
  format: FormatName;
  rounds: number;
  cycles: number;
  bestOf: number;
  /** Games in the final; empty when they are as many as in other matches. */
  bestOfFinal: string;
  /** Games in a match of the knock-out that follows groups. */
  bestOfKnockout: number;
  third: boolean;
  /** Whether the knock-out that follows groups has a match for third place. */
  knockoutThird: boolean;
  reset: boolean;
  seeding: (typeof SEEDINGS)[number];
  pace: (typeof PACES)[number];
  within: (typeof WITHIN)[number];
  clubRounds: number;
  accelerated: number;
  colours: (typeof COLOURS)[number];
  minutes: number;
  streak: boolean;
  /** In seconds. */
  wave: number;
  boards: number;
  inner: (typeof INNERS)[number];
  tie: (typeof TIES)[number];
  classes: LeagueClass[];
  classPlay: (typeof CLASS_PLAYS)[number];
  /** How many groups there are. */
  groups: number;
  around: (typeof AROUND)[number];
  /** How many play the knock-out of a championship. */
  best: number;
  /** The round in which it begins. */
  firstRound: number;
  /** Who may play in it. */
  mayPlay: Who;
  stages: Stage[];
  /** The title holder's user name. */
  holder: string;
  /** The user name of a simul's host; empty for whoever sets it up. */
  host: string;
  hostSide: (typeof HOST_SIDES)[number];
  challengerFrom: string;
  barsBy: 'grade' | 'rating';
  top: Grade;
  bottom: Grade;
  /** Ratings, separated by commas. */
  floors: string;
}

const MINUTE = 60_000;
const SECOND = 1_000;

export const FIRST_FORMAT: FormatDraft = {
  format: 'swiss',
  rounds: 5,
  cycles: 1,
  bestOf: 1,
  bestOfFinal: '',
  bestOfKnockout: 1,
  third: true,
  knockoutThird: false,
  reset: true,
  seeding: 'rating',
  pace: 'rounds',
  within: 'slide',
  clubRounds: 0,
  accelerated: 0,
  colours: 'limit',
  minutes: 60,
  streak: true,
  wave: 5,
  boards: 3,
  inner: 'swiss',
  tie: 'draw',
  classes: [
    { name: 'A', up: 0, down: 2 },
    { name: 'B', up: 2, down: 0 },
  ],
  classPlay: 'round_robin',
  groups: 4,
  around: 'mcmahon',
  best: 8,
  firstRound: 1,
  mayPlay: {},
  stages: [
    { name: '1', format: { t: 'pools', groups: 2 } },
    { name: '2', format: { t: 'single_elimination' }, from: [{ stage: '1', first: 1, last: 2 }] },
  ],
  holder: '',
  host: '',
  hostSide: 'sente',
  challengerFrom: '',
  barsBy: 'grade',
  top: '3d',
  bottom: '15k',
  floors: '1100, 1500',
};

/** What is settled for a stage: rounds follow each other, and a later one is seeded by places. */
export const settledInStage = (at: number): readonly string[] =>
  at === 0 ? ['holder', 'pace'] : ['holder', 'pace', 'seeding'];

/** A grade as it is spelled now, out of settings that may be older. */
const short = (grade: string) => grade.replace('-kyu', 'k').replace('-dan', 'd') as Grade;

type Json = Record<string, unknown>;

/** One setting of formats: what of the draft it is made of, and where it stands in each format that has it. */
interface Row {
  of: readonly (keyof FormatDraft)[];
  /** By the format, or by `format.inner` where it is what is played within it; the way to it. */
  at: Readonly<Record<string, string>>;
  sent(draft: FormatDraft): unknown;
  shown(value: unknown): Partial<FormatDraft>;
}

function plain(key: keyof FormatDraft, at: Row['at']): Row {
  return { of: [key], at, sent: (draft) => draft[key], shown: (value) => ({ [key]: value }) };
}

function scaled(key: 'minutes' | 'wave', unit: number, at: Row['at']): Row {
  return {
    of: [key],
    at,
    sent: (draft) => draft[key] * unit,
    shown: (value) => ({ [key]: Number(value) / unit }),
  };
}

/** Where a setting stands in formats that pair freely. */
const free = (path: string) => ({
  swiss: path,
  mcmahon: path,
  'team.swiss': `inner.${path}`,
  'team.mcmahon': `inner.${path}`,
  'league.swiss': `inner.${path}`,
  'pools.swiss': `inner.${path}`,
  'championship.swiss': `inner.${path}`,
  'championship.mcmahon': `inner.${path}`,
});

/** Where a setting stands in brackets. */
const brackets = (path: string) => ({
  single_elimination: path,
  double_elimination: path,
  groups: `knockout.${path}`,
  championship: `knockout.${path}`,
  'team.single_elimination': `inner.${path}`,
  'team.double_elimination': `inner.${path}`,
});

/** Where a setting of round robins stands. */
const allMeet = (path: string) => ({
  round_robin: path,
  'team.round_robin': `inner.${path}`,
  'league.round_robin': `inner.${path}`,
  'pools.round_robin': `inner.${path}`,
});

const ROWS: readonly Row[] = [
  plain('rounds', free('rounds')),
  plain('within', free('pairing.within')),
  plain('clubRounds', free('pairing.club_rounds')),
  plain('accelerated', free('pairing.accelerated')),
  plain('colours', free('pairing.colours')),
  {
    of: ['barsBy', 'top', 'bottom', 'floors'],
    at: { mcmahon: 'bars', 'team.mcmahon': 'inner.bars', 'championship.mcmahon': 'inner.bars' },
    sent: ({ barsBy, top, bottom, floors }) =>
      barsBy === 'grade' ? { by: 'grade', top, bottom } : { by: 'rating', floors: numbersOf(floors) },
    shown: (value) => {
      const bars = value as Extract<TournamentFormat, { t: 'mcmahon' }>['bars'];
      return bars.by === 'grade'
        ? { barsBy: 'grade', top: short(bars.top), bottom: short(bars.bottom) }
        : { barsBy: 'rating', floors: bars.floors.join(', ') };
    },
  },
  plain('cycles', allMeet('cycles')),
  plain('bestOf', {
    single_elimination: 'best_of',
    double_elimination: 'best_of',
    groups: 'best_of',
    title_match: 'best_of',
    'team.single_elimination': 'inner.best_of',
    'team.double_elimination': 'inner.best_of',
  }),
  plain('bestOfKnockout', { groups: 'knockout.best_of', championship: 'knockout.best_of' }),
  {
    of: ['bestOfFinal'],
    at: brackets('best_of_final'),
    sent: ({ bestOfFinal }) => (bestOfFinal ? Number(bestOfFinal) : undefined),
    shown: (value) => ({ bestOfFinal: String(value) }),
  },
  plain('third', { single_elimination: 'third_place', 'team.single_elimination': 'inner.third_place' }),
  plain('knockoutThird', { groups: 'knockout.third_place', championship: 'knockout.third_place' }),
  plain('reset', { double_elimination: 'reset', 'team.double_elimination': 'inner.reset' }),
  plain('seeding', brackets('seeding')),
  plain('pace', { ...brackets('pace'), ...allMeet('pace') }),
  plain('classes', { league: 'classes' }),
  plain('groups', { pools: 'groups' }),
  plain('best', { championship: 'best' }),
  plain('firstRound', { championship: 'first_round' }),
  plain('mayPlay', { championship: 'who' }),
  plain('stages', { stages: 'stages' }),
  plain('challengerFrom', { title_match: 'challenger_from' }),
  plain('hostSide', { simul: 'side' }),
  plain('boards', { team: 'boards' }),
  plain('tie', { team: 'tie' }),
  scaled('minutes', MINUTE, { arena: 'duration_ms' }),
  scaled('wave', SECOND, { arena: 'wave_ms' }),
  plain('streak', { arena: 'streak' }),
];

/** What the format is made of. */
export const FORMAT_KEYS = Object.keys(FIRST_FORMAT) as readonly (keyof FormatDraft)[];

/** The numbers of a list, in order. */
const numbersOf = (text: string) =>
  [
    ...new Set(
      text
        .split(/[^\d]+/)
        .filter(Boolean)
        .map(Number),
    ),
  ].sort((a, b) => a - b);

/** What is played within the format, if it is made of another. */
export function innerOf({
  format,
  inner,
  classPlay,
  around,
}: Pick<FormatDraft, 'format' | 'inner' | 'classPlay' | 'around'>): string | null {
  if (format === 'team') return inner;
  if (format === 'championship') return around;
  return format === 'league' || format === 'pools' ? classPlay : null;
}

/** Where the row's setting stands in the draft's format; null when it has none. */
function pathOf(row: Row, draft: FormatDraft): readonly string[] | null {
  const path = row.at[draft.format] ?? row.at[`${draft.format}.${innerOf(draft)}`];
  return path?.split('.') ?? null;
}

/** Whether the draft's format has the setting. */
export const hasSetting =
  (key: keyof FormatDraft) =>
  (draft: FormatDraft): boolean =>
    ROWS.some((row) => row.of.includes(key) && pathOf(row, draft) !== null);

function at(of: Json, path: readonly string[]): unknown {
  return path.reduce<unknown>((it, key) => (it as Json | null | undefined)?.[key], of);
}

/** The same with another value there; what else there is stays. */
function withValue(of: Json, [key, ...rest]: readonly string[], value: unknown): Json {
  if (key === undefined) return of;
  if (rest.length > 0) return { ...of, [key]: withValue((of[key] ?? {}) as Json, rest, value) };
  const { [key]: _, ...others } = of;
  return value === undefined ? others : { ...others, [key]: value };
}

/**
 * What the format's settings are; `who` is the entry of the title holder, or of a simul's host. Of a format that there is, only what was
 * changed is another: what the form does not show stays as it came.
 */
export function formatOf(draft: FormatDraft, before: TournamentFormat | null, who: string): TournamentFormat {
  const known = before?.t === draft.format ? before : null;
  const shown = known && formatDraftOf(known);
  let sent: Json = known ? { ...known } : { t: draft.format };
  const inner = innerOf(draft);
  const isOtherInner = inner !== null && (!shown || innerOf(shown) !== inner);
  if (isOtherInner) sent.inner = { t: inner };
  if (draft.format === 'title_match' && who) sent.holder = who;
  if (draft.format === 'simul' && who) sent.host = who;
  if (draft.format === 'arena') sent.start_ms ??= 0;
  for (const row of ROWS) {
    const path = pathOf(row, draft);
    if (!path) continue;
    const isNew = !shown || (isOtherInner && path[0] === 'inner');
    if (isNew || row.of.some((key) => JSON.stringify(draft[key]) !== JSON.stringify(shown[key])))
      sent = withValue(sent, path, row.sent(draft));
  }
  return sent as unknown as TournamentFormat;
}

/** What the form shows of a format; where it says nothing, what holds then. */
export function formatDraftOf(format: TournamentFormat): FormatDraft {
  const played = 'inner' in format ? format.inner?.t : undefined;
  const draft: FormatDraft = {
    ...FIRST_FORMAT,
    format: FORMATS.find((it) => it === format.t) ?? 'swiss',
    inner: INNERS.find((it) => format.t === 'team' && it === played) ?? 'swiss',
    classPlay:
      CLASS_PLAYS.find((it) => (format.t === 'league' || format.t === 'pools') && it === played) ??
      'round_robin',
    around: AROUND.find((it) => format.t === 'championship' && it === played) ?? 'mcmahon',
    // Without a word there is none.
    third: false,
  };
  for (const row of ROWS) {
    const path = pathOf(row, draft);
    const value = path && at(format as unknown as Json, path);
    if (value !== null && value !== undefined) Object.assign(draft, row.shown(value));
  }
  return draft;
}
