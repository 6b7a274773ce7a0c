/**
 * What is written on the pieces, as custom properties for the style sheet.
 * To add a set: name it here, say what it writes, name it in the catalogues.
 */

import { VIETNAMESE_LETTERS } from '../shogi/notation/western';
import type { Variant } from '../shogi/variant';
import type { Player, Side } from '../wire/generated';

export const FACE_SETS = ['kanji2', 'kanji1', 'international', 'vietnamese'] as const;
export type FaceSet = (typeof FACE_SETS)[number];

export type Kings = Record<Side, Player['king']>;

/** The set as this variant can show it: where a piece has no second character, all are written with one. */
export function faceSetFor(variant: Variant, set: FaceSet): FaceSet {
  const two = Object.values(variant.pieces).every(({ kanji2 }) => [...kanji2].length === 2);
  return set === 'kanji2' && !two ? 'kanji1' : set;
}

/** Custom properties by name: `--face-…` what is written, `--size-…` how large the piece is. */
export function faceProperties(variant: Variant, set: FaceSet, kings: Kings): Record<string, string> {
  const properties: Record<string, string> = {};
  const kinds = Object.keys(variant.pieces).filter((kind) => !kind.startsWith('+'));
  for (const kind of Object.keys(variant.pieces))
    properties[`--face-${className(kind)}`] = cssString(face(variant, set, kind));
  // §3.6 Stronger pieces are larger; the tables list them in order of strength.
  for (const [i, kind] of kinds.entries())
    properties[`--size-${kind.toLowerCase()}`] = (1 - (0.16 * i) / Math.max(1, kinds.length - 1)).toFixed(3);
  if (set === 'kanji1' || set === 'kanji2')
    for (const side of ['sente', 'gote'] as const)
      if (variant.royals.includes('K'))
        properties[`--face-k-${side}`] = cssString(set === 'kanji1' ? kings[side] : `${kings[side]}\n将`);
  return properties;
}

function className(kind: string): string {
  return kind.startsWith('+') ? `pro-${kind.slice(1).toLowerCase()}` : kind.toLowerCase();
}

function face(variant: Variant, set: FaceSet, kind: string): string {
  const piece = variant.pieces[kind];
  switch (set) {
    case 'kanji1':
      return piece?.kanji ?? kind;
    case 'kanji2':
      return [...(piece?.kanji2 ?? kind)].join('\n');
    case 'international':
      return kind;
    case 'vietnamese':
      return kind.startsWith('+') ? `+${vietnamese(variant, kind.slice(1))}` : vietnamese(variant, kind);
  }
}

/** The letters are fixed for shogi's own pieces; other boards keep the letters of their notation. */
function vietnamese(variant: Variant, kind: string): string {
  return variant.name === 'standard' || variant.name === 'minishogi'
    ? (VIETNAMESE_LETTERS[kind] ?? kind)
    : kind;
}

function cssString(text: string): string {
  return `"${text.replaceAll('\n', '\\a ')}"`;
}
