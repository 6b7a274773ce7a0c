/**
 * What a clock shows (§4): pure reading of the server's numbers; the server alone decides when the
 * flag falls.
 */

import type { Clock, ClockState, Clocks, Side, SideClock, Vacation } from '../wire/generated';

export interface Reading {
  /** What is shown counting down: main time, or what is left of this move's byoyomi or period. */
  leftMs: number;
  /** What `leftMs` started from, for a bar; null while main time runs. */
  ofMs: number | null;
  inByoyomi: boolean;
  /** Byoyomi periods left, the running one included. */
  periods: number;
  /** Whether a period of consideration runs (考慮時間). */
  inConsideration: boolean;
  /** Periods of consideration that have not begun; null on a clock without them. */
  considerations: number | null;
  running: boolean;
}

/** How often the bar of byoyomi is drawn, which takes longer to become one pixel shorter. */
const BAR_MS = 100;

/**
 * After how long a running clock shows something else; one that stands is read again every second.
 */
export function nextDrawMs({ leftMs, ofMs }: Pick<Reading, 'leftMs' | 'ofMs'>): number {
  const untilNextSecond = Math.ceil(leftMs % 1000) || 1000;
  return ofMs === null ? untilNextSecond : Math.min(untilNextSecond, BAR_MS);
}

/** Whether there is a clock to be seen on this side. */
export const isTimed = (clocks: Clocks, side: Side) => clockOf(clocks, side).kind !== 'untimed';

/**
 * Whether the players need not be there at the same time; both sides have such clocks or neither.
 */
export const isCorrespondence = (clocks: Clocks) => clockOf(clocks, 'sente').kind === 'correspondence';

export function clockOf(clocks: Clocks, side: Side): Clock {
  return 'kind' in clocks ? clocks : clocks[side];
}

/** §4 Whether Saturdays and Sundays (UTC) do not count on such a clock. */
export const hasWeekendsOff = (clock: Clock) =>
  clock.kind === 'correspondence' && clock.weekends_off === true;

const DAY_MS = 86_400_000;

/**
 * From its Thursday on, with which Unix time began, how much of a week's Saturday and Sunday has
 * passed.
 */
const weekendOf = (intoWeek: number) => Math.min(Math.max(intoWeek - 2 * DAY_MS, 0), 2 * DAY_MS);

/** How much of the time between two instants was Saturday or Sunday (UTC), in milliseconds. */
function atWeekends(from: number, to: number): number {
  const before = (at: number) => Math.floor(at / (7 * DAY_MS)) * 2 * DAY_MS + weekendOf(at % (7 * DAY_MS));
  return to > from ? before(to) - before(from) : 0;
}

/** Whether it is Saturday or Sunday (UTC). */
export const isWeekend = (at: number) => [0, 6].includes(new Date(at).getUTCDay());

/**
 * Milliseconds charged to the running side by now: none for a first move, which has a limit of its
 * own.
 */
export function elapsedMs(
  state: ClockState,
  sentAt: number,
  serverNow: number,
  vacation: Vacation | null = null,
  weekendsOff = false,
): number {
  const elapsed = state.elapsed_ms ?? 0;
  if (state.first_move_due_ms !== undefined) return elapsed;
  // What a weekend takes away is not taken away again by a vacation.
  const counted = (from: number, to: number) =>
    Math.max(0, to - from) - (weekendsOff ? atWeekends(from, to) : 0);
  const off = vacation
    ? counted(Math.max(vacation.from_ms, sentAt), Math.min(vacation.until_ms, serverNow))
    : 0;
  return elapsed + counted(sentAt, serverNow) - off;
}

export function read(
  clocks: Clocks,
  state: ClockState,
  side: Side,
  sentAt: number,
  serverNow: number,
  vacation: Vacation | null = null,
): Reading {
  const clock = clockOf(clocks, side);
  const { main_ms, periods } = state[side];
  const running = state.running === side;
  const elapsed = running ? elapsedMs(state, sentAt, serverNow, vacation, hasWeekendsOff(clock)) : 0;
  const base = {
    running,
    periods,
    inByoyomi: false,
    inConsideration: false,
    considerations: null,
    ofMs: null,
  };
  if (clock.kind === 'consideration') return considering(clock, state[side], running, elapsed);
  if (clock.kind === 'stopwatch') {
    const leftMs = Math.max(0, main_ms - elapsed);
    return leftMs <= 60_000
      ? { ...base, leftMs, inByoyomi: true, ofMs: 60_000, periods: 1 }
      : { ...base, leftMs };
  }
  if (clock.kind !== 'byoyomi' || elapsed < main_ms)
    return { ...base, leftMs: Math.max(0, main_ms - elapsed) };
  const over = elapsed - main_ms;
  const used = Math.min(Math.floor(over / clock.byoyomi_ms), periods);
  const leftMs = used >= periods ? 0 : clock.byoyomi_ms - (over % clock.byoyomi_ms);
  return { ...base, inByoyomi: true, ofMs: clock.byoyomi_ms, leftMs, periods: Math.max(periods - used, 0) };
}

/** Main time, byoyomi, and when that is over one period of consideration after the other. */
function considering(
  { byoyomi_ms, period_ms }: Clock & { kind: 'consideration' },
  { main_ms, periods }: SideClock,
  running: boolean,
  elapsed: number,
): Reading {
  const base = { running, periods: 1, inConsideration: false, considerations: periods };
  const over = elapsed - main_ms;
  if (over < 0) return { ...base, inByoyomi: false, ofMs: null, leftMs: -over };
  const inByoyomi = { ...base, inByoyomi: true };
  if (over < byoyomi_ms) return { ...inByoyomi, ofMs: byoyomi_ms, leftMs: byoyomi_ms - over };
  const considered = over - byoyomi_ms;
  const begun = Math.floor(considered / period_ms) + 1;
  return {
    ...inByoyomi,
    inConsideration: begun <= periods,
    considerations: Math.max(periods - begun, 0),
    ofMs: period_ms,
    leftMs: begun > periods ? 0 : period_ms - (considered % period_ms),
  };
}

/** Whether periods follow the main time. */
export const hasPeriods = ({ kind }: Clock) => kind === 'byoyomi' || kind === 'consideration';
