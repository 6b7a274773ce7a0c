/** The times of a pool in words. */

import type { Catalogue } from '../i18n';
import { language } from '../i18n';

/** When a pool is paired, as `12:30`. */
export function poolTime(ms: number): string {
  return new Intl.DateTimeFormat(language.value, { timeStyle: 'short' }).format(ms);
}

/** When a program was last there. */
export function seenTime(ms: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}

/** How often a pool is paired. */
export function everyInWords(words: Catalogue, ms: number): string {
  const time = ms % 60_000 === 0 ? words.time.minutes(ms / 60_000) : words.time.seconds(ms / 1000);
  return words.league.every(time);
}
