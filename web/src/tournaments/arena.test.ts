import { expect, test } from 'vitest';
import type { StandingsRow } from '../wire/generated';
import { isOnStreak, recentOf } from './arena';

const row = (...results: (string | null)[]) =>
  ({
    rounds: results.map((result) => ({ t: 'game', opponent: 'x', side: 'sente', ...(result && { result }) })),
  }) as unknown as StandingsRow;

test('the last five results are those that are decided, the latest last', () => {
  expect(recentOf(row('loss', 'win', 'draw', 'win_by_no_show', 'no_show', 'win', null))).toEqual([
    'win',
    'draw',
    'win',
    'loss',
    'win',
  ]);
  expect(recentOf(row(null))).toEqual([]);
});

test('two wins in a row double the next game', () => {
  expect(isOnStreak(recentOf(row('loss', 'win', 'win', null)))).toBe(true);
  expect(isOnStreak(recentOf(row('win', 'draw', 'win')))).toBe(false);
  expect(isOnStreak(recentOf(row('win')))).toBe(false);
});
