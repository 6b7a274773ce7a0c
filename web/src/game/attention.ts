/**
 * Calls a player back who looks elsewhere: the title says whose turn it is, and a notice of the
 * system if wanted.
 */

import { effect } from '@preact/signals';
import { t } from '../i18n/of-boards';
import { settings } from '../settings/settings';
import { ownTitle } from '../title';
import { movedText } from './announcements';
import { myTurn } from './game-state';
import type { GameStore } from './game-store';

const FLASH_MS = 1_000;

/** Returns how to stop. `title` says what the title is when nothing is wanted. */
export function callBack(store: GameStore, title: () => string | null): () => void {
  let flashing: ReturnType<typeof setInterval> | undefined;
  let notice: Notification | null = null;

  const settle = () => {
    clearInterval(flashing);
    flashing = undefined;
    notice?.close();
    notice = null;
    ownTitle.value = title();
  };
  const flash = () => {
    if (flashing !== undefined) return;
    let on = false;
    flashing = setInterval(() => {
      on = !on;
      ownTitle.value = on ? `● ${t().game.yourTurn}` : title();
    }, FLASH_MS);
  };
  const check = () => {
    const game = store.game.peek();
    if (document.hidden && game && myTurn(game)) flash();
    else settle();
  };

  const stopEffect = effect(() => {
    void store.game.value;
    void t();
    check();
  });
  const stopNews = store.onNews(({ event, after }) => {
    if (!document.hidden || !settings.notifications.value) return;
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    if (event.t === 'moved' && myTurn(after))
      notice = new Notification(t().game.yourTurn, {
        body: movedText(store, after, event.ply),
        tag: after.game,
      });
    else if (event.t === 'started' && after.you)
      notice = new Notification(t().lobby.started, { tag: after.game });
    if (notice)
      notice.onclick = () => {
        window.focus();
        settle();
      };
  });
  document.addEventListener('visibilitychange', check);
  return () => {
    stopEffect();
    stopNews();
    document.removeEventListener('visibilitychange', check);
    settle();
  };
}
