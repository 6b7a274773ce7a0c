/**
 * The clocks of this device, one of them at a time: the usual one, and one for each game of an event.
 * They are kept, so that a page that was closed in a game goes on with its own.
 */

import { effect, signal } from '@preact/signals';
import type { Clocks, Side } from '../wire/generated';
import {
  type Correction,
  correct,
  hasBegun,
  isTableClock,
  look,
  pause,
  press,
  run,
  setUp,
  type TableClock,
  UNDO_MS,
} from './table-clock';
import { Watch } from './watch';

/** Where the usual one is kept. */
const USUAL_SLOT = 'table-clock';
let slot = USUAL_SLOT;

/** What a clock is before somebody sets it. */
const USUAL: Clocks = { kind: 'byoyomi', main_ms: 900_000, byoyomi_ms: 60_000, periods: 1 };

export const watch = new Watch();

export const clock = signal<TableClock>(readKept() ?? setUp(USUAL));

/** The clock as it was before the last press, as long as that can be taken back. */
export const before = signal<TableClock | null>(null);
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Goes over to the clock that is kept there, or to a new one. */
export function openClock(at: string | null = null, fresh: () => TableClock = () => setUp(USUAL)): void {
  slot = at ?? USUAL_SLOT;
  forgetPress();
  clock.value = readKept() ?? fresh();
}

/** The clock of a game that is over is no longer wanted. */
export function dropClock(at: string): void {
  try {
    localStorage.removeItem(at);
  } catch {
    // Then there is none.
  }
}

function readKept(): TableClock | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(slot) ?? 'null');
    return isTableClock(kept) ? look(kept, watch.now()) : null;
  } catch {
    return null;
  }
}

/** Keeps what happens to the clock from now on; returns how to stop. */
export function keepClock(): () => void {
  const wake = () => {
    watch.wake();
    // Another object, so that what waits for its time is laid anew.
    clock.value = { ...look(clock.value, watch.now()) };
  };
  document.addEventListener('visibilitychange', wake);
  const stop = effect(() => {
    try {
      localStorage.setItem(slot, JSON.stringify(clock.value));
    } catch {
      // Without storage the clock runs as well, as long as the page is open.
    }
  });
  return () => {
    stop();
    document.removeEventListener('visibilitychange', wake);
  };
}

function forgetPress(): void {
  clearTimeout(forgetting);
  before.value = null;
}

/** A side has pressed: it has moved, or the other side's time begins that moves first. */
export function pressed(side: Side): void {
  const was = clock.value;
  const is = press(was, side, watch.now());
  if (is === was) return;
  clock.value = is;
  forgetPress();
  if (is.moves === was.moves) return;
  navigator.vibrate?.(15);
  before.value = was;
  forgetting = setTimeout(forgetPress, UNDO_MS);
}

/** The last press was a mistake: whoever pressed thinks on, as if they never had. */
export function takeBack(): void {
  const was = before.value;
  if (was) clock.value = was;
  forgetPress();
}

export function started(): void {
  clock.value = run(clock.value, watch.now());
}

export function paused(): void {
  forgetPress();
  clock.value = pause(clock.value, watch.now());
}

export function lookAgain(): void {
  clock.value = look(clock.value, watch.now());
}

export function corrected(to: Correction): void {
  forgetPress();
  clock.value = correct(clock.value, to);
}

/** Other clocks than were known before: they count as long as nobody has begun. */
export function named(clocks: Clocks, first: Side): void {
  if (!hasBegun(clock.value)) reset(clocks, first);
}

/** Another game, on the same clocks or on others. */
export function reset(clocks: Clocks, first: Side): void {
  forgetPress();
  clock.value = setUp(clocks, first);
}
