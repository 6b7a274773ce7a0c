import { expect, test } from 'vitest';
import { announced } from './event-field';

test.each([
  [{ kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 }, ['byoyomi', 10, 30]],
  [{ kind: 'fischer', main_ms: 300_000, increment_ms: 5_000 }, ['fischer', 5, 5]],
  [{ kind: 'sudden_death', main_ms: 900_000 }, ['sudden_death', 15, 0]],
  [{ kind: 'stopwatch', main_minutes: 240 }, ['stopwatch', 240, 60]],
] as const)('%j is announced', (clock, expected) => {
  const { timeKind, mainMinutes, perMove } = announced(clock);
  expect([timeKind, mainMinutes, perMove]).toEqual(expected);
});

test('what cannot be announced leaves no other time control there', () => {
  expect(announced({ kind: 'untimed' })).toEqual({ timeKind: 'none' });
});
