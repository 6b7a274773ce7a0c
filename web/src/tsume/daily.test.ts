import { expect, test } from 'vitest';
import type { DailyTsume, TsumeListed, TsumeSolver } from '../wire/generated';
import { dailyNext, nextDailyMs } from './daily';
import { nextFor } from './tsume-api';

const daily = (level: DailyTsume['level'], solved: readonly DailyTsume['level'][]): DailyTsume => ({
  problems: (['easy', 'medium', 'hard'] as const).map((it, i) => ({
    level: it,
    number: i + 1,
    plies: 2 * i + 1,
    solved: solved.includes(it),
  })),
  level,
  n_days: 0,
  best_days: 0,
});

test('the problem of the day is one at the reader’s level, and then another', () => {
  expect(dailyNext(daily('easy', []))?.level).toBe('easy');
  expect(dailyNext(daily('medium', []))?.level).toBe('medium');
  expect(dailyNext(daily('medium', ['medium']))?.level).toBe('hard');
  expect(dailyNext(daily('easy', ['easy']))?.level).toBe('medium');
  expect(dailyNext(daily('hard', ['hard']))?.level).toBe('medium');
  expect(dailyNext(daily('easy', ['easy', 'medium']))?.level).toBe('hard');
  expect(dailyNext(daily('hard', ['hard', 'easy', 'medium']))).toBe(null);
});

test('the next problem is as hard as its solver is strong', () => {
  const problem = (number: number, rating: number, solved = false) =>
    ({ number, rating, solved }) as TsumeListed;
  const solver = (rating: number) => ({ rating }) as TsumeSolver;
  const all = [
    problem(1, 600, true),
    problem(2, 620),
    problem(3, 1_000),
    problem(4, 1_100),
    problem(5, 2_000),
  ];
  expect(nextFor(all, null)?.number).toBe(2);
  expect(nextFor(all, solver(1_050))?.number).toBe(3);
  expect(nextFor(all, solver(1_800))?.number).toBe(5);
  expect(nextFor([problem(1, 600, true)], null)).toBe(null);
});

test('the next ones come at midnight UTC, also to whoever asks then', () => {
  const midnight = Date.UTC(2026, 10, 30);
  expect([midnight - 1, midnight, midnight + 1].map(nextDailyMs)).toEqual([
    midnight,
    midnight + 86_400_000,
    midnight + 86_400_000,
  ]);
});
