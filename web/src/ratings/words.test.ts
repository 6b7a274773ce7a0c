import { beforeEach, expect, test } from 'vitest';
import { type Language, loadLanguage } from '../i18n';
import { changeText, entryGradeText, gradeText, ratingText, standingText } from './words';

beforeEach(() => {
  // Only `lang` of the page is touched.
  globalThis.document ??= { documentElement: {} } as Document;
});

const GRADES: [Language, string, string][] = [
  ['vi', '15k', 'Thập ngũ cấp'],
  ['vi', '1k', 'Nhất cấp'],
  ['vi', '1d', 'Nhất đẳng'],
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

test.each([
  ['en', { grade: '2d', provisional_grade: null }, '2-dan'],
  ['en', { grade: null, provisional_grade: '2d' }, 'provisional 2-dan'],
  ['vi', { grade: null, provisional_grade: '1d' }, 'Nhất đẳng (tạm tính)'],
  ['ja', { grade: null, provisional_grade: '2d' }, '暫定二段'],
  ['ja', { grade: null, provisional_grade: null }, ''],
] as const)('§6.7 in %s %o is shown as “%s”', async (language, strength, text) => {
  await loadLanguage(language);
  expect(standingText(strength)).toBe(text);
  expect(entryGradeText(strength.grade ?? strength.provisional_grade, strength.grade === null)).toBe(text);
});

test('what is not certain is marked', () => {
  const strength = { rating: 1500, provisional: true, grade: null, provisional_grade: null, declared: null };
  expect(ratingText(strength)).toBe('1500?');
  expect(ratingText({ ...strength, provisional: false })).toBe('1500');
  expect(ratingText({ ...strength, rating: null })).toBe('?');
});
