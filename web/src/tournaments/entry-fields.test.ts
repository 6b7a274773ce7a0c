import { expect, test } from 'vitest';
import { afterEntry } from './entry-fields';

test('nothing of who was entered is left for the next, but where players are entered into', () => {
  const nobody = {
    handle: '',
    name: '',
    grade: '' as const,
    rating: '',
    group: 'Huế',
    seat: '',
    family: '',
    given: '',
    nationality: '',
    unlisted: false,
  };
  const typed = {
    ...nobody,
    name: 'Ông Tám',
    grade: '1k' as const,
    rating: '1700',
    seat: '3',
    family: 'Tám',
    nationality: 'VN',
    unlisted: true,
  };
  expect(afterEntry(typed)).toEqual(nobody);
});
