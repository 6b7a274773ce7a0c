import { expect, test } from 'vitest';
import { QUICK, QUICK_SUDDEN } from '../lobby/quick';
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

test('days have no neighbours', () => {
  const days = { kind: 'correspondence', days: 1 } as const;
  expect(areNext(days, days)).toBe(false);
  expect(speedOf(days)).toBe('correspondence');
  expect(speedOf({ kind: 'untimed' })).toBe('classical');
});
