import { expect, test } from 'vitest';
import { afterEntry, halvesFrom } from './entry-fields';

test('nothing of who was entered is left for the next, but where players are entered into', () => {
  const nobody = {
    handle: '',
    name: '',
    grade: '' as const,
    rating: '',
    group: 'Huế',
    seat: '',
    start: '',
    table: '',
    family: '',
    given: '',
    nationality: '',
    unlisted: false,
    tags: '',
    stage: '',
    odds: '' as const,
  };
  const typed = {
    ...nobody,
    name: 'Ông Tám',
    grade: '1k' as const,
    rating: '1700',
    seat: '3',
    start: '2½',
    table: '4',
    family: 'Tám',
    nationality: 'VN',
    unlisted: true,
    tags: 'junior',
    stage: 'Title',
    odds: 'even' as const,
  };
  expect(afterEntry(typed)).toEqual(nobody);
});

test('points are read as people write them', () => {
  const read = ['3', '2.5', '2,5', '2½', '½', '4.0', '', 'x', '2.3', '½½'].map(halvesFrom);
  expect(read).toEqual([3, 2.5, 2.5, 2.5, 0.5, 4, null, null, null, null]);
});
