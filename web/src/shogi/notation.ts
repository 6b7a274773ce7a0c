/**
 * Ways to write a move. To add one: write its file in `notation/`, add it to `NOTATIONS`, name it in the catalogues.
 */

import { csa } from './notation/csa';
import { japanese } from './notation/japanese';
import { vietnamese, westernDigits, westernLetters } from './notation/western';
import type { Position } from './position';
import type { Square } from './square';
import { formatUsi, type Usi } from './usi';
import { hasShogiPieces, variantOf } from './variant';

export interface Notation {
  /** Writes the move that is about to be played in `position`; `previous` is where the last move went. */
  write(position: Position, usi: Usi, previous: Square | null): string;
  /** How ranks are labelled at the board's edge. */
  ranks: 'digits' | 'letters' | 'kanji';
}

export type NotationName = 'japanese' | 'western_digits' | 'western_letters' | 'vietnamese' | 'csa' | 'usi';

const usi: Notation = { write: (_, move) => formatUsi(move), ranks: 'letters' };

export const NOTATIONS: Record<NotationName, Notation> = {
  vietnamese,
  japanese,
  western_digits: westernDigits,
  western_letters: westernLetters,
  csa,
  usi,
};

/** The notation to use in this variant: large boards and those with their own pieces are written in USI. */
export function notationFor(name: NotationName, variant: string): Notation {
  return hasShogiPieces(variantOf(variant)) ? NOTATIONS[name] : usi;
}
