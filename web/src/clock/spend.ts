/**
 * §4 What a move takes off a clock, for clocks that no server keeps. The cases of `wire/spends.ts`,
 * which the server's own clocks write, are its test.
 */

import type { Clock, SideClock } from '../wire/generated';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The clock before the first move. */
export function startOf(clock: Clock): SideClock {
  switch (clock.kind) {
    case 'byoyomi':
    case 'consideration':
      return { main_ms: clock.main_ms, periods: clock.periods };
    case 'fischer':
    case 'sudden_death':
      return { main_ms: clock.main_ms, periods: 0 };
    case 'stopwatch':
      return { main_ms: clock.main_minutes * MINUTE_MS, periods: 0 };
    case 'correspondence':
      return { main_ms: clock.days * DAY_MS, periods: 0 };
    case 'untimed':
      return { main_ms: DAY_MS, periods: 0 };
  }
}

/** Milliseconds of a move at which the flag falls. */
export function allowanceMs(clock: Clock, { main_ms, periods }: SideClock): number {
  switch (clock.kind) {
    case 'byoyomi':
      return main_ms + periods * clock.byoyomi_ms;
    case 'consideration':
      return main_ms + clock.byoyomi_ms + periods * clock.period_ms;
    default:
      return main_ms;
  }
}

/** The clock after a move that took so long; null when the flag fell first. */
export function spend(clock: Clock, time: SideClock, ms: number): SideClock | null {
  if (ms >= allowanceMs(clock, time)) return null;
  const { main_ms, periods } = time;
  const over = ms - main_ms;
  switch (clock.kind) {
    case 'byoyomi':
      return over < 0
        ? { main_ms: -over, periods }
        : { main_ms: 0, periods: periods - Math.floor(over / clock.byoyomi_ms) };
    case 'consideration': {
      if (over < 0) return { main_ms: -over, periods };
      const considered = over - clock.byoyomi_ms;
      const begun = considered < 0 ? 0 : 1 + Math.floor(considered / clock.period_ms);
      return { main_ms: 0, periods: periods - begun };
    }
    case 'fischer':
      return { main_ms: main_ms - ms + clock.increment_ms, periods };
    case 'sudden_death':
      return { main_ms: main_ms - ms, periods };
    case 'stopwatch':
      return { main_ms: main_ms - (ms - (ms % MINUTE_MS)), periods };
    case 'correspondence':
      return startOf(clock);
    case 'untimed':
      return time;
  }
}
