/** Says at once what the bell tells, unless something else on the page does. */

import { t } from '../i18n/whole';
import { isAt } from '../router';
import { gamesThatHold } from '../session';
import { settings } from '../settings/settings';
import { bell } from '../sound/effects';
import { loadLateParts } from '../ui/late';
import { toast } from '../ui/toast';
import type { BellItem, BellView } from '../wire/generated';
import { isBellOpen } from './bell-store';
import { bellText, doerOf } from './bell-words';

/** What is said elsewhere: by the challenge itself, by the board that opens, by the card of a grade. */
const ELSEWHERE: ReadonlySet<BellItem['t']> = new Set([
  'challenge_declined',
  'round_paired',
  'grade_won',
  'arbiter_answered',
]);

/** What a bar on every page says that is no board. */
const IN_BARS: ReadonlySet<BellItem['t']> = new Set(['study_invited', 'tournament_invited']);

/** The same, and somebody waits: it is heard as well. */
const CALLS: ReadonlySet<BellItem['t']> = new Set(['arbiter_called']);

export async function tellBell(told: BellView): Promise<void> {
  await loadLateParts();
  const text = bellText(told);
  const { t: kind } = told.item;
  if (!text || ELSEWHERE.has(kind) || (IN_BARS.has(kind) && !isAt('/:code'))) return;
  if (settings.bells.value && gamesThatHold.value.length === 0) bell();
  // The page on which it is, and the open list, show it.
  const [path] = text.href.split('#');
  if (CALLS.has(kind) && !isAt('/:code')) return;
  if (isBellOpen.value || location.pathname === path) return;
  toast.say({
    about: told.id,
    text: text.says(doerOf(told)),
    ...(text.what ? { detail: text.what } : {}),
    tone: 'plain',
    link: { href: text.href, text: t().bell.open },
  });
}
