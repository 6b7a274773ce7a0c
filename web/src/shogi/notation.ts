/**
 * Ways to write a move. To add one: write its file in `notation/`, add it to `NOTATIONS` and its
 * name to `notation/names.ts`, name it in the catalogues.
 */

import { csa } from './notation/csa';
import type { Notation } from './notation/interface';
import { japanese } from './notation/japanese';
import type { NotationName } from './notation/names';
import { vietnamese, westernDigits, westernLetters } from './notation/western';
import { formatUsi } from './usi';
import { hasShogiPieces, variantOf } from './variant';

export type { NotationName } from './notation/names';

const usi: Notation = { write: (_, move) => formatUsi(move), square: (sq) => sq, ranks: 'letters' };

export const NOTATIONS: Record<NotationName, Notation> = {
  vietnamese,
  japanese,
  western_digits: westernDigits,
  western_letters: westernLetters,
  csa,
  usi,
};

/** The notation to use in this variant: USI where the one that is asked for has no words for it. */
export function notationFor(name: NotationName, variant: string): Notation {
  const table = variantOf(variant);
  return table.usi_only || (name === 'csa' && !hasShogiPieces(table)) ? usi : NOTATIONS[name];
}
