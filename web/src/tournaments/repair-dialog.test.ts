import { expect, test } from 'vitest';
import type { Pairing, Tournament } from '../wire/generated';
import { freeIn, repaired } from './repair-dialog';

const game = (sente: string, gote: string, result: Pairing['result'] = null): Pairing => ({
  key: `${sente}${gote}`,
  board: 1,
  sente,
  gote,
  toss: false,
  handicap: null,
  slot: null,
  result,
  ruling: null,
  reason: null,
  boards: null,
  games: [],
});

test('the two who lose their opponents meet, each on a side as before', () => {
  const games = [game('a', 'b'), game('c', 'd')];
  expect(repaired({ games }, 'a', 'c')).toEqual({
    pairs: [
      ['a', 'c'],
      ['d', 'b'],
    ],
    alone: [],
  });
  expect(repaired({ games }, 'd', 'a')).toEqual({
    pairs: [
      ['d', 'a'],
      ['c', 'b'],
    ],
    alone: [],
  });
});

test('who had the bye takes a seat, and somebody else has none', () => {
  const games = [game('a', 'b'), game('c', 'd')];
  expect(repaired({ games }, 'e', 'b')).toEqual({ pairs: [['e', 'b']], alone: ['a'] });
});

test('two who meet already change sides, and what is decided stays', () => {
  const games = [game('a', 'b'), game('c', 'd', 'sente')];
  expect(repaired({ games }, 'b', 'a')).toEqual({ pairs: [['b', 'a']], alone: [] });
  expect(repaired({ games }, 'a', 'c').alone).toEqual(['b']);
});

test('whoever is there without a game can be paired', () => {
  const entry = (id: string, left = false) => ({ id, left }) as Tournament['entries'][number];
  const entries = [entry('a'), entry('b'), entry('bye'), entry('late'), entry('gone', true)];
  const round = {
    games: [game('a', 'b')],
    byes: [{ entry: 'bye', kind: 'bye' as const, round: 1 }],
  };
  expect(freeIn({ entries, attendance: 'by_round' }, round)).toEqual({
    playing: ['a', 'b'],
    idle: ['bye', 'late'],
  });
  // Where rounds follow a plan nobody is put into one.
  expect(freeIn({ entries, attendance: 'whole' }, round).idle).toEqual(['bye']);
});
