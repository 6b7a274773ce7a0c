/** Instants in the reader's language and zone. */

import { language } from '.';

/** A day with its time of day. */
export const momentText = (ms: number): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

/** A time of day. */
export const hourText = (ms: number): string =>
  new Intl.DateTimeFormat(language.value, { timeStyle: 'short' }).format(ms);

/** A day. */
export const dateText = (ms: number): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(ms);

/** A day of the months to come, where there is little room. */
export const shortDayText = (ms: number): string =>
  new Intl.DateTimeFormat(language.value, { day: 'numeric', month: 'short' }).format(ms);
