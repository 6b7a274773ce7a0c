/**
 * What the client knows of variants besides their rules: in which group a list shows them, and
 * which times suit them. A variant that is not here stands with those that are like shogi.
 */

import type { Clock } from '../wire/generated';
import { VARIANTS, type VariantTable } from '../wire/variants';

export const VARIANT_GROUPS = ['shogi', 'standard', 'large', 'small'] as const;
export type VariantGroup = (typeof VARIANT_GROUPS)[number];

const byoyomi = (minutes: number, seconds: number): Clock => ({
  kind: 'byoyomi',
  main_ms: minutes * 60_000,
  byoyomi_ms: seconds * 1000,
  periods: 1,
});

/** The usual time and a quick one. */
export type SuggestedClocks = readonly [usual: Clock, quick: Clock];

const LONG: SuggestedClocks = [byoyomi(30, 60), byoyomi(10, 30)];
const MIDDLE: SuggestedClocks = [byoyomi(10, 30), byoyomi(5, 15)];
const SHORT: SuggestedClocks = [byoyomi(5, 10), byoyomi(2, 15)];

/** Large boards take long, small ones are over soon. */
export function groupOf({ name, files, ranks }: VariantTable): VariantGroup {
  if (name === 'standard') return 'shogi';
  const n_squares = files * ranks;
  return n_squares > 81 ? 'large' : n_squares < 81 ? 'small' : 'standard';
}

export function suggestedClocks(name: string): SuggestedClocks {
  const table = VARIANTS.find((it) => it.name === name);
  const group = table ? groupOf(table) : 'shogi';
  return group === 'large' ? LONG : group === 'small' ? SHORT : MIDDLE;
}

/** All variants, group by group; groups without any are left out. */
export function grouped(): readonly { group: VariantGroup; variants: readonly VariantTable[] }[] {
  return VARIANT_GROUPS.map((group) => ({
    group,
    variants: VARIANTS.filter((it) => groupOf(it) === group),
  })).filter(({ variants }) => variants.length > 0);
}
