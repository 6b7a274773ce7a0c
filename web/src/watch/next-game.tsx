/**
 * Beside a game that is watched: the way to the next one that is being played, and back. When the
 * game is over, it says how it ended.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { headline, reasonText } from '../game/result-words';
import { labelled } from '../i18n/listed';
import { t } from '../i18n/of-boards';
import { shownName } from '../people/shown-name';
import { Icon } from '../ui/icon';
import type { GameSnapshot, GameSummary, WatchedGame } from '../wire/generated';
import { neighboursOf, placeOf } from './neighbours';
import { runningGames } from './watch-api';

/** How often the list is asked for anew. */
const EVERY_MS = 8_000;

export function NextGame({ game }: { game: GameSnapshot }) {
  const words = t();
  const list = useSignal<readonly WatchedGame[] | null>(null);
  const place = useSignal(0);
  const { game: code, phase, result } = game;
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      if (document.hidden) return;
      const found = await runningGames({ variant: '', speed: '', followed: false });
      if (!isCurrent || !found) return;
      place.value = placeOf(found.games, code, place.peek());
      list.value = found.games;
    };
    void read();
    const timer = setInterval(() => void read(), EVERY_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
    // Who else plays is asked anew when this one is over.
  }, [code, phase]);
  if (!list.value) return null;
  const { next, before, n } = neighboursOf(list.value, code, place.value);
  if (!next && !result) return null;
  return (
    <nav class={`next-game card ${result ? 'is-over' : ''}`} aria-label={words.game.onward.label}>
      {before && (
        <a
          class="button quiet square"
          href={`/${before.game.game}`}
          aria-label={labelled(words.game.onward.back, namesOf(before.game))}
          title={namesOf(before.game)}
        >
          <Icon name="previous" />
        </a>
      )}
      <div class="next-game-text">
        {result && <p class="next-game-result">{resultText(game)}</p>}
        {next ? (
          <a class="next-game-door" href={`/${next.game.game}`}>
            <span class="note">{words.game.onward.next(n)}</span> <strong>{namesOf(next.game)}</strong>
            <Icon name="next" />
          </a>
        ) : (
          <p class="note">{words.game.onward.none}</p>
        )}
      </div>
    </nav>
  );
}

const namesOf = ({ players: { sente, gote } }: GameSummary): string =>
  t().game.title(shownName(sente?.name ?? '?'), shownName(gote?.name ?? '?'));

/** How a game ended, in one sentence. */
function resultText(game: GameSnapshot): string {
  const { result } = game;
  if (!result) return '';
  const reason = reasonText(game, result);
  const winner = result.winner && game.players[result.winner];
  return winner ? t().game.onward.won(shownName(winner.name), reason) : `${headline(game, result)} ${reason}`;
}
