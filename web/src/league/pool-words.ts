/** The times of a pool in words. */

import type { Catalogue } from '../i18n';

/** How often a pool is paired. */
export function everyInWords(words: Catalogue, ms: number): string {
  const time = ms % 60_000 === 0 ? words.time.minutes(ms / 60_000) : words.time.seconds(ms / 1000);
  return words.league.every(time);
}
