/**
 * Below the board of a game by correspondence in which it is not our move: to the next that waits
 * for one.
 */

import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { ActionRow } from '../ui/action-row';
import type { GameSnapshot } from '../wire/generated';
import { loadCorrespondence, waitingForUs } from './correspondence-store';

export function NextMove({ game }: { game: GameSnapshot }) {
  const isOurs = game.phase === 'playing' && game.turn === game.you;
  useEffect(() => void loadCorrespondence(), [game.ply, game.phase]);
  const others = waitingForUs.value.filter((it) => it.game.game !== game.game);
  const [next] = others;
  const words = t().correspondence;
  return (
    <ActionRow>
      {next && (
        <a class={isOurs ? 'button' : 'button primary'} href={`/${next.game.game}`}>
          {words.next(others.length)}
        </a>
      )}
      <a class="button" href="/my-move">
        {words.title}
      </a>
    </ActionRow>
  );
}
