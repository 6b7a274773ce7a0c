/**
 * A move that was told alone: what follows from it is worked out here, once for all who hear of it.
 */

import { type Position, play, sfenOf } from '../shogi/position';
import { checkedRoyals } from '../shogi/reach';
import { parseUsi } from '../shogi/usi';
import type { ClockState, GameEvent, GameEventMoved, GameEventPlayed } from '../wire/generated';

/** An event with everything that it changes. */
export type WholeEvent = Exclude<GameEvent, GameEventPlayed>;

/** The move with the position after it and both clocks, which were these before. */
export function moveTold(event: GameEventPlayed, before: Position, clocks: ClockState): GameEventMoved {
  const { time, ...move } = event;
  const usi = parseUsi(event.usi);
  const after = usi ? play(before, usi) : before;
  const { sente, gote } = clocks;
  const moved = before.turn === 'sente' ? { sente: time, gote } : { sente, gote: time };
  return {
    ...move,
    t: 'moved',
    sfen: sfenOf(after),
    check: checkedRoyals(after).length > 0,
    clocks: { ...moved, running: after.turn },
  };
}
