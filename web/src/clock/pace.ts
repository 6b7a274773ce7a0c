/** How fast a game is on a clock, and which clocks are next to each other. */

import type { Clock, Clocks, Speed } from '../wire/generated';

/** How many moves a side makes in a game, about. */
const MOVES = 60;

interface ThinkingTime {
  main: number;
  /** With each move. */
  added: number;
  /** For each move when nothing else is left. */
  byoyomi: number;
}

/** What a clock gives a side to think, in milliseconds. */
function thinkingTime(clock: Clock): ThinkingTime | null {
  switch (clock.kind) {
    case 'byoyomi':
      return { main: clock.main_ms, added: 0, byoyomi: clock.byoyomi_ms };
    case 'consideration': {
      const considered = clock.periods * clock.period_ms;
      return { main: clock.main_ms + considered, added: 0, byoyomi: clock.byoyomi_ms };
    }
    case 'fischer':
      return { main: clock.main_ms, added: clock.increment_ms, byoyomi: 0 };
    case 'sudden_death':
      return { main: clock.main_ms, added: 0, byoyomi: 0 };
    case 'stopwatch':
      return { main: clock.main_minutes * 60_000, added: 0, byoyomi: 60_000 };
    case 'correspondence':
    case 'untimed':
      return null;
  }
}

/** §6.2 The class of speed whose rating a game changes; without a clock the slowest. */
export function speedOf(clocks: Clocks): Speed {
  const clock = 'kind' in clocks ? clocks : clocks.sente;
  if (clock.kind === 'correspondence') return clock.kind;
  const time = thinkingTime(clock);
  if (!time) return 'classical';
  const minutes = Math.floor((time.main + MOVES * (time.added + time.byoyomi)) / 60_000);
  return minutes < 3 ? 'bullet' : minutes < 10 ? 'blitz' : minutes < 60 ? 'rapid' : 'classical';
}

/** §6.6 How long a side is expected to think; null where that cannot be said. */
export function expectedMs(clock: Clock): number | null {
  const time = thinkingTime(clock);
  return time && time.main + MOVES * (time.added + time.byoyomi / 2);
}

/** §6.6 Whether somebody who searches for a game on one clock also meets those on the other. */
export function areNext(one: Clock, other: Clock): boolean {
  const [a, b] = [expectedMs(one), expectedMs(other)];
  return a !== null && b !== null && Math.max(a, b) <= 2 * Math.min(a, b);
}
