/** Stepping through the game. */

import { t } from '../i18n';
import { settings } from '../settings/settings';
import { Icon } from '../ui/icon';
import type { GameStore } from './game-store';

export function Steps({ store }: { store: GameStore }) {
  const words = t().game;
  const ply = store.ply.value;
  const last = store.line.value.length - 1;
  const buttons = [
    ['first', words.first, 0, ply > 0],
    ['previous', words.previous, ply - 1, ply > 0],
    ['next', words.next, ply + 1, ply < last],
    ['last', words.last, last, ply < last],
  ] as const;
  return (
    <div class="steps">
      {buttons.map(([icon, label, to, possible]) => (
        <button
          key={icon}
          type="button"
          class={
            icon === 'last' && store.lookingBack.value && store.game.value?.phase === 'playing'
              ? 'primary'
              : 'quiet'
          }
          aria-label={label}
          title={label}
          disabled={!possible}
          onClick={() => store.look(to)}
        >
          <Icon name={icon} />
        </button>
      ))}
      <button
        type="button"
        class="quiet"
        aria-label={words.zen}
        aria-pressed={settings.zen.value}
        title={words.zen}
        onClick={() => {
          settings.zen.value = !settings.zen.value;
        }}
      >
        <Icon name="zen" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={words.flip}
        title={words.flip}
        onClick={() => store.flip()}
      >
        <Icon name="flip" />
      </button>
    </div>
  );
}
