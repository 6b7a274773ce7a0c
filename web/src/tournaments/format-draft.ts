/**
 * What an organiser decides about the format, as the form holds it, and as it is sent. To add a
 * setting: a row in `ROWS`, and one in `format-fields.tsx`.
 */

import { type DraftOf, firstOf } from '../ui/draft-table';
import type { Grade, TournamentFormat, Who } from '../wire/generated';

export const FORMATS = [
  'swiss',
  'round_robin',
  'mcmahon',
  'matches',
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

/** What pairs matches of several games. */
export const MATCH_PLAYS = ['swiss', 'mcmahon'] as const;

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

const MINUTE = 60_000;
const SECOND = 1_000;

/** What is settled for a stage: rounds follow each other, and a later one is seeded by places. */
export const settledInStage = (at: number): readonly string[] =>
  at === 0 ? ['holder', 'pace'] : ['holder', 'pace', 'seeding'];

/** A grade as it is spelled now, out of settings that may be older. */
const short = (grade: string) => grade.replace('-kyu', 'k').replace('-dan', 'd') as Grade;

type Json = Record<string, unknown>;

/** One setting of formats. */
interface Row<Own> {
  /** The fields of the draft that it is made of, as they are in a new form. */
  readonly first: Own;
  /** By the format, or by `format.inner` where it is what is played within it; the way to it. */
  readonly at: Readonly<Record<string, string>>;
  sent(draft: Own): unknown;
  shown(value: unknown): Partial<Own>;
}

function plain<K extends string, V>(key: K, first: V, at: Row<unknown>['at']): Row<Record<K, V>> {
  const only = (value: unknown) => ({ [key]: value }) as Record<K, V>;
  return { first: only(first), at, sent: (draft) => draft[key], shown: only };
}

/** A time that is sent in milliseconds. */
function timed<K extends string>(key: K, first: number, unit: number, at: string): Row<Record<K, number>> {
  const only = (value: unknown) => ({ [key]: value }) as Record<K, number>;
  return {
    first: only(first),
    at: { arena: at },
    sent: (draft) => draft[key] * unit,
    shown: (value) => only(Number(value) / unit),
  };
}

/** What is chosen at first of what there is. */
const first = <T>(of: readonly [T, ...T[]]): T => of[0];

/** Where a setting stands in formats that pair freely. */
const free = (path: string) => ({
  swiss: path,
  mcmahon: path,
  'team.swiss': `inner.${path}`,
  'team.mcmahon': `inner.${path}`,
  'matches.swiss': `inner.${path}`,
  'matches.mcmahon': `inner.${path}`,
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

/** What a McMahon is grouped by: grades, or ratings separated by commas. */
const BARS: Row<{ barsBy: 'grade' | 'rating'; top: Grade; bottom: Grade; floors: string }> = {
  first: { barsBy: 'grade', top: '3d', bottom: '15k', floors: '1100, 1500' },
  at: {
    mcmahon: 'bars',
    'team.mcmahon': 'inner.bars',
    'matches.mcmahon': 'inner.bars',
    'championship.mcmahon': 'inner.bars',
  },
  sent: ({ barsBy, top, bottom, floors }) =>
    barsBy === 'grade' ? { by: 'grade', top, bottom } : { by: 'rating', floors: numbersOf(floors) },
  shown: (value) => {
    const bars = value as Extract<TournamentFormat, { t: 'mcmahon' }>['bars'];
    return bars.by === 'grade'
      ? { barsBy: 'grade', top: short(bars.top), bottom: short(bars.bottom) }
      : { barsBy: 'rating', floors: bars.floors.join(', ') };
  },
};

/** Games in the final; empty when they are as many as in other matches. */
const BEST_OF_FINAL: Row<{ bestOfFinal: string }> = {
  first: { bestOfFinal: '' },
  at: brackets('best_of_final'),
  sent: ({ bestOfFinal }) => (bestOfFinal ? Number(bestOfFinal) : undefined),
  shown: (value) => ({ bestOfFinal: String(value) }),
};

const CLASSES: LeagueClass[] = [
  { name: 'A', up: 0, down: 2 },
  { name: 'B', up: 2, down: 0 },
];

const STAGES: Stage[] = [
  { name: '1', format: { t: 'pools', groups: 2 } },
  { name: '2', format: { t: 'single_elimination' }, from: [{ stage: '1', first: 1, last: 2 }] },
];

const ROWS = [
  plain('rounds', 5, free('rounds')),
  plain('within', first(WITHIN), free('pairing.within')),
  plain('clubRounds', 0, free('pairing.club_rounds')),
  plain('accelerated', 0, free('pairing.accelerated')),
  plain('colours', first(COLOURS), free('pairing.colours')),
  BARS,
  plain('cycles', 1, allMeet('cycles')),
  plain('bestOf', 1, {
    single_elimination: 'best_of',
    double_elimination: 'best_of',
    groups: 'best_of',
    title_match: 'best_of',
    'team.single_elimination': 'inner.best_of',
    'team.double_elimination': 'inner.best_of',
  }),
  // Games in a match of the knock-out that follows.
  plain('bestOfKnockout', 1, { groups: 'knockout.best_of', championship: 'knockout.best_of' }),
  BEST_OF_FINAL,
  plain('third', true, { single_elimination: 'third_place', 'team.single_elimination': 'inner.third_place' }),
  plain('knockoutThird', false, { groups: 'knockout.third_place', championship: 'knockout.third_place' }),
  plain('reset', true, { double_elimination: 'reset', 'team.double_elimination': 'inner.reset' }),
  plain('seeding', first(SEEDINGS), brackets('seeding')),
  plain('pace', first(PACES), { ...brackets('pace'), ...allMeet('pace') }),
  plain('classes', CLASSES, { league: 'classes' }),
  plain('groups', 4, { pools: 'groups' }),
  // How many play the knock-out of a championship, the round in which it begins, and who may play
  // in it.
  plain('best', 8, { championship: 'best' }),
  plain('firstRound', 1, { championship: 'first_round' }),
  plain('mayPlay', {} as Who, { championship: 'who' }),
  plain('stages', STAGES, { stages: 'stages' }),
  plain('challengerFrom', '', { title_match: 'challenger_from' }),
  plain('hostSide', first(HOST_SIDES), { simul: 'side' }),
  plain('matchGames', 2, { matches: 'games' }),
  plain('boards', 3, { team: 'boards' }),
  plain('tie', first(TIES), { team: 'tie' }),
  timed('minutes', 60, MINUTE, 'duration_ms'),
  // In seconds.
  timed('wave', 5, SECOND, 'wave_ms'),
  plain('streak', true, { arena: 'streak' }),
];

type Settings = DraftOf<typeof ROWS>;

export interface FormatDraft extends Settings {
  format: FormatName;
  /**
   * What a team plays, what pairs matches, what each class of a league or each pool plays, and
   * whoever plays before a championship's knock-out.
   */
  inner: (typeof INNERS)[number];
  matchPlay: (typeof MATCH_PLAYS)[number];
  classPlay: (typeof CLASS_PLAYS)[number];
  around: (typeof AROUND)[number];
  /**
   * The user name of the title holder, and that of a simul's host: empty for whoever sets it up.
   */
  holder: string;
  host: string;
}

export const FIRST_FORMAT: FormatDraft = {
  ...firstOf(ROWS),
  format: 'swiss',
  inner: first(INNERS),
  matchPlay: first(MATCH_PLAYS),
  classPlay: first(CLASS_PLAYS),
  around: first(AROUND),
  holder: '',
  host: '',
};

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
  matchPlay,
  classPlay,
  around,
}: Pick<FormatDraft, 'format' | 'inner' | 'matchPlay' | 'classPlay' | 'around'>): string | null {
  if (format === 'team') return inner;
  if (format === 'matches') return matchPlay;
  if (format === 'championship') return around;
  return format === 'league' || format === 'pools' ? classPlay : null;
}

/** Where the row's setting stands in the draft's format; null when it has none. */
function pathOf(row: Pick<Row<object>, 'at'>, draft: FormatDraft): readonly string[] | null {
  const path = row.at[draft.format] ?? row.at[`${draft.format}.${innerOf(draft)}`];
  return path?.split('.') ?? null;
}

/** Whether the draft's format has the setting. */
export const hasSetting =
  (key: keyof FormatDraft) =>
  (draft: FormatDraft): boolean =>
    ROWS.some((row) => key in row.first && pathOf(row, draft) !== null);

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
 * What the format's settings are; `who` is the entry of the title holder, or of a simul's host. Of
 * a format that there is, only what was changed is another: what the form does not show stays as it
 * came.
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
  for (const row of ROWS as readonly Row<object>[]) {
    const path = pathOf(row, draft);
    if (!path) continue;
    const value = row.sent(draft);
    const isNew = !shown || (isOtherInner && path[0] === 'inner');
    if (isNew || JSON.stringify(value) !== JSON.stringify(row.sent(shown)))
      sent = withValue(sent, path, value);
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
    matchPlay: MATCH_PLAYS.find((it) => format.t === 'matches' && it === played) ?? 'swiss',
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
