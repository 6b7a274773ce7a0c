/**
 * Instants in the reader's language and zone, and as their country writes them: the only place that
 * formats any.
 */

import { language } from '.';

/**
 * The reader's own kind of that language: of those the browser asks for, in their order, the first
 * of the language. Whoever reads English without asking for any is not taken for an American.
 */
export function ownTag(of: string, wanted: readonly string[]): string {
  const base = of.split('-')[0];
  const own = wanted.find((tag) => tag.split('-')[0] === base);
  if (!own) return of === 'en' ? 'en-GB' : of;
  // A tag without a country says no more than the language, and one of another script says less.
  return own.length > 2 && base === of ? own : of;
}

const format = (ms: number, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(ownTag(language.value, navigator.languages), how).format(ms);

/** A day with its time of day. */
export const momentText = (ms: number): string => format(ms, { dateStyle: 'medium', timeStyle: 'short' });

/** A day with its time of day, where there is little room. */
export const shortMomentText = (ms: number): string => format(ms, { dateStyle: 'short', timeStyle: 'short' });

/** A day. */
export const dateText = (ms: number): string => format(ms, { dateStyle: 'medium' });

/** A day in full. */
export const longDateText = (ms: number): string => format(ms, { dateStyle: 'long' });

/** A day of the months to come, where there is little room. */
export const shortDayText = (ms: number): string => format(ms, { day: 'numeric', month: 'short' });

/** A time of day. */
export const hourText = (ms: number): string => format(ms, { hour: '2-digit', minute: '2-digit' });

/** A time of day to the second. */
export const secondText = (ms: number): string => format(ms, { timeStyle: 'medium' });

/** A time of the days to come. */
export const weekdayHourText = (ms: number): string =>
  format(ms, { weekday: 'short', hour: '2-digit', minute: '2-digit' });

/** A time of the weeks to come. */
export const weekdayText = (ms: number): string =>
  format(ms, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** A month, `2026-11`. */
export function monthText(month: string): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return format(Date.UTC(year, number - 1, 1), { year: 'numeric', month: 'short', timeZone: 'UTC' });
}
