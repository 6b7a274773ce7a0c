import { expect, test } from 'vitest';
import { words as ja } from '../i18n/made/whole/ja';
import { QUICK, QUICK_SUDDEN } from '../lobby/quick';
import type { Clock } from '../wire/generated';
import { PACES } from '../wire/paces';
import { areNext, expectedMs, speedOf } from './pace';

test.each(PACES)('a game is as fast here as on the server: $clock', ({ clock, speed, expected_ms }) => {
  expect(speedOf(clock)).toBe(speed);
  expect(expectedMs(clock)).toBe(expected_ms);
});

test('every clock of a button has a neighbour, and the extremes are none', () => {
  for (const clocks of [QUICK, QUICK_SUDDEN])
    for (const clock of clocks)
      expect(clocks.filter((it) => it !== clock && areNext(it, clock))).not.toEqual([]);
  const [shortest, longest] = [QUICK.at(0), QUICK.at(-1)];
  expect(shortest && longest && areNext(shortest, longest)).toBe(false);
});

test('a class has the name of the clocks that belong to it where Japanese play', () => {
  const minute = 60_000;
  const byoyomi = (minutes: number, seconds: number): Clock => ({
    kind: 'byoyomi',
    main_ms: minutes * minute,
    byoyomi_ms: seconds * 1_000,
    periods: 1,
  });
  const asThere: [string, Clock][] = [
    // Shogi Club 24: 早指し, 早指し2, 早指し3, 15分, 長考.
    ['早指し', byoyomi(1, 30)],
    ['早指し', { kind: 'consideration', main_ms: 0, byoyomi_ms: 30_000, periods: 1, period_ms: minute }],
    ['早指し', { kind: 'fischer', main_ms: 5 * minute, increment_ms: 5_000 }],
    ['15分・長考', byoyomi(15, 60)],
    ['15分・長考', byoyomi(30, 60)],
    // Shogi Wars: faster than anything there.
    ['超早指し', { kind: 'sudden_death', main_ms: 3 * minute }],
    ['早指し', { kind: 'sudden_death', main_ms: 10 * minute }],
  ];
  for (const [name, clock] of asThere) expect(ja.ratings.speeds[speedOf(clock)], name).toBe(name);
});

test('days have no neighbours', () => {
  const days = { kind: 'correspondence', days: 1 } as const;
  expect(areNext(days, days)).toBe(false);
  expect(speedOf(days)).toBe('correspondence');
  expect(speedOf({ kind: 'untimed' })).toBe('classical');
});
