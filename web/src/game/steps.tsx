/** Stepping through the game. */

import { Steps, type Walk } from '../board/steps';
import { t } from '../i18n';
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

function toggleZen(): void {
  settings.zen.value = !settings.zen.value;
}

export function GameSteps({ store, unread }: { store: GameStore; unread?: Unread | undefined }) {
  const words = t().game;
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
