/** From where a lost game is played on. */

import { type Position, sfenOf } from '../shogi/position';
import type { Side } from '../wire/generated';

/**
 * The position `nMoves` of `side`'s own moves ago, or before its first one, as SFEN; null if it
 * never moved. `line` is the game's positions, the last one after its last move.
 */
export function positionBefore(line: readonly Position[], side: Side, nMoves: number): string | null {
  const own = line.slice(0, -1).filter((it) => it.turn === side);
  const before = own.at(-Math.min(nMoves, own.length));
  return before ? sfenOf(before) : null;
}
