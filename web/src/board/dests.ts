/** The destinations the server offers the mover, and what is offered where it may not say (§2.1 `loses`). */

import { couldPromote } from '../shogi/notation/western';
import type { Position } from '../shogi/position';
import { type Square, square } from '../shogi/square';
import type { Dests } from '../wire/generated';

/** Whether the move may, must or cannot promote. */
export type Promotion = 'no' | 'may' | 'must';

/** From an origin square, or a piece in hand written `P*`, to where it may go. */
export type Offered = ReadonlyMap<string, ReadonlyMap<Square, Promotion>>;

/** Reads `7g6f`, `2c?1d`, `1a+`: squares one after the other, a mark after a square for its promotion. */
export function readDests(dests: Dests): Offered {
  return new Map(
    Object.entries(dests).map(([origin, text]) => [
      origin,
      new Map(
        [...text.matchAll(/(\d+[a-m])([?+]?)/g)].map(([, to = '', mark]) => [
          to,
          mark === '?' ? 'may' : mark === '+' ? 'must' : 'no',
        ]),
      ),
    ]),
  );
}

/**
 * §2.1 In strict games every square is offered, so that nothing shows what is legal. A square with a piece of one's
 * own is not: touching it picks that piece up instead (§1.6). Promotion is asked for wherever the piece has another
 * face and touches its zone, forced or not.
 */
export function anyDests(position: Position): Offered {
  const { variant, turn } = position;
  const squares: Square[] = [];
  for (let rank = 0; rank < variant.ranks; rank++)
    for (let file = 1; file <= variant.files; file++) {
      const sq = square(file, rank);
      if (position.board.get(sq)?.side !== turn) squares.push(sq);
    }
  const offered = new Map<string, ReadonlyMap<Square, Promotion>>();
  for (const [from, piece] of position.board)
    if (piece.side === turn)
      offered.set(from, new Map(squares.map((to) => [to, couldPromote(position, from, to) ? 'may' : 'no'])));
  for (const [kind, count] of position.hands[turn])
    if (count > 0) offered.set(`${kind}*`, new Map(squares.map((to) => [to, 'no'])));
  return offered;
}
