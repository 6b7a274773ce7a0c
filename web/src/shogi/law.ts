/**
 * The law of moves, in every variant: what may be played in a position, and whether the side to
 * move is mated.
 */

import { Board } from './law/board';
import type { Position } from './position';
import type { Promotion } from './promotion';
import type { Square } from './square';

/**
 * From an origin to where it may go. An origin is a square, or a piece in hand written `P*`; two
 * squares are a piece and where it has stepped first (§9.3); a square and `!` are what it would
 * take, if it were allowed.
 */
export type Offered = ReadonlyMap<string, ReadonlyMap<Square, Promotion>>;

const known = new WeakMap<Position, Offered>();

/** The legal moves of a position, as the server says them in its destinations. */
export function legalMoves(position: Position): Offered {
  const before = known.get(position);
  if (before) return before;
  const legal = find(position);
  known.set(position, legal);
  return legal;
}

/** Whether the side to move is in check without a legal move. */
export function isMated(position: Position): boolean {
  if (position.variant.bare_royals) return false;
  const board = new Board(position);
  return board.isInCheck(position.turn) && !board.hasMove();
}

function find(position: Position): Offered {
  const board = new Board(position);
  const { names } = board.tables;
  const name = (at: number) => names[at] as Square;
  const all = (squares: readonly number[]) => new Map(squares.map((at) => [name(at), 'no' as const]));
  const legal = new Map<string, ReadonlyMap<Square, Promotion>>();
  const isOver = board.isOver();
  for (const from of board.own()) {
    const lions = board.spared(from);
    if (lions.length > 0) legal.set(`${name(from)}!`, all(lions));
    if (isOver) continue;
    const moves = [...board.moves(from)].map(([to, promotion]): [Square, Promotion] => [name(to), promotion]);
    if (moves.length > 0) legal.set(name(from), new Map(moves));
    for (const { via, to } of board.ways(from)) legal.set(name(from) + name(via), all(to));
  }
  if (isOver) return legal;
  for (const { kind, on } of board.drops()) if (on.length > 0) legal.set(`${kind}*`, all(on));
  return legal;
}
