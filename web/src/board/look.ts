/** The look of pieces as it is set. */

import { pieceSetting, settings } from '../settings/settings';
import type { Variant } from '../shogi/variant';
import { faceSetFor, hasMarks, type Kings, type PieceLook } from './faces';
import { loadSet } from './set-styles';

/** Where nobody has chosen: the higher in rank has 王. */
export const KINGS: Kings = { sente: '玉', gote: '王' };

/** As it is set, but for pieces that are small: one character, and nothing around it. */
export function smallLook(variant: Variant): PieceLook {
  const { set, kings } = lookFor(variant);
  return { set: set === 'kanji2' ? 'kanji1' : set, kings, marks: false };
}

export function lookFor(variant: Variant, kings: Kings = KINGS): PieceLook {
  const chosen = pieceSetting(variant).value;
  const set = faceSetFor(variant, chosen === 'auto' ? 'animals' : chosen);
  const marks = hasMarks(set, settings.moveMarks.value);
  // What everything else is written in is there already.
  if (set !== settings.pieces.peek()) loadSet(set, marks);
  return { set, kings, marks };
}
