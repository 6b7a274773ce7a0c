/** Clubs in words. */

export { momentText as timeText } from '../i18n/moment';

/** How high a grade such as `3k` is; without one, below all. */
export function heightOf(grade: string | null | undefined): number {
  const [, n, kind] = /^(\d+)([kd])$/.exec(grade ?? '') ?? [];
  if (!n) return Number.NEGATIVE_INFINITY;
  return kind === 'd' ? Number(n) : 1 - Number(n);
}
