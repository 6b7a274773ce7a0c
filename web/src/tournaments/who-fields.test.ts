import { expect, test } from 'vitest';
import { loadLanguage, loadLateWords } from '../i18n';
import { prizeText } from './prizes';
import { prizesOf } from './prizes-field';
import { partsFrom, whoFrom, whoText } from './who-fields';

test('for whom something is says what it says, and nothing else', async () => {
  // Only `lang` of the page is touched.
  globalThis.document ??= { documentElement: {} } as Document;
  await loadLanguage('en');
  await loadLateWords();
  expect(partsFrom('Hà Nội, Huế、 Huế;,')).toEqual(['Hà Nội', 'Huế']);
  const who = whoFrom(
    { rating_max: 1499 },
    { clubs: ['Huế'], grade_min: '', rating_min: 0, newcomers: false },
  );
  expect(who).toEqual({ rating_max: 1499, clubs: ['Huế'] });
  expect(whoFrom(who, { rating_max: 0, clubs: [] })).toEqual({});
  expect(whoText(who)).toBe('rating 1499 or less · of Huế');
  expect(whoText({})).toBe('');
});

test('so many prizes with what is said of them', () => {
  expect(prizesOf(3, 'cup\n\nbook')).toEqual(['cup', '', 'book']);
  expect(prizesOf(1, 'cup\nbook')).toEqual(['cup']);
  const category = { name: '', prizes: ['cup', '', 'book'] };
  expect(prizeText(category, { category: 0, first: 1, last: 3, entries: [] })).toBe('cup + book');
});
