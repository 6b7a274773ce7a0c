/** What a player may do whose opponent is away: wait, and after a while take the win or call the game off. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { other } from '../shogi/position';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';

export function Absence({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const claimAt = game.phase === 'playing' && game.you ? game.claim_at[other(game.you)] : null;
  return claimAt === null ? null : <Waiting store={store} claimAt={claimAt} />;
}

function Waiting({ store, claimAt }: { store: GameStore; claimAt: number }) {
  const words = t().game.absence;
  const left = () => Math.max(0, Math.ceil((claimAt - store.serverNow()) / 1000));
  const seconds = useSignal(left());
  useEffect(() => {
    const count = () => {
      seconds.value = left();
    };
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [claimAt]);
  if (seconds.value > 0)
    return (
      <p class="offer absence" role="timer">
        {words.comesBack(seconds.value)}
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
