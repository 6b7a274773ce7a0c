/**
 * What is offered to somebody who moves: what the server says of a problem, or anything (§2.1
 * `loses`).
 */

import type { Offered } from '../shogi/law';
import type { Position } from '../shogi/position';
import { type Promotion, promotionOf } from '../shogi/promotion';
import { secondSteps } from '../shogi/reach';
import { type Square, square } from '../shogi/square';
import type { Usi } from '../shogi/usi';
import type { Dests } from '../wire/generated';

export type { Offered } from '../shogi/law';
export type { Promotion } from '../shogi/promotion';

/**
 * Reads `7g6f`, `2c?1d`, `1a+`: squares one after the other, a mark after a square for its
 * promotion.
 */
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
 * §2.1 In strict games every square is offered, so that nothing shows what is legal. A square with
 * a piece of one's own is not: touching it picks that piece up instead (§1.6). Promotion is asked
 * for wherever the piece has another face and touches its zone, forced or not; a piece that turns
 * at every move is not asked about.
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
      offered.set(from, new Map(squares.map((to) => [to, promotionOf(position, from, to)])));
  for (const [kind, count] of position.hands[turn])
    for (const face of count > 0 ? facesOf(kind, position) : [])
      offered.set(`${face}*`, new Map(squares.map((to) => [to, 'no'])));
  for (const from of position.board.keys())
    if (position.board.get(from)?.side === turn)
      for (const { via, to } of secondSteps(position, from))
        offered.set(from + via, new Map(to.map((sq) => [sq, 'no'])));
  return offered;
}

/** §10.3 What a piece in hand may be dropped as. */
export function facesOf(kind: string, { variant }: Position): string[] {
  const other = variant.pieces[kind]?.turns;
  return other === undefined ? [kind] : [kind, other];
}

/** Whether a move as it was typed is among what is offered. */
export function isOffered(offered: Offered, usi: Usi): boolean {
  const from = usi.drop === null ? usi.from + (usi.via ?? '') : `${usi.drop}*`;
  const promotion = offered.get(from)?.get(usi.to);
  return promotion !== undefined && (usi.promote ? promotion !== 'no' : promotion !== 'must');
}

const TWO_SQUARES = /^(\d+[a-m])(\d+[a-m])$/;

/** Where a piece may go on from each square that it may step to first. */
export function stepsFrom(offered: Offered, from: string): ReadonlyMap<Square, Square[]> {
  const steps = new Map<Square, Square[]>();
  for (const [key, squares] of offered) {
    const [, first, via] = TWO_SQUARES.exec(key) ?? [];
    if (first === from && via) steps.set(via, [...squares.keys()]);
  }
  return steps;
}

/** What a piece would take, if it were allowed (§9.4). */
export function forbiddenFrom(offered: Offered, from: string): Square[] {
  return [...(offered.get(`${from}!`)?.keys() ?? [])];
}

/**
 * Whether an origin is a square or a piece in hand, and not the rest of a move or why there is
 * none.
 */
export const isOrigin = (key: string) => !key.endsWith('!') && !TWO_SQUARES.test(key);
