/** Which other clocks a search for a game accepts after a while. */

import { areNext, expectedMs } from '../clock/pace';
import { suggestedClocks } from '../variants/about';
import type { Clock, Setup } from '../wire/generated';
import { keyOf, QUICK, QUICK_SUDDEN } from './quick';

/** §6.6 The clocks of buttons, in whatever language, that are next to the one of a search. */
export function clocksNextTo({ variant, clock }: Setup): Clock[] {
  if (!('kind' in clock)) return [];
  const all = variant === 'standard' ? [...QUICK, ...QUICK_SUDDEN] : suggestedClocks(variant);
  const near = new Map(all.filter((it) => areNext(it, clock)).map((it) => [keyOf(it), it]));
  near.delete(keyOf(clock));
  return [...near.values()].sort((a, b) => (expectedMs(a) ?? 0) - (expectedMs(b) ?? 0));
}
