/** What is heard when something happens at the table. */

import { isStrict, NO_RESULT } from '../game/game-state';
import type { GameNews, GameStore } from '../game/game-store';
import { t } from '../i18n/of-boards';
import { callsCheck, finishedGame } from '../settings/beginner';
import { settings } from '../settings/settings';
import { beep, bell, pieceSound } from './effects';
import { sayWord } from './voice';

/** Returns how to stop. */
export function soundTable(store: GameStore): () => void {
  let heard: string | null = null;
  const stopSending = store.sending.subscribe((usi) => {
    // Our own piece is heard when it is set down, not when the server has answered.
    if (!usi) return;
    heard = `${store.game.peek()?.ply}`;
    pieceSound();
  });
  const stopNews = store.onNews(({ event, before, after }: GameNews) => {
    switch (event.t) {
      case 'moved':
        if (heard !== String(before.ply)) pieceSound();
        heard = null;
        if (event.check && callsCheck(after.you !== null) && !isStrict(after) && !sayWord(t().game.check))
          beep(0, true);
        break;
      case 'ended':
        if (after.you && after.result && !NO_RESULT.has(after.result.reason)) finishedGame();
        if (settings.bells.value) bell();
        break;
      case 'started':
        if (settings.bells.value) bell();
        break;
      case 'offered':
        if (settings.bells.value && after.you && event.by !== after.you) bell();
        break;
    }
  });
  return () => {
    stopSending();
    stopNews();
  };
}
