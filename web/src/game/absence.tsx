/**
 * What a player may do whose opponent is away: wait, and after a while take the win or call the
 * game off.
 */

import { useSecondsLeft } from '../clock/seconds-left';
import { t } from '../i18n/of-boards';
import { other } from '../shogi/position';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';

export function Absence({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const claimAt = game.phase === 'playing' && game.you ? game.claim_at[other(game.you)] : null;
  return claimAt === null ? null : <Waiting store={store} claimAt={claimAt} />;
}

function Waiting({ store, claimAt }: { store: GameStore; claimAt: number }) {
  const words = t().game.absence;
  const seconds = useSecondsLeft(claimAt, store.serverNow);
  if (seconds > 0)
    return (
      <p class="offer absence" role="timer">
        {words.comesBack(seconds)}
      </p>
    );
  return (
    <div class="offer absence" role="status">
      <span>{words.gone}</span>
      <span class="row">
        <button type="button" class="primary" onClick={() => store.command({ t: 'claim', win: true })}>
          {words.win}
        </button>
        <button type="button" onClick={() => store.command({ t: 'claim', win: false })}>
          {words.callOff}
        </button>
      </span>
    </div>
  );
}
