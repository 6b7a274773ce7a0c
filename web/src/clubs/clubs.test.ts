import { expect, test } from 'vitest';
import { slugOf } from './club-form';
import { heightOf } from './words';

test.each([
  ['Câu lạc bộ Shogi Hà Nội', 'cau-lac-bo-shogi-ha-noi'],
  ['Đà Nẵng Shogi!', 'da-nang-shogi'],
  ['2nd Shogi', 'nd-shogi'],
  ['将棋クラブ', ''],
  [`${'a'.repeat(29)} b`, 'a'.repeat(29)],
])('the address of %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('grades are in order', () => {
  const grades = ['1-dan', '3k', null, '2-dan', '15-kyu', '1-kyu'];
  const sorted = grades.sort((a, b) => heightOf(b) - heightOf(a) || 0);
  expect(sorted).toEqual(['2-dan', '1-dan', '1-kyu', '3k', '15-kyu', null]);
});
