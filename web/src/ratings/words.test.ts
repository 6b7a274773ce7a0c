import { beforeEach, expect, test } from 'vitest';
import { type Language, loadLanguage } from '../i18n';
import { changeText, gradeText, ratingText } from './words';

beforeEach(() => {
  // Only `lang` of the page is touched.
  globalThis.document ??= { documentElement: {} } as Document;
});

const GRADES: [Language, string, string][] = [
  ['vi', '15k', 'Thập ngũ cấp'],
  ['vi', '1k', 'Nhất cấp'],
  ['vi', '1d', 'Sơ đẳng'],
  ['vi', '8d', 'Bát đẳng'],
  ['vi', '9d', 'Cửu đẳng'],
  ['vi', '20k', 'Nhị thập cấp'],
  ['vi', '21k', 'Nhị thập nhất cấp'],
  ['ja', '1k', '1級'],
  ['ja', '1d', '初段'],
  ['ja', '9d', '九段'],
  ['en', '15k', '15-kyu'],
  ['en', '2d', '2-dan'],
  ['en', '3-kyu', '3-kyu'],
  ['ja', '2-dan', '二段'],
];

test.each(GRADES)('§6 in %s %s is %s', async (language, grade, text) => {
  await loadLanguage(language);
  expect(gradeText(grade)).toBe(text);
});

test('changes have their sign', () => {
  expect([12, 0, -7].map(changeText)).toEqual(['+12', '±0', '−7']);
});

test('what is not certain is marked', () => {
  const strength = { rating: 1500, provisional: true, grade: null, declared: null };
  expect(ratingText(strength)).toBe('1500?');
  expect(ratingText({ ...strength, provisional: false })).toBe('1500');
  expect(ratingText({ ...strength, rating: null })).toBe('?');
});
