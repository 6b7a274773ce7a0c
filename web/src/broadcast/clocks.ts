/**
 * The clocks of a board, as the clocks of a game are: what was announced, what was read, and since
 * when one runs.
 */

import type { ShownClocks } from '../clock/small-clock';
import { turnOf } from '../shogi/position';
import type { AnnouncedTime, BroadcastBoard, Clock, Side } from '../wire/generated';

const MINUTE_MS = 60_000;

/** The time control that was announced, as one of a game's. */
export function announcedClock({ kind, main_s, per_move_s = 0 }: AnnouncedTime): Clock {
  const main_ms = main_s * 1_000;
  const per_move_ms = per_move_s * 1_000;
  switch (kind) {
    case 'byoyomi':
      return per_move_ms > 0
        ? { kind, main_ms, byoyomi_ms: per_move_ms, periods: 1 }
        : { kind: 'sudden_death', main_ms };
    case 'stopwatch':
      return { kind, main_minutes: Math.round(main_s / 60) };
    case 'fischer':
      return { kind, main_ms, increment_ms: per_move_ms };
    case 'sudden_death':
      return { kind, main_ms };
  }
}

/** What is left on a clock after a move. */
export function leftAfter(time: AnnouncedTime | null, left: number, spent: number): number {
  const charged = time?.kind === 'stopwatch' ? spent - (spent % MINUTE_MS) : spent;
  const added = time?.kind === 'fischer' ? (time.per_move_s ?? 0) * 1_000 : 0;
  return Math.round(Math.max(0, left - charged) + added);
}

/**
 * What a side's clock shows; nothing where nobody knows what is left. It stands still once the
 * broadcast is over.
 */
export function clocksOf(board: BroadcastBoard, side: Side, isEnded: boolean): ShownClocks | undefined {
  const { shown, announced } = board;
  const { clocks, since_ms } = shown;
  const left = clocks[side].remaining_ms;
  if (left === undefined) return undefined;
  const of = (it: Side) => ({ main_ms: clocks[it].remaining_ms ?? left, periods: 1 });
  return {
    over: isEnded || since_ms === undefined,
    clock: announced.time ? announcedClock(announced.time) : { kind: 'sudden_death', main_ms: left },
    clocks: {
      sente: of('sente'),
      gote: of('gote'),
      running: turnOf(shown.sfen),
      elapsed_ms: shown.thought_ms,
    },
    now: since_ms ?? 0,
  };
}
