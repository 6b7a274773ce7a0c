/**
 * Below the board of a game by correspondence: moves can be tried out, and it goes on to the next
 * game that waits for ours.
 */

import { useEffect } from 'preact/hooks';
import type { GameStore } from '../game/game-store';
import { t } from '../i18n/whole';
import type { GameSnapshot } from '../wire/generated';
import { loadCorrespondence, waitingForUs } from './correspondence-store';
import { TrialButton } from './trial-panel';

export function NextMove({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const isOurs = game.phase === 'playing' && game.turn === game.you;
  useEffect(() => void loadCorrespondence(), [game.ply, game.phase]);
  const others = waitingForUs.value.filter((it) => it.game.game !== game.game);
  const [next] = others;
  const words = t().correspondence;
  return (
    <p class="row letter-ways">
      <TrialButton store={store} game={game} />
      {next && (
        <a class={isOurs ? 'button' : 'button primary'} href={`/${next.game.game}`}>
          {words.next(others.length)}
        </a>
      )}
      <a class="button" href="/my-move">
        {words.title}
      </a>
    </p>
  );
}
