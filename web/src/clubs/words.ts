/** Clubs in words. */

import { language } from '../i18n';

/** An instant, in Unix milliseconds. */
export function timeText(ms: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}

/** How high a grade such as `3k` is; without one, below all. */
export function heightOf(grade: string | null | undefined): number {
  const [, n, kind] = /^(\d+)([kd])$/.exec(grade ?? '') ?? [];
  if (!n) return Number.NEGATIVE_INFINITY;
  return kind === 'd' ? Number(n) : 1 - Number(n);
}
