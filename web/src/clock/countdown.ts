/**
 * §4 When seconds are spoken: in byoyomi and in the last minute of a stopwatch the time gone by
 * when 30, 20 and 10 seconds remain, then one to ten counted up; or what is left, counted down.
 * Pure: told a clock, it lists what is due and when.
 */

import type { Counting } from '../settings/settings';
import type { Clock, SideClock } from '../wire/generated';

export type Cue =
  /** Byoyomi begins, or a period of consideration. */
  | { kind: 'enter' }
  /** So many seconds of this move's time have gone by. */
  | { kind: 'elapsed'; seconds: number }
  /** So many seconds of it are left. */
  | { kind: 'left'; seconds: number }
  /** One of the last ten seconds. */
  | { kind: 'count'; seconds: number };

export interface TimedCue {
  /** Milliseconds after the move's time began to be charged. */
  atMs: number;
  cue: Cue;
}

/** Every cue of one move thought to its end, in order. */
export function cuesOf(clock: Clock, side: SideClock, counting: Counting = 'up'): TimedCue[] {
  const minuteCues = counting === 'up' ? countedUp : countedDown;
  switch (clock.kind) {
    case 'byoyomi': {
      const cues: TimedCue[] = [];
      for (let period = 0; period < side.periods; period++) {
        const begin = side.main_ms + period * clock.byoyomi_ms;
        if (period === 0 && side.main_ms > 0) cues.push({ atMs: begin, cue: { kind: 'enter' } });
        cues.push(...minuteCues(begin, Math.floor(clock.byoyomi_ms / 1000)));
      }
      return cues;
    }
    case 'consideration': {
      const enter: TimedCue[] = side.main_ms > 0 ? [{ atMs: side.main_ms, cue: { kind: 'enter' } }] : [];
      const cues = [...enter, ...minuteCues(side.main_ms, Math.floor(clock.byoyomi_ms / 1000))];
      for (let period = 0; period < side.periods; period++) {
        const begin = side.main_ms + clock.byoyomi_ms + period * clock.period_ms;
        cues.push({ atMs: begin, cue: { kind: 'enter' } });
        cues.push(...minuteCues(begin, Math.floor(clock.period_ms / 1000)));
      }
      return cues;
    }
    case 'stopwatch': {
      const begin = Math.max(0, side.main_ms - 60_000);
      const enter: TimedCue[] = begin > 0 ? [{ atMs: begin, cue: { kind: 'enter' } }] : [];
      return [...enter, ...minuteCues(begin, 60)];
    }
    default:
      return [];
  }
}

function countedUp(begin: number, seconds: number): TimedCue[] {
  const cues: TimedCue[] = [];
  for (const left of [30, 20, 10]) {
    const gone = seconds - left;
    // "Where N allows": whole tens only, and nothing at the very start.
    if (gone > 0 && gone % 10 === 0)
      cues.push({ atMs: begin + gone * 1000, cue: { kind: 'elapsed', seconds: gone } });
  }
  for (let n = 1; n <= Math.min(10, seconds); n++) {
    const gone = seconds - Math.min(10, seconds) + n;
    cues.push({ atMs: begin + gone * 1000, cue: { kind: 'count', seconds: n } });
  }
  return cues;
}

function countedDown(begin: number, seconds: number): TimedCue[] {
  const at = (left: number) => begin + (seconds - left) * 1000;
  const tens = [30, 20, 10].filter((left) => left < seconds);
  const last = [9, 8, 7, 6, 5, 4, 3, 2, 1].filter((left) => left < seconds);
  return [
    ...tens.map((left): TimedCue => ({ atMs: at(left), cue: { kind: 'left', seconds: left } })),
    ...last.map((left): TimedCue => ({ atMs: at(left), cue: { kind: 'count', seconds: left } })),
  ];
}
