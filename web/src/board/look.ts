/** The look of pieces as it is set. */

import { settings } from '../settings/settings';
import type { Variant } from '../shogi/variant';
import { faceSetFor, hasMarks, type Kings, type PieceLook } from './faces';

/** Where nobody has chosen: the higher in rank has 王. */
export const KINGS: Kings = { sente: '玉', gote: '王' };

export function lookFor(variant: Variant, kings: Kings = KINGS): PieceLook {
  const set = faceSetFor(variant, settings.pieces.value);
  return { set, kings, marks: hasMarks(set, settings.moveMarks.value) };
}
