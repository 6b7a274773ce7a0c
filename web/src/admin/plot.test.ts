import { expect, test } from 'vitest';
import { path, rows, scale } from './plot';

test('a scale ends with a round number', () => {
  expect([0, 0.3, 1, 1.2, 4, 7, 10, 230, 6_000].map(scale)).toEqual([1, 0.5, 1, 2, 5, 10, 10, 500, 10_000]);
});

test('a line is broken where nothing was measured, and ends at the right', () => {
  const times = [0, 1_800_000, 3_599_000, 3_600_000];
  expect(path(times, [0, 10, null, 5], 3_600_000, 10)).toBe('M0.0 95.0L160.0 6.0M320.0 50.5');
  expect(path([0, 3_700_000], [1, 1], 3_700_000, 1)).toBe('M320.0 6.0');
});

test('a table has a row for every few minutes', () => {
  const times = Array.from({ length: 720 }, (_, n) => n * 5_000);
  expect(rows(times)).toHaveLength(12);
  expect(rows(times)[0]).toBe(719);
  expect(rows([])).toEqual([]);
});
