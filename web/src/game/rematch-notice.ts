/** An opponent asks for a rematch, wherever we are. */

import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { isAt } from '../router';
import { gamesThatHold, theSocket } from '../session';
import { settings } from '../settings/settings';
import { bell } from '../sound/effects';
import { loadLateParts } from '../ui/late';
import { toast } from '../ui/toast';
import type { MeEvent } from '../wire/generated';

/** Games of which it was said: whoever asks again and again is heard once. */
const said = new Set<string>();

export async function heardOfRematch({ game, by }: Extract<MeEvent, { t: 'rematch' }>): Promise<void> {
  const about = `rematch ${game}`;
  // First of all, so that an offer and its withdrawal keep their order.
  await loadLateParts();
  if (by === undefined) return toast.forget(about);
  // The board asks it itself; who plays another game is left in peace.
  if (isAt('/:code', { code: game }) || gamesThatHold.value.length > 0 || said.has(game)) return;
  said.add(game);
  if (settings.bells.value) bell();
  const words = t().game;
  const answer = async (accept: boolean) => {
    const heard = await theSocket().send(
      accept ? { t: 'rematch', game } : { t: 'answer', game, kind: 'rematch', accept },
    );
    if (heard.t === 'refused') toast.refusal(heard);
  };
  toast.say({
    about,
    text: words.offered.rematch(shownName(by)),
    tone: 'good',
    acts: [
      { text: words.accept, primary: true, run: () => void answer(true) },
      { text: words.decline, run: () => void answer(false) },
    ],
  });
}
