/**
 * Whether a move may promote, as somebody might think who knows the zone; what is forced there the
 * law says.
 */

import type { Piece, Position } from './position';
import { rankOf, type Square } from './square';
import { inZone, type Variant } from './variant';

/** Whether the move may, must or cannot promote. */
export type Promotion = 'no' | 'may' | 'must';

export function promotionOf({ variant, board }: Position, from: Square, to: Square): Promotion {
  const piece = board.get(from);
  return piece ? promotionWithin(variant, piece, rankOf(from), rankOf(to), board.has(to)) : 'no';
}

/** The same of a move between two ranks, which takes something or not. */
export function promotionWithin(
  variant: Variant,
  { side, kind }: Piece,
  from: number,
  to: number,
  takes: boolean,
): Promotion {
  const table = variant.pieces[kind];
  if (table?.turns !== undefined) return 'must';
  if (table?.promotes_to === undefined) return 'no';
  const begins = inZone(variant, side, from);
  if (!begins && !inZone(variant, side, to)) return 'no';
  switch (variant.promotion) {
    case 'whenever':
      return 'must';
    case 'enter_or_take': {
      // §9.5 Quiet moves inside the zone promote only what goes straight ahead alone, on the last
      // rank.
      const isLast = to === (side === 'sente' ? 0 : variant.ranks - 1);
      const goesAhead = table.betza === 'fW' || table.betza === 'fR';
      return !begins || takes || (isLast && goesAhead) ? 'may' : 'no';
    }
    default:
      return 'may';
  }
}

/** Whether the piece has another face and the move could show it. */
export function couldPromote(position: Position, from: Square, to: Square): boolean {
  return promotionOf(position, from, to) === 'may';
}
