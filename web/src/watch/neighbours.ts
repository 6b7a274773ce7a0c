/**
 * Which running game comes after the one that is watched, and which before it, in the order of the
 * list of live games.
 */

import type { WatchedGame } from '../wire/generated';

/** The games around one that is watched. */
export interface Neighbours {
  next: WatchedGame | null;
  before: WatchedGame | null;
  /** How many others there are. */
  n: number;
}

/**
 * The neighbours of the game with this code. Games that end fall out of the list: the one that is
 * watched keeps the place it had, which is `at` where it was last seen.
 */
export function neighboursOf(games: readonly WatchedGame[], code: string, at: number): Neighbours {
  const place = placeOf(games, code, at);
  const others = games.filter((it) => it.game.game !== code);
  const n = others.length;
  const isListed = n < games.length;
  const after = isListed ? place : Math.min(place, n);
  return {
    next: others[after % Math.max(1, n)] ?? null,
    before: n > 1 ? (others[(after - 1 + n) % n] ?? null) : null,
    n,
  };
}

/** Where a game stands in the list, or stood. */
export function placeOf(games: readonly WatchedGame[], code: string, at: number): number {
  const place = games.findIndex((it) => it.game.game === code);
  return place < 0 ? at : place;
}
