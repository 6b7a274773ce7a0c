/**
 * What can be done to a position in the editor: each function makes another position, and none
 * judges it.
 */

import { other, type Piece, type Position } from '../shogi/position';
import { fileOf, rankOf, type Square, square } from '../shogi/square';
import { handKind, promoted, type Variant } from '../shogi/variant';
import type { Side } from '../wire/generated';

/** The most of a kind that one hand is given: no set has more. */
export const IN_HAND_MAX = 18;

export function put(position: Position, at: Square, piece: Piece | null): Position {
  const board = new Map(position.board);
  if (piece) board.set(at, piece);
  else board.delete(at);
  return { ...position, board, struck: null };
}

/** A piece goes to another square; what stood there is gone. */
export function move(position: Position, from: Square, to: Square): Position {
  const piece = position.board.get(from);
  return piece && from !== to ? put(put(position, from, null), to, piece) : position;
}

/** As `put`, or an empty square where the very same piece stands there. */
export function toggle(position: Position, at: Square, piece: Piece): Position {
  const there = position.board.get(at);
  const isSame = there?.kind === piece.kind && there.side === piece.side;
  return put(position, at, isSame ? null : piece);
}

/** The other face; one that has none changes sides instead, and so does one that has shown both. */
export function turnOver(position: Position, at: Square): Position {
  const piece = position.board.get(at);
  if (!piece) return position;
  const { variant } = position;
  const first = handKind(variant, piece.kind);
  const second = piece.kind === first ? promoted(variant, first) : first;
  return put(
    position,
    at,
    second === first ? { side: other(piece.side), kind: first } : { side: piece.side, kind: second },
  );
}

/** `n` more of a kind in that hand, or fewer. */
export function hold(position: Position, side: Side, kind: string, n: number): Position {
  const count = (position.hands[side].get(kind) ?? 0) + n;
  if (!position.variant.hand.includes(kind) || count < 0 || count > IN_HAND_MAX) return position;
  const hand = new Map(position.hands[side]).set(kind, count);
  return { ...position, hands: { ...position.hands, [side]: hand } };
}

/** A piece goes from the board into a hand, where it can be held. */
export function take(position: Position, from: Square, side: Side): Position {
  const piece = position.board.get(from);
  if (!piece) return position;
  const held = hold(position, side, handKind(position.variant, piece.kind), 1);
  return held === position ? position : put(held, from, null);
}

export function clear({ variant, turn }: Position): Position {
  return { variant, turn, board: new Map(), hands: { sente: new Map(), gote: new Map() }, struck: null };
}

/** Left and right exchanged. */
export function mirror(position: Position): Position {
  const { files } = position.variant;
  const board = [...position.board].map(
    ([at, piece]) => [square(files + 1 - fileOf(at), rankOf(at)), piece] as const,
  );
  return { ...position, board: new Map(board), struck: null };
}

/** What was sente's is gote's, seen from the other end of the board. */
export function swapSides({ variant, board, hands, turn }: Position): Position {
  const turned = [...board].map(
    ([at, { side, kind }]) =>
      [
        square(variant.files + 1 - fileOf(at), variant.ranks - 1 - rankOf(at)),
        { side: other(side), kind },
      ] as const,
  );
  return {
    variant,
    board: new Map(turned),
    hands: { sente: hands.gote, gote: hands.sente },
    turn: other(turn),
    struck: null,
  };
}

/**
 * How many of each kind that can be held are missing beside those in `start`: what is still in the
 * box.
 */
export function missing(position: Position, start: Position): ReadonlyMap<string, number> {
  const all = countsOf(start);
  const here = countsOf(position);
  return new Map(position.variant.hand.map((kind) => [kind, (all.get(kind) ?? 0) - (here.get(kind) ?? 0)]));
}

/** Everything that is missing goes to one hand, as in a tsume problem the defender's. */
export function holdRest(position: Position, start: Position, side: Side): Position {
  let rest = position;
  for (const [kind, n] of missing(position, start)) if (n > 0) rest = hold(rest, side, kind, n);
  return rest;
}

function countsOf({ variant, board, hands }: Position): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (kind: string, n: number) => counts.set(kind, (counts.get(kind) ?? 0) + n);
  for (const { kind } of board.values()) add(handKind(variant, kind), 1);
  for (const hand of [hands.sente, hands.gote]) for (const [kind, n] of hand) add(kind, n);
  return counts;
}

/**
 * Whether a text has the shape of an SFEN for this board: as many ranks, each as wide, of pieces
 * that there are.
 */
export function isSfen(variant: Variant, text: string): boolean {
  const [rows = '', turn = 'b', hands = '-'] = text.trim().split(/\s+/);
  if (turn !== 'b' && turn !== 'w') return false;
  const ranks = rows.split('/');
  const kinds = new Set(Object.keys(variant.pieces));
  const isRank = (row: string) => {
    const tokens = row.match(/\d+|\+?[A-Za-z]/g) ?? [];
    const width = tokens.reduce((sum, it) => sum + (Number.parseInt(it, 10) || 1), 0);
    const isKnown = tokens.every((it) => /^\d/.test(it) || kinds.has(it.toUpperCase()));
    return tokens.join('') === row && isKnown && width === variant.files;
  };
  if (ranks.length !== variant.ranks || !ranks.every(isRank)) return false;
  if (hands === '-' || (variant.hand.length === 0 && /^\d+[a-m]$/.test(hands))) return true;
  const held = hands.match(/\d*[A-Za-z]/g) ?? [];
  return (
    held.join('') === hands && held.every((it) => variant.hand.includes(it.replace(/\d/g, '').toUpperCase()))
  );
}
