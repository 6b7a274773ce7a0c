/**
 * Beside a game that is watched: the way to the next one that is being played, and back. When the
 * game is over, it says how it ended.
 */

import { useEffect, useRef } from 'preact/hooks';
import { ask } from '../api/request';
import { headline, reasonText } from '../game/result-words';
import { labelled } from '../i18n/listed';
import { t } from '../i18n/of-boards';
import { shownName } from '../people/shown-name';
import { Icon } from '../ui/icon';
import { useFresh } from '../ui/loaded';
import type { GameSnapshot, GameSummary } from '../wire/generated';
import { neighboursOf, placeOf } from './neighbours';

/** How often the list is asked for anew. */
const EVERY_MS = 8_000;

export function Onward({ game }: { game: GameSnapshot }) {
  const words = t();
  const { game: code, phase, result } = game;
  const list = useFresh(() => ask('GET', '/watch', {}), [code], EVERY_MS);
  const place = useRef(0);
  // Who else plays is asked anew when this one is over.
  const seenPhase = useRef(phase);
  useEffect(() => {
    if (seenPhase.current !== phase) void list.again();
    seenPhase.current = phase;
  }, [phase]);
  if (!list.value) return null;
  const { games } = list.value;
  place.current = placeOf(games, code, place.current);
  const { next, before, n } = neighboursOf(games, code, place.current);
  if (!next && !result) return null;
  return (
    <nav class={`onward card ${result ? 'is-over' : ''}`} aria-label={words.game.onward.label}>
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
      <div class="onward-text">
        {result && <p class="onward-result">{resultText(game)}</p>}
        {next ? (
          <a class="onward-door" href={`/${next.game.game}`}>
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
