/**
 * Ways to write a move. To add one: write its file in `notation/`, add it to `NOTATIONS` and its
 * name to `notation/names.ts`, name it in the catalogues.
 */

import { csa } from './notation/csa';
import type { Notation } from './notation/interface';
import { japanese } from './notation/japanese';
import type { NotationName } from './notation/names';
import { vietnamese, vietnameseLetters, westernDigits, westernLetters } from './notation/western';
import { formatUsi } from './usi';
import { hasShogiPieces, isLarge, variantOf } from './variant';

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

/**
 * §9.7 On a large board two digits would be three or four, and a letter for one of them reads like
 * a rank: there files are figures and ranks letters, `10b`.
 */
const LARGE: Partial<Record<NotationName, Notation>> = {
  western_digits: westernLetters,
  vietnamese: vietnameseLetters,
};

/** The notation to use in this variant: USI where the one that is asked for has no words for it. */
export function notationFor(name: NotationName, variant: string): Notation {
  const table = variantOf(variant);
  if (table.usi_only || (name === 'csa' && !hasShogiPieces(table))) return usi;
  return (isLarge(table) ? LARGE[name] : undefined) ?? NOTATIONS[name];
}
