/** How a game in the archive ended, in words. */

import { t } from '../i18n';
import type { Reason, Side } from '../wire/generated';

/** A record may tell of endings that games here do not have; a word that is unknown stays as it is. */
export function endText(end: string | null, winner: Side | null): string {
  const words = t();
  const why = end === null ? '' : (words.archive.ends[end as keyof typeof words.archive.ends] ?? '');
  const known = why || (end !== null ? words.result.reasons[end as Reason] : '') || (end ?? '');
  const who = winner === null ? '' : words.result.wins(words.sides[winner]);
  return [who, known].filter(Boolean).join(' · ');
}
