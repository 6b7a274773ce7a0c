/** The set-up of a new game as the form holds it, and what is sent for it. */

import { variantOf } from '../shogi/variant';
import { suggestedClocks } from '../variants/about';
import { PRESETS } from '../wire/constants';
import type { Clock, Preset, RuleSet, SeekWants, Setup, Side } from '../wire/generated';

type NamedStart = Exclude<Setup['start'], object>;

/** For how many hours a challenge may stand. */
export const HOURS = [1, 24, 168] as const;

/** The numbers of a time control; which of them count is for its kind to say. */
export interface TimeDraft {
  mainMinutes: number;
  byoyomiSeconds: number;
  incrementSeconds: number;
  periods: number;
  considerations: number;
  considerationSeconds: number;
  days: number;
  /** §4 Whether Saturdays and Sundays do not count, by days alone. */
  weekendsOff: boolean;
}

export interface Draft {
  variant: string;
  clock: Clock['kind'];
  /** Both sides' time, or sente's when gote has its own. */
  time: TimeDraft;
  /** Null while both sides have the same. */
  goteTime: TimeDraft | null;
  /** `sfen` starts from the position below. */
  start: NamedStart | 'sfen';
  sfen: string;
  side: 'random' | Side;
  /**
   * Which machine is the opponent, if one is: an engine of the host by its name, or the built-in
   * one.
   */
  engine: string | null;
  /** How strong the machine is: 1 for its weakest level. */
  level: number;
  preset: Preset | 'custom';
  rules: RuleSet;
  /** Whether the result shall change ratings, where it may. */
  rated: boolean;
  /** Whom an offer is for. */
  wants: SeekWants;
  /** For how many hours a challenge stands. */
  hours: (typeof HOURS)[number];
}

export const FIRST_DRAFT: Draft = {
  variant: 'standard',
  clock: 'byoyomi',
  time: {
    mainMinutes: 10,
    byoyomiSeconds: 30,
    incrementSeconds: 5,
    periods: 1,
    considerations: 10,
    considerationSeconds: 60,
    days: 3,
    weekendsOff: false,
  },
  goteTime: null,
  start: 'even',
  sfen: '',
  side: 'random',
  engine: null,
  level: 2,
  preset: 'casual',
  rules: PRESETS.casual,
  rated: false,
  wants: {},
  hours: 24,
};

/** §4 How many days a move by correspondence may have. */
export const DAYS = [1, 2, 3, 5, 7, 14] as const;

/** Whether the sides can have different times on such a clock. */
export const hasOwnTimes = (clock: Clock['kind']): boolean =>
  clock !== 'untimed' && clock !== 'correspondence';

export function setupOf(draft: Draft): Setup {
  const { clock, time, goteTime } = draft;
  return {
    variant: draft.variant,
    start: startOf(draft),
    rules: draft.preset === 'custom' ? draft.rules : draft.preset,
    clock:
      goteTime && hasOwnTimes(clock)
        ? { sente: clockOf(clock, time), gote: clockOf(clock, goteTime) }
        : clockOf(clock, time),
    side: draft.side,
    ...(draft.rated && mayBeRated(draft) ? { rated: true } : {}),
  };
}

/** §6 The handicaps that are worth a known number of grades. */
const RATED_STARTS: readonly Draft['start'][] = [
  'even',
  'suggested',
  'lance',
  'bishop',
  'rook',
  'rook_lance',
  '2_piece',
  '4_piece',
  '6_piece',
];

export function mayBeRated({ start, clock, goteTime, variant }: Draft): boolean {
  // §6.3 knows what handicaps are worth in shogi only.
  const begins = variant === 'standard' ? RATED_STARTS.includes(start) : startIn(variant, start) === 'even';
  return begins && clock !== 'untimed' && (goteTime === null || !hasOwnTimes(clock));
}

function startOf({ start, sfen, variant }: Draft): Setup['start'] {
  if (start === 'sfen') return { sfen: sfen.trim() };
  return startIn(variant, start);
}

/** How a game begins where that is not by a position: evenly, if the variant has no such start. */
export function startIn(variant: string, start: Draft['start']): NamedStart {
  if (start === 'suggested') return variant === 'standard' ? start : 'even';
  const { handicaps } = variantOf(variant);
  return [...handicaps, ...otherStarts(variant)].find((it) => it === start) ?? 'even';
}

/** §14.1 The names of the variant's other even starts. */
export function otherStarts(variant: string): NamedStart[] {
  return Object.keys(variantOf(variant).starts ?? {}) as NamedStart[];
}

/** The numbers of a time control, as the form holds them. */
export function timeOf(clock: Clock): Pick<Draft, 'clock' | 'time'> {
  const { time } = FIRST_DRAFT;
  switch (clock.kind) {
    case 'byoyomi':
      return {
        clock: clock.kind,
        time: {
          ...time,
          mainMinutes: clock.main_ms / 60_000,
          byoyomiSeconds: clock.byoyomi_ms / 1000,
          periods: clock.periods,
        },
      };
    case 'consideration':
      return {
        clock: clock.kind,
        time: {
          ...time,
          mainMinutes: clock.main_ms / 60_000,
          byoyomiSeconds: clock.byoyomi_ms / 1000,
          considerations: clock.periods,
          considerationSeconds: clock.period_ms / 1000,
        },
      };
    case 'fischer':
      return {
        clock: clock.kind,
        time: { ...time, mainMinutes: clock.main_ms / 60_000, incrementSeconds: clock.increment_ms / 1000 },
      };
    case 'sudden_death':
      return { clock: clock.kind, time: { ...time, mainMinutes: clock.main_ms / 60_000 } };
    case 'stopwatch':
      return { clock: clock.kind, time: { ...time, mainMinutes: clock.main_minutes } };
    case 'correspondence':
      return {
        clock: clock.kind,
        time: { ...time, days: clock.days, weekendsOff: clock.weekends_off ?? false },
      };
    case 'untimed':
      return { clock: clock.kind, time };
  }
}

/**
 * The time that goes with another variant: the one suggested for it, where nobody has chosen one of
 * their own.
 */
export function timeFor(variant: string, { variant: before, clock, time }: Draft): Partial<Draft> {
  const [usual] = suggestedClocks(before);
  const isUsual = hasOwnTimes(clock) && JSON.stringify(timeOf(usual)) === JSON.stringify({ clock, time });
  return isUsual ? timeOf(suggestedClocks(variant)[0]) : {};
}

/** What is sent for a time control. */
export function clockOf(kind: Clock['kind'], time: TimeDraft): Clock {
  const main_ms = Math.round(time.mainMinutes * 60_000);
  switch (kind) {
    case 'byoyomi':
      return { kind, main_ms, byoyomi_ms: time.byoyomiSeconds * 1000, periods: time.periods };
    case 'consideration':
      return {
        kind,
        main_ms,
        byoyomi_ms: time.byoyomiSeconds * 1000,
        periods: time.considerations,
        period_ms: time.considerationSeconds * 1000,
      };
    case 'sudden_death':
      return { kind, main_ms };
    case 'fischer':
      return { kind, main_ms, increment_ms: time.incrementSeconds * 1000 };
    case 'stopwatch':
      return { kind, main_minutes: Math.max(1, Math.round(time.mainMinutes)) };
    case 'correspondence':
      return { kind, days: time.days, ...(time.weekendsOff ? { weekends_off: true } : {}) };
    case 'untimed':
      return { kind };
  }
}
