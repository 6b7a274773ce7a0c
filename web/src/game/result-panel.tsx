/** How the game ended, in words, and what can be done with it now. */

import { t } from '../i18n';
import { Icon } from '../ui/icon';
import type { GameResult, GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';
import { sideName } from './words';

/** Endings without a winner that are no draw either. */
const NO_RESULT = new Set<GameResult['reason']>(['no_first_move', 'aborted', 'annulled']);

export function ResultPanel({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const words = t();
  const { result } = game;
  if (!result) return null;
  return (
    <section class={`result card ${tone(game, result)}`} aria-live="polite">
      <h2>{headline(game, result)}</h2>
      <p>{reasonText(result)}</p>
      {result.next && (
        <a class="button primary" href={`/${result.next}`}>
          {words.game.nextGame}
        </a>
      )}
      {game.you && !result.next && !game.offers.some((it) => it.kind === 'rematch') && (
        <button type="button" class="primary" onClick={() => store.command({ t: 'rematch' })}>
          <Icon name="repeat" />
          {words.game.rematch}
        </button>
      )}
      <p class="downloads">
        <span class="label">{words.game.download}</span>
        {(['kif', 'kifu', 'csa', 'usi'] as const).map((format) => (
          <a
            key={format}
            href={`/api/v1/games/${game.game}/record.${format}`}
            download={`${game.game}.${format}`}
          >
            {format.toUpperCase()}
          </a>
        ))}
      </p>
    </section>
  );
}

export function headline(game: GameSnapshot, result: GameResult): string {
  const words = t().result;
  if (result.winner) {
    if (game.you) return result.winner === game.you ? words.youWin : words.youLose;
    return words.wins(sideName(game, result.winner));
  }
  if (NO_RESULT.has(result.reason)) return words.noResult;
  return result.next && result.reason === 'repetition' ? words.replayed : words.draw;
}

export function reasonText(result: GameResult): string {
  const words = t().result;
  const why = words.reasons[result.reason];
  return result.illegal ? `${why} ${words.illegal[result.illegal]}` : why;
}

function tone(game: GameSnapshot, result: GameResult): string {
  if (!game.you || !result.winner) return 'plain';
  return result.winner === game.you ? 'won' : 'lost';
}
