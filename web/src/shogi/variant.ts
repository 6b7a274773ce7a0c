/** A variant's table with what is asked of it often. */

import { VARIANTS, type VariantTable } from '../wire/variants';

export type Variant = VariantTable;

const STANDARD = VARIANTS[0] as Variant;

/** The variant of that name; standard shogi when this client is too old to know it. */
export function variantOf(name: string): Variant {
  return VARIANTS.find((variant) => variant.name === name) ?? STANDARD;
}

/** The kind a captured piece goes into hand as. */
export function unpromoted(kind: string): string {
  return kind.startsWith('+') ? kind.slice(1) : kind;
}

/** Whether the rank (0 = gote's back rank) lies in the side's promotion zone. */
export function inZone(variant: Variant, side: 'sente' | 'gote', rank: number): boolean {
  return side === 'sente' ? rank < variant.zone : rank >= variant.ranks - variant.zone;
}
