/** The moves that cost a side most in a game, and what another try in their place is worth. */

import type { Side } from '../wire/generated';
import { chanceOf, type Judged, type Worth } from './engine-words';
import type { Mistake } from './mistakes';

/** How many of a game are taken up: what is told at once is remembered. */
const POINTS_MAX = 3;

/**
 * A try that is called good loses at most so much of what the game's move lost, and never as much
 * as a mistake.
 */
const GOOD_SHARE = 0.5;
const GOOD_LOSS_MAX = 0.12;

/**
 * A try counts as better than the game's move from so much less lost: within it the engine may
 * change its mind.
 */
const CLEARLY = 0.03;

/**
 * What a try comes to: the engine's own move; one that is good enough; one that is better than the
 * game's, but gives much away still; the game's move once more; or one that is no better.
 */
export type Answer = 'best' | 'good' | 'better' | 'played' | 'worse';

/** The side's largest losses of the line, in the order of the game. */
export function turningPoints(mistakes: readonly Mistake[], side: Side): Mistake[] {
  const own = mistakes.filter((it) => it.side === side);
  const largest = [...own].sort((a, b) => b.lost - a.lost).slice(0, POINTS_MAX);
  return own.filter((it) => largest.includes(it));
}

interface Try {
  side: Side;
  /** The try and the game's move, in USI. */
  usi: string;
  played: string;
  /** How much of the chance to win the game's move gave away. */
  lost: number;
  before: Pick<Judged, 'worth' | 'moves'>;
  after: Pick<Judged, 'worth'>;
}

export function answerTo({ side, usi, played, lost, before, after }: Try): Answer {
  if (before.moves[0] === usi) return 'best';
  if (usi === played) return 'played';
  const loss = (chanceOf(before.worth) - chanceOf(after.worth)) * (side === 'sente' ? 1 : -1);
  if (loss <= lost * GOOD_SHARE && loss < GOOD_LOSS_MAX) return 'good';
  return loss <= lost - CLEARLY ? 'better' : 'worse';
}

export const isRight = (answer: Answer) => answer === 'best' || answer === 'good';

/** From how much of the chance to win on a side is ahead: some 200 points. */
const AHEAD_FROM = 0.58;

/** What a position is worth for a side that is ahead there; null for one that is not. */
export function advantageOf(worth: Worth, side: Side): Worth | null {
  const sign = side === 'sente' ? 1 : -1;
  const own = 'mate' in worth ? { mate: sign * worth.mate } : { points: sign * worth.points };
  return chanceOf(own) >= AHEAD_FROM ? own : null;
}
