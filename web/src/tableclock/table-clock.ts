/**
 * A chess clock on a table (§4): two sides, of which one thinks. Pure: told what happens and when,
 * in milliseconds of whatever clock the caller has, it says what stands there afterwards.
 */

import { clockOf, hasPeriods } from '../clock/remaining';
import { allowanceMs, spend, startOf } from '../clock/spend';
import type { Clock, ClockState, Clocks, Side, SideClock } from '../wire/generated';

/** For how long a press can be taken back. */
export const UNDO_MS = 3_000;

export interface TableClock {
  clocks: Clocks;
  sente: SideClock;
  gote: SideClock;
  /** Whose move it is. */
  turn: Side;
  /** Since when that side thinks; null while the clock stands. */
  sinceMs: number | null;
  /** What that side had thought before the clock stood. */
  thoughtMs: number;
  /** How many moves have been made. */
  moves: number;
  /** What each side has thought in the whole game. */
  spentMs: { sente: number; gote: number };
  /** Whose flag has fallen. */
  fallen: Side | null;
}

const other = (side: Side): Side => (side === 'sente' ? 'gote' : 'sente');

/** A clock as it stands before a game, in which gote moves first where a handicap is given. */
export function setUp(clocks: Clocks, first: Side = 'sente'): TableClock {
  return {
    clocks,
    sente: startOf(clockOf(clocks, 'sente')),
    gote: startOf(clockOf(clocks, 'gote')),
    turn: first,
    sinceMs: null,
    thoughtMs: 0,
    moves: 0,
    spentMs: { sente: 0, gote: 0 },
    fallen: null,
  };
}

export const hasBegun = ({ moves, thoughtMs, sinceMs }: TableClock) =>
  moves > 0 || thoughtMs > 0 || sinceMs !== null;

/** What the side to move has thought of this move by now. */
export const thought = ({ sinceMs, thoughtMs }: TableClock, now: number) =>
  thoughtMs + (sinceMs === null ? 0 : Math.max(0, now - sinceMs));

/** The time of the side to move runs, if its flag has not fallen. */
export function run(clock: TableClock, now: number): TableClock {
  return clock.sinceMs !== null || clock.fallen ? clock : { ...clock, sinceMs: now };
}

/** It stands, with what has been thought so far. */
export function pause(clock: TableClock, now: number): TableClock {
  const looked = look(clock, now);
  return looked.sinceMs === null ? looked : { ...looked, thoughtMs: thought(looked, now), sinceMs: null };
}

/** The flag falls as soon as somebody looks after the time is over. */
export function look(clock: TableClock, now: number): TableClock {
  if (clock.sinceMs === null || clock.fallen) return clock;
  const { turn } = clock;
  const allowed = allowanceMs(clockOf(clock.clocks, turn), clock[turn]);
  if (thought(clock, now) < allowed) return clock;
  return {
    ...clock,
    sinceMs: null,
    thoughtMs: allowed,
    spentMs: { ...clock.spentMs, [turn]: clock.spentMs[turn] + allowed },
    fallen: turn,
  };
}

/** A side has moved. Only the side to move has anything to press, and only while its time runs. */
export function press(clock: TableClock, side: Side, now: number): TableClock {
  const looked = look(clock, now);
  if (looked.turn !== side || looked.sinceMs === null) return looked;
  const ms = thought(looked, now);
  const left = spend(clockOf(looked.clocks, side), looked[side], ms);
  if (!left) return looked;
  return {
    ...looked,
    [side]: left,
    turn: other(side),
    sinceMs: now,
    thoughtMs: 0,
    moves: looked.moves + 1,
    spentMs: { ...looked.spentMs, [side]: looked.spentMs[side] + ms },
  };
}

/** What stands on the clocks, and whose move it is, as an arbiter puts them right. */
export type Correction = Pick<TableClock, 'sente' | 'gote' | 'turn'>;

/** What there is to put right: what the side to move has thought so far is taken off its clock. */
export function asCorrected(clock: TableClock): Correction {
  const { sente, gote, turn, thoughtMs } = clock;
  return { sente, gote, turn, [turn]: whileThinking(clockOf(clock.clocks, turn), clock[turn], thoughtMs) };
}

/** What is left to somebody who has not moved yet: what a move gives comes with the move. */
function whileThinking(clock: Clock, time: SideClock, ms: number): SideClock {
  if (ms < time.main_ms) return { ...time, main_ms: time.main_ms - ms };
  const none = { main_ms: 0, periods: 0 };
  return hasPeriods(clock) ? (spend(clock, time, ms) ?? none) : none;
}

/** The clocks are put right while they stand; a flag that has fallen stands again. */
export function correct(clock: TableClock, to: Correction): TableClock {
  return { ...clock, ...to, sinceMs: null, thoughtMs: 0, fallen: null };
}

/** As a game's clocks are shown, at `sinceMs`. */
export function stateOf(clock: TableClock): ClockState {
  const { sente, gote, turn, thoughtMs } = clock;
  return { sente, gote, running: hasBegun(clock) ? turn : null, elapsed_ms: thoughtMs };
}

/** How long the side to move may still think. */
export const leftMs = (clock: TableClock, now: number) =>
  Math.max(0, allowanceMs(clockOf(clock.clocks, clock.turn), clock[clock.turn]) - thought(clock, now));

/** Whether what was kept is one of these, whoever has written it. */
export function isTableClock(kept: unknown): kept is TableClock {
  const it = kept as Partial<TableClock> | null;
  const isTime = (time: SideClock | undefined) =>
    typeof time?.main_ms === 'number' && typeof time.periods === 'number';
  return (
    typeof it === 'object' &&
    it !== null &&
    typeof it.clocks === 'object' &&
    isTime(it.sente) &&
    isTime(it.gote) &&
    (it.turn === 'sente' || it.turn === 'gote') &&
    typeof it.thoughtMs === 'number' &&
    typeof it.moves === 'number' &&
    typeof it.spentMs?.sente === 'number' &&
    typeof it.spentMs.gote === 'number'
  );
}
