/**
 * A network of moods, to search for what a test or a page takes for granted: with
 * `KOMADAI_DELAYS=SEED` some of what the browsers ask for comes late. The tests that always run do
 * without.
 */

import { createHash } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';

/** Which share of the answers is late, and by how much at most. */
const LATE_SHARE = 0.3;
const LATE_MS_MAX = 1_500;

const wanted = process.env.KOMADAI_DELAYS;
if (wanted !== undefined && !/^\d+$/.test(wanted)) {
  throw new Error(`KOMADAI_DELAYS is a seed, a whole number such as 7, and not “${wanted}”`);
}

/** How often each request has been made. */
const timesMade = new Map<string, number>();

/**
 * From 0 to 1: the same for the same seed, request and how-manieth such request, whatever else is
 * asked for meanwhile.
 */
function lateness(request: string): number {
  const nth = timesMade.get(request) ?? 0;
  timesMade.set(request, nth + 1);
  const digest = createHash('sha256').update(`${wanted} ${request} ${nth}`).digest();
  return digest.readUInt32BE() / 2 ** 32;
}

/** Lets answers come late where that was asked for. */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (wanted === undefined) return;
  await context.route('**/*', async (route) => {
    const request = route.request();
    const found = lateness(`${request.method()} ${new URL(request.url()).pathname}`);
    // Of those that are late, each time is as likely as any other.
    const lateMs = found < LATE_SHARE ? (found / LATE_SHARE) * LATE_MS_MAX : 0;
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    // The page may be gone by then.
    await route.continue().catch(() => {});
  });
}
