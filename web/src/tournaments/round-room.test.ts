import { expect, test } from 'vitest';
import { FOLLOWED_MAX } from '../watch/live-boards';
import type { Pairing, TournamentRound } from '../wire/generated';
import { boardsOf, PAGE } from './round-room';

const game = (key: string, result: Pairing['result'] = null): Pairing => ({
  key,
  board: 1,
  sente: `${key}s`,
  gote: `${key}g`,
  toss: false,
  handicap: null,
  slot: null,
  result,
  ruling: null,
  reason: null,
  boards: null,
  games: [],
});
const round = (n: number, games: Pairing[]): TournamentRound => ({ round: n, games, byes: [] });

test('a page has no more boards than a tab may follow', () => {
  expect(PAGE).toBeLessThanOrEqual(FOLLOWED_MAX);
});

test('the last round is there, and what is open of earlier ones, one\u2019s own board first', () => {
  const rounds = [
    round(1, [game('a', 'sente'), game('b')]),
    round(2, [game('c', 'gote'), game('d', 'annulled'), game('e')]),
  ];
  const keys = (own: string | null) => boardsOf({ rounds }, own).map(({ key }) => key);
  expect(keys(null)).toEqual(['b', 'c', 'e']);
  expect(keys('eg')).toEqual(['e', 'b', 'c']);
  expect(boardsOf({ rounds: [] }, null)).toEqual([]);
});
