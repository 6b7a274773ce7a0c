import { expect, test } from 'vitest';
import type { Pairing, Tournament } from '../wire/generated';
import { gamesNow, nextPaired } from './rounds-now';

const inner = { t: 'swiss', rounds: 3 } as const;

function after(rounds: number, format: Tournament['format']): number {
  return nextPaired({ rounds: Array<Tournament['rounds'][number]>(rounds), format });
}

test('a round after the other', () => {
  expect([0, 1, 2].map((n) => after(n, inner))).toEqual([1, 2, 3]);
});

test('of matches the first round of the next one', () => {
  expect([0, 1, 2, 3].map((n) => after(n, { t: 'matches', inner }))).toEqual([1, 3, 3, 5]);
  expect([0, 1, 2, 3].map((n) => after(n, { t: 'matches', games: 3, inner }))).toEqual([1, 4, 4, 4]);
  const league = { t: 'league', classes: [], inner: { t: 'matches', inner } } as const;
  expect(after(1, { ...league, classes: [] })).toBe(3);
});

test('play-offs of earlier rounds are played now as well', () => {
  const game = (key: string, more: Partial<Pairing> = {}) => ({ key, ...more }) as Pairing;
  const rounds = [
    { round: 1, games: [game('1-1'), game('1-2', { play_off: 1 })], byes: [] },
    { round: 2, games: [game('2-1')], byes: [] },
  ];
  expect(gamesNow({ rounds }).map(({ key }) => key)).toEqual(['1-2', '2-1']);
  expect(gamesNow({ rounds: [] })).toEqual([]);
});
