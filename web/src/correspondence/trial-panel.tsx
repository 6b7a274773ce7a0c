/**
 * When it is our move by correspondence: moves of both sides are tried out on the board, without an
 * engine.
 */

import type { GameStore } from '../game/game-store';
import { t } from '../i18n/whole';
import { formatUsi } from '../shogi/usi';
import { Icon } from '../ui/icon';
import type { GameSnapshot } from '../wire/generated';
import { lineText } from './line-text';

interface Props {
  store: GameStore;
  game: GameSnapshot;
}

function mayTry(game: GameSnapshot): boolean {
  const isOurTurn = game.phase === 'playing' && game.you !== null && game.turn === game.you;
  // Where an illegal move loses nothing may tell what is legal.
  return isOurTurn && game.rules.illegal !== 'loses';
}

/** Begins it. */
export function TrialButton({ store, game }: Props) {
  if (!mayTry(game) || store.ahead.value !== null) return null;
  return (
    <button type="button" onClick={() => store.tryAhead([])}>
      {t().correspondence.trial.begin}
    </button>
  );
}

export function TrialPanel({ store, game }: Props) {
  const words = t().correspondence;
  const tried = store.ahead.value;
  const position = store.line.value[game.ply];
  if (!mayTry(game) || tried === null) return null;
  return (
    <section class="card slow-card" aria-label={words.trial.begin}>
      <h2>{words.trial.begin}</h2>
      <p role="status">{words.trial.lead}</p>
      {position && tried.length > 0 && (
        <p class="conditions-line">{lineText(position, tried.map(formatUsi), game.moves.at(-1)?.usi)}</p>
      )}
      <p class="row">
        <button
          type="button"
          disabled={tried.length === 0}
          onClick={() => store.tryAhead(tried.slice(0, -1))}
        >
          <Icon name="undo" />
          {words.conditions.back}
        </button>
        <button type="button" class="primary" onClick={() => store.tryAhead(null)}>
          {words.trial.end}
        </button>
      </p>
    </section>
  );
}
