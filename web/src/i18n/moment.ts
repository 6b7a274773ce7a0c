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

// Without a window, in a worker or a test, nobody has asked for a country.
const formatter = (how: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(ownTag(language.value, globalThis.navigator?.languages ?? []), how);

const format = (ms: number, how: Intl.DateTimeFormatOptions): string => formatter(how).format(ms);

/** A day with its time of day. */
export const momentText = (ms: number): string => format(ms, { dateStyle: 'medium', timeStyle: 'short' });

/** A day with its time of day, where there is little room. */
export const shortMomentText = (ms: number): string => format(ms, { dateStyle: 'short', timeStyle: 'short' });

/** A day. */
export const dateText = (ms: number): string => format(ms, { dateStyle: 'medium' });

/** A day that is written `2026-01-31`, the same wherever it is read. */
const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`);

/** Days without a time, the first and the last of them; either may be missing, and both be one. */
export function daysText(first: string, last: string): string {
  const days = formatter({ dateStyle: 'medium', timeZone: 'UTC' });
  if (first && last && first !== last) return days.formatRange(dayOf(first), dayOf(last));
  const only = first || last;
  return only ? days.format(dayOf(only)) : '';
}

/** A time of day as it is in some zone, with the day of the week if that is another one there. */
export const hourInZoneText = (ms: number, timeZone: string, withDay: boolean): string =>
  format(ms, { ...(withDay && { weekday: 'short' }), hour: '2-digit', minute: '2-digit', timeZone });

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
