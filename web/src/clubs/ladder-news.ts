/** Who has challenged us on the ladders of our clubs. */

import { signal } from '@preact/signals';
import { t } from '../i18n';
import { isAt } from '../router';
import { gamesAtTheBoard } from '../session';
import { settings } from '../settings/settings';
import { bell } from '../sound/effects';
import { toast } from '../ui/toast';
import type { MeEvent } from '../wire/generated';

/** How many challenges were heard of; a page that shows a ladder asks for it anew. */
export const heard = signal(0);

/** Takes an event that is about ladders; whether it was one. */
export function heardOfLadder(event: MeEvent): boolean {
  if (event.t !== 'ladder_challenge') return false;
  const { club, by } = event;
  heard.value += 1;
  if (settings.bells.value && gamesAtTheBoard.value.length === 0) bell();
  if (isAt('/clubs/:slug/ladder', { slug: club })) return true;
  const words = t().ladder;
  toast.show(words.challenged(by), 'plain', { href: `/clubs/${club}/ladder`, text: words.answer });
  return true;
}
