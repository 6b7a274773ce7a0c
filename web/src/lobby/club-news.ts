/** Which news of our clubs were looked at in this browser. */

import type { ClubNews } from '../wire/generated';

const at = (slug: string) => `komadai.club-news.${slug}`;

/** Whether something is new since the club was looked at from here. */
export function isNews({ slug, at_ms }: ClubNews): boolean {
  try {
    return Number(localStorage.getItem(at(slug))) < at_ms;
  } catch {
    return true;
  }
}

export function noteSeen({ slug, at_ms }: ClubNews): void {
  try {
    localStorage.setItem(at(slug), String(at_ms));
  } catch {
    // Then it is new once more.
  }
}
