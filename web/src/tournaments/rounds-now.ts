import type { Pairing, Tournament } from '../wire/generated';

/**
 * The next round for which players are paired: that of matches of several games is the first of
 * the next match, as its other games follow from the first.
 */
export function nextPaired({ rounds, format }: Pick<Tournament, 'rounds' | 'format'>): number {
  const pairs = format.t === 'league' ? format.inner : format;
  const games = pairs?.t === 'matches' ? (pairs.games ?? 2) : 1;
  return Math.ceil(rounds.length / games) * games + 1;
}

/**
 * The games of the last round, behind those of play-offs: these are in the last round of their own
 * part of the event, which may have ended before others.
 */
export const gamesNow = ({ rounds }: Pick<Tournament, 'rounds'>): Pairing[] =>
  rounds.flatMap(({ games }, at) =>
    at + 1 === rounds.length ? games : games.filter(({ play_off }) => play_off !== undefined),
  );
