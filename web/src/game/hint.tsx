/**
 * A hint against the computer, in two steps: which piece, and then where to. What the board shows of
 * it is `use-game-board.ts`.
 */

import { useSignal } from '@preact/signals';
import { loadLateWords, t } from '../i18n/of-boards';
import { Icon } from '../ui/icon';
import type { GameSnapshot } from '../wire/generated';
import { opponentOf } from './game-state';
import type { GameStore } from './game-store';
import { hintFor } from './hint-shown';

/** Whether there are hints: in games against a machine that change no rating. */
export function hasHints({ you, rated, players }: GameSnapshot): boolean {
  return !rated && opponentOf({ you, players })?.engine === true;
}

export function HintButton({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const busy = useSignal(false);
  const shown = hintFor(game.game, game.ply);
  const ask = async () => {
    if (busy.value) return;
    busy.value = true;
    try {
      // What is said of a hint is not loaded with every game.
      const [late] = await Promise.all([import('./hint-asked'), loadLateWords()]);
      await (shown ? late.showMove(store, shown) : late.askHint(store, game));
    } catch {
      // Offline there is none; the next press asks again.
    }
    busy.value = false;
  };
  return (
    <button
      type="button"
      disabled={game.turn !== game.you || (shown?.whole ?? false)}
      onClick={() => void ask()}
    >
      <Icon name="help" />
      {shown && !shown.whole ? t().training.gameHint.where : t().game.hint}
    </button>
  );
}
