import { expect, test } from 'vitest';
import { CHAPTERS } from '../learn/course';
import { nextLesson } from './next-lesson';

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
