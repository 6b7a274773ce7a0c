/**
 * What we hear of the ladders of our clubs: challenges, that one of ours was accepted, and that we
 * are off a ladder.
 */

import { signal } from '@preact/signals';
import { t } from '../i18n';
import { shownName } from '../people/shown-name';
import { isAt } from '../router';
import { gamesAtTheBoard } from '../session';
import { settings } from '../settings/settings';
import { bell } from '../sound/effects';
import { toast } from '../ui/toast';
import type { MeEvent } from '../wire/generated';

/** How often something was heard; a page that shows a ladder asks for it anew. */
export const heard = signal(0);

/** Takes an event that is about ladders; whether it was one. */
export function heardOfLadder(event: MeEvent): boolean {
  if (event.t !== 'ladder_challenge' && event.t !== 'ladder_accepted' && event.t !== 'ladder_removed')
    return false;
  const { club } = event;
  const words = t().ladder;
  heard.value += 1;
  if (settings.bells.value && gamesAtTheBoard.value.length === 0) bell();
  // The page of the ladder shows it.
  if (isAt('/clubs/:slug/ladder', { slug: club })) return true;
  const href = `/clubs/${club}/ladder`;
  switch (event.t) {
    case 'ladder_challenge':
      toast.show(words.challenged(shownName(event.by)), 'plain', { href, text: words.answer });
      break;
    case 'ladder_accepted':
      toast.show(words.accepted(shownName(event.by)), 'good', { href, text: words.toLadder });
      break;
    case 'ladder_removed':
      toast.show(words.removed(event.name, event.reason), 'plain', { href, text: words.toLadder });
  }
  return true;
}
