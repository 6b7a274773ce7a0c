import { expect, test } from 'vitest';
import type { TableOfEvent } from '../wire/generated';
import { readSlip, slipOf } from './slip';

const CLOCKS: TableOfEvent['clock'][] = [
  { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'consideration', main_ms: 600_000, byoyomi_ms: 30_000, periods: 10, period_ms: 60_000 },
  { kind: 'fischer', main_ms: 300_000, increment_ms: 5_000 },
  { kind: 'sudden_death', main_ms: 600_000 },
  { kind: 'stopwatch', main_minutes: 240 },
];

test('a slip says which clock, board, handicap and toss its table has', () => {
  for (const clock of CLOCKS) {
    for (const of of [
      { board: 7, handicap: null, toss: true },
      { board: 0, handicap: 'lance' as const, toss: false },
    ]) {
      const written = String(new URLSearchParams(slipOf(clock, of)));
      // What a camera reads stays small: nothing in it has to be spelled out.
      expect(written).not.toContain('%');
      expect(readSlip(new URLSearchParams(written))).toEqual({ clock, ...of });
    }
  }
});

test('what is no slip says nothing', () => {
  for (const hash of ['', 'game=1-1&key=x', 'clock=', 'clock=main_ms.5', 'clock=kind.byoyomi*main_ms.x'])
    expect(readSlip(new URLSearchParams(hash)), hash).toBeNull();
});
