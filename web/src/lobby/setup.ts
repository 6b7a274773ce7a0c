/** The set-up of a new game as the form holds it, and what is sent for it. */

import type { Clock, Handicap, Preset, RuleSet, Setup, Side } from '../wire/generated';

export const HANDICAPS: readonly Handicap[] = [
  'lance',
  'bishop',
  'rook',
  'rook_lance',
  '2_piece',
  '4_piece',
  '6_piece',
  '8_piece',
  '10_piece',
  '3_pawns',
  'naked_king',
];

/** Set-ups one touch away. */
export const QUICK: readonly Clock[] = [
  { kind: 'byoyomi', main_ms: 0, byoyomi_ms: 10_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 180_000, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'fischer', main_ms: 300_000, increment_ms: 5_000 },
  { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 900_000, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 1_800_000, byoyomi_ms: 60_000, periods: 1 },
];

export interface Draft {
  variant: string;
  clock: Clock['kind'];
  mainMinutes: number;
  byoyomiSeconds: number;
  incrementSeconds: number;
  periods: number;
  handicap: Handicap | 'even';
  side: 'random' | Side;
  preset: Preset | 'custom';
  rules: RuleSet;
}

/** §2.6 */
const CASUAL: RuleSet = {
  illegal: 'reject',
  repetition: 'draw',
  impasse: 'points27',
  impasse_draw: 'draw',
  max_moves: 500,
  takeback: true,
};

export const FIRST_DRAFT: Draft = {
  variant: 'standard',
  clock: 'byoyomi',
  mainMinutes: 10,
  byoyomiSeconds: 30,
  incrementSeconds: 5,
  periods: 1,
  handicap: 'even',
  side: 'random',
  preset: 'casual',
  rules: CASUAL,
};

export function setupOf(draft: Draft): Setup {
  return {
    variant: draft.variant,
    start: draft.variant === 'standard' ? draft.handicap : 'even',
    rules: draft.preset === 'custom' ? draft.rules : draft.preset,
    clock: clockOf(draft),
    side: draft.side,
  };
}

export function quickSetup(clock: Clock): Setup {
  return { variant: 'standard', start: 'even', rules: 'casual', clock, side: 'random' };
}

function clockOf(draft: Draft): Clock {
  const main_ms = Math.round(draft.mainMinutes * 60_000);
  switch (draft.clock) {
    case 'byoyomi':
      return { kind: 'byoyomi', main_ms, byoyomi_ms: draft.byoyomiSeconds * 1000, periods: draft.periods };
    case 'sudden_death':
      return { kind: 'sudden_death', main_ms };
    case 'fischer':
      return { kind: 'fischer', main_ms, increment_ms: draft.incrementSeconds * 1000 };
    case 'stopwatch':
      return { kind: 'stopwatch', main_minutes: Math.max(1, Math.round(draft.mainMinutes)) };
  }
}
