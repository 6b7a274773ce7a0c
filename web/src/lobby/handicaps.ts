/** §3.2 Which starts of a game are handicaps. */

import type { Handicap, Setup } from '../wire/generated';
import { VARIANTS } from '../wire/variants';

/** The handicaps of every variant. */
export const HANDICAPS: readonly Handicap[] = [...new Set(VARIANTS.flatMap((variant) => variant.handicaps))];

/** Whether shitate has in hand what uwate does without. */
export const isGain = (handicap: string): boolean => handicap.endsWith('_gained');

/** Whether the side that moves first is uwate. */
export function isHandicap(start: Setup['start'] | 'sfen'): boolean {
  return HANDICAPS.some((it) => it === start);
}
