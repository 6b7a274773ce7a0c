/** A variant's table with what is asked of it often. */

import { VARIANTS, type VariantTable } from '../wire/variants';

export type Variant = VariantTable;

const STANDARD = VARIANTS[0] as Variant;

/** The variant of that name; standard shogi when this client is too old to know it. */
export function variantOf(name: string): Variant {
  return VARIANTS.find((variant) => variant.name === name) ?? STANDARD;
}

/** The kind a captured piece goes into hand as, and from which a piece of this kind is dropped. */
export function handKind(variant: Variant, kind: string): string {
  const plain = kind.startsWith('+') ? kind.slice(1) : kind;
  if (variant.hand.includes(plain)) return plain;
  return variant.pieces[plain]?.turns ?? plain;
}

/** Whether it is played with shogi's own pieces. */
export function hasShogiPieces(variant: Variant): boolean {
  return Object.entries(variant.pieces).every(
    ([kind, { kanji2 }]) => STANDARD.pieces[kind]?.kanji2 === kanji2,
  );
}

/** Whether squares take more than one digit for a file or a rank. */
export function isLarge({ files, ranks }: Variant): boolean {
  return files > 9 || ranks > 9;
}

/** Whether there are pieces that take two steps in a move (§9.3). */
export function hasLions({ pieces }: Variant): boolean {
  return Object.values(pieces).some((piece) => piece.lion || piece.power);
}

/** Whether the rank (0 = gote's back rank) lies in the side's promotion zone. */
export function inZone(variant: Variant, side: 'sente' | 'gote', rank: number): boolean {
  return side === 'sente' ? rank < variant.zone : rank >= variant.ranks - variant.zone;
}

/** What a piece is after a move that promotes it, or turns it over. */
export function promoted(variant: Variant, kind: string): string {
  const table = variant.pieces[kind];
  return table?.turns ?? table?.promotes_to ?? kind;
}
