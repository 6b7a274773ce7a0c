/** Stepping through the game. */

import { useEffect } from 'preact/hooks';
import { Steps, type Walk } from '../board/steps';
import { t } from '../i18n/of-boards';
import { settings } from '../settings/settings';
import { Icon } from '../ui/icon';
import { ChatBubble } from './chat-bubble';
import type { GameStore } from './game-store';
import type { Unread } from './unread';

const walkOf = (store: GameStore): Walk => ({
  place: store.ply.value,
  last: store.line.value.length - 1,
  go: store.look,
  flip: store.flip,
});

/** Only the board, on the whole screen where the browser lets a page have it. */
function toggleZen(): void {
  const { zen } = settings;
  zen.value = !zen.value;
  if (!document.fullscreenEnabled) return;
  // Where it is refused, there is the board all the same.
  if (zen.value) document.documentElement.requestFullscreen().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

/** Who leaves the whole screen by the browser's own key has the page back as well. */
function followScreen(): () => void {
  const onChange = () => {
    if (!document.fullscreenElement) settings.zen.value = false;
  };
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}

export function GameSteps({ store, unread }: { store: GameStore; unread?: Unread | undefined }) {
  const words = t().game;
  useEffect(followScreen, []);
  const goesOn = store.lookingBack.value && store.game.value?.phase === 'playing';
  return (
    <Steps
      walk={() => walkOf(store)}
      callsToLast={goesOn}
      isWhole={store.game.value?.phase === 'over'}
      more={[{ key: 'z', does: toggleZen, words: words.zen }]}
    >
      <button
        type="button"
        class="quiet"
        aria-label={words.zen}
        aria-pressed={settings.zen.value}
        title={words.zen}
        onClick={toggleZen}
      >
        <Icon name="zen" />
      </button>
      {unread && <ChatBubble unread={unread} />}
    </Steps>
  );
}
