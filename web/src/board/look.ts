/** The look of pieces as it is set. */

import { settings } from '../settings/settings';
import type { Variant } from '../shogi/variant';
import { faceSetFor, hasMarks, type Kings, type PieceLook } from './faces';

/** Where nobody has chosen: the higher in rank has 王. */
export const KINGS: Kings = { sente: '玉', gote: '王' };

/** As it is set, but for pieces that are small: one character, and nothing around it. */
export function smallLook(variant: Variant): PieceLook {
  const { set, kings } = lookFor(variant);
  return { set: set === 'kanji2' ? 'kanji1' : set, kings, marks: false };
}

export function lookFor(variant: Variant, kings: Kings = KINGS): PieceLook {
  const set = faceSetFor(variant, settings.pieces.value);
  return { set, kings, marks: hasMarks(set, settings.moveMarks.value) };
}
