/** Today's problems, one at each level. */

import type { DailyProblem, DailyTsume } from '../wire/generated';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** When there are others: their day is that of UTC. */
export const nextDailyMs = (nowMs: number) => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;

/**
 * Which comes next: the one at the reader's level, then of those that are not solved the one whose
 * level is nearest, the harder of two. Null once all are solved.
 */
export function dailyNext({ problems, level }: DailyTsume): DailyProblem | null {
  const own = problems.findIndex((it) => it.level === level);
  const away = (it: DailyProblem) => Math.abs(problems.indexOf(it) - own);
  const open = problems.filter((it) => !it.solved).reverse();
  return open.sort((a, b) => away(a) - away(b))[0] ?? null;
}
