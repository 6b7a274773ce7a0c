/** Whether a move may promote, as far as the variant's data says it: what is forced in the end is the server's business. */

import type { Position } from './position';
import { rankOf, type Square } from './square';
import { inZone, type Variant } from './variant';

/** Whether the move may, must or cannot promote. */
export type Promotion = 'no' | 'may' | 'must';

export function promotionOf(position: Position, from: Square, to: Square): Promotion {
  const { variant, board } = position;
  const piece = board.get(from);
  const table = piece && variant.pieces[piece.kind];
  if (!piece || !table) return 'no';
  if (table.turns !== undefined) return 'must';
  if (table.promotes_to === undefined) return 'no';
  const [begins, ends] = [from, to].map((sq) => inZone(variant, piece.side, rankOf(sq)));
  if (!begins && !ends) return 'no';
  switch (variant.promotion) {
    case 'whenever':
      return 'must';
    case 'enter_or_take': {
      // §9.5 Quiet moves inside the zone promote only what goes straight ahead alone, on the last rank.
      const isLast = rankOf(to) === (piece.side === 'sente' ? 0 : variant.ranks - 1);
      const goesAhead = table.betza === 'fW' || table.betza === 'fR';
      return !begins || board.has(to) || (isLast && goesAhead) ? 'may' : 'no';
    }
    default:
      return 'may';
  }
}

/** Whether the piece has another face and the move could show it. */
export function couldPromote(position: Position, from: Square, to: Square): boolean {
  return promotionOf(position, from, to) === 'may';
}

/** What a piece is after a move that promotes it, or turns it over. */
export function promoted(variant: Variant, kind: string): string {
  const table = variant.pieces[kind];
  return table?.turns ?? table?.promotes_to ?? kind;
}
