/** Who waits for us at the reviews of our games. */

import { signal } from '@preact/signals';
import { t } from '../i18n';
import { isAt } from '../router';
import { gamesThatHold } from '../session';
import { settings } from '../settings/settings';
import { bell } from '../sound/effects';
import { toast } from '../ui/toast';
import type { MeEvent } from '../wire/generated';

/** What the opponents are called who opened a review, by its address. */
export const invitations = signal<ReadonlyMap<string, string>>(new Map());

/** Takes an event that is about reviews; whether it was one. */
export function heardOfReview(event: MeEvent): boolean {
  if (event.t !== 'review_opened') return false;
  const { review, by } = event;
  const isNew = !invitations.value.has(review);
  invitations.value = new Map([...invitations.value, [review, by]]);
  // The result of the game says it itself; who plays another one is left in peace.
  const seesIt = isAt('/review/:code', { code: review }) || isAt('/:code', { code: review });
  if (!isNew || seesIt || gamesThatHold.value.length > 0) return true;
  if (settings.bells.value) bell();
  const words = t().review;
  toast.show(words.invites(by), 'plain', { href: `/review/${review}`, text: words.join });
  return true;
}
