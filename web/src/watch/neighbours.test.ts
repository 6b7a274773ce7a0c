import { expect, test } from 'vitest';
import type { WatchedGame } from '../wire/generated';
import { neighboursOf, placeOf } from './neighbours';

const list = (codes: string) => [...codes].map((game) => ({ game: { game } }) as unknown as WatchedGame);

/** The game before one, the one after it, and how many there are besides. */
const around = (codes: string, code: string, at = 0) => {
  const { next, before, n } = neighboursOf(list(codes), code, at);
  return [before?.game.game ?? '', next?.game.game ?? '', n].join(' ');
};

test('the next game and the one before it follow the list, around its ends', () => {
  expect(around('abcd', 'b')).toBe('a c 3');
  expect(around('abcd', 'd')).toBe('c a 3');
  expect(around('abcd', 'a')).toBe('d b 3');
  // Of one other there is no going back that is not going on.
  expect(around('ab', 'b')).toBe(' a 1');
  expect(around('a', 'a')).toBe('  0');
  expect(around('', 'a')).toBe('  0');
});

test('a game that has ended keeps the place it had', () => {
  expect(around('acd', 'b', 1)).toBe('a c 3');
  expect(around('abc', 'd', 3)).toBe('c a 3');
  // Others before it have ended as well.
  expect(around('c', 'd', 3)).toBe(' c 1');
});

test('a place is remembered once the game is gone', () => {
  expect(placeOf(list('abc'), 'c', 0)).toBe(2);
  expect(placeOf(list('ab'), 'c', 2)).toBe(2);
});
