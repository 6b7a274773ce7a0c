import { expect, test } from 'vitest';
import { CHAPTERS } from '../learn/course';
import type { Home } from '../wire/generated';
import { isNewcomer, nextLesson } from './next-lesson';

const shogi = CHAPTERS.flatMap(({ lessons }) => lessons)
  .filter(({ variant }) => variant === 'standard')
  .map(({ name }) => name);

test('the lessons of shogi are counted, and no others', () => {
  expect(nextLesson([])).toEqual({ name: 'board', place: 1, of: shogi.length });
  expect(nextLesson(['board', 'king'])).toEqual({ name: 'rook', place: 3, of: shogi.length });
  // Whoever skips one comes back to it.
  expect(nextLesson(['king', 'chu_lion'])).toEqual({ name: 'board', place: 2, of: shogi.length });
});

test('after them, what was begun of another game is finished', () => {
  expect(nextLesson(shogi)).toBe(null);
  expect(nextLesson([...shogi, 'heian_pieces'])).toEqual({ name: 'heian_rules', place: 2, of: 2 });
  expect(nextLesson([...shogi, 'heian_pieces', 'heian_rules'])).toBe(null);
});

test('whoever has lost without a lesson is shown the first, and whoever wins is not', () => {
  const daily = (level: Home['daily']['level']) => ({ level, n_days: 0, best_days: 0, problems: [] });
  const ended = (winner: 'sente' | 'gote' | null) =>
    ({ side: 'sente', winner }) as NonNullable<Home['last_game']>;
  expect(isNewcomer({ daily: daily('easy'), last_game: null })).toBe(true);
  expect(isNewcomer({ daily: daily('easy'), last_game: ended('gote') })).toBe(true);
  expect(isNewcomer({ daily: daily('easy'), last_game: ended('sente') })).toBe(false);
  expect(isNewcomer({ daily: daily('easy'), last_game: ended(null) })).toBe(false);
  // Whose strength is known has learnt it somewhere.
  expect(isNewcomer({ daily: daily('hard'), last_game: ended('gote') })).toBe(false);
});
