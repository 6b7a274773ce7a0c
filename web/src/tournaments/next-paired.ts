import type { Tournament } from '../wire/generated';

/**
 * The next round for which players are paired: that of matches of several games is the first of
 * the next match, as its other games follow from the first.
 */
export function nextPaired({ rounds, format }: Pick<Tournament, 'rounds' | 'format'>): number {
  const pairs = format.t === 'league' ? format.inner : format;
  const games = pairs?.t === 'matches' ? (pairs.games ?? 2) : 1;
  return Math.ceil(rounds.length / games) * games + 1;
}
