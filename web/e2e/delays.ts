/**
 * A network of moods, to search for what a test or a page takes for granted: with
 * `KOMADAI_DELAYS=SEED` some of what the browsers ask for comes late. The tests that always run do
 * without.
 */

import type { BrowserContext } from 'playwright-core';

/** Which share of the answers is late, and by how much at most. */
const LATE_SHARE = 0.3;
const LATE_MS_MAX = 1_500;

const seed = process.env.KOMADAI_DELAYS;
let state = Number(seed ?? 0);

/** From 0 to 1: the same numbers for the same seed. */
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
}

/** Lets answers come late where that was asked for. */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (seed === undefined) return;
  await context.route('**/*', async (route) => {
    const late = random() < LATE_SHARE ? random() * LATE_MS_MAX : 0;
    await new Promise((resolve) => setTimeout(resolve, late));
    // The page may be gone by then.
    await route.continue().catch(() => {});
  });
}
