import { expect, test } from 'vitest';
import { afterEntry } from './entries-desk';

test('nothing of who was entered is left for the next, but where players are entered into', () => {
  const typed = {
    handle: '',
    name: 'Ông Tám',
    grade: '1k' as const,
    rating: '1700',
    group: 'Huế',
    seat: '3',
  };
  expect(afterEntry(typed)).toEqual({
    handle: '',
    name: '',
    grade: '',
    rating: '',
    group: 'Huế',
    seat: '',
  });
});
