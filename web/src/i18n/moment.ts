/** A day with its time of day, short, in the reader's language and zone. */

import { language } from '.';

export const momentText = (ms: number): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
