/**
 * §2.3 How an impasse would be counted now, condition by condition, and the declaration behind a
 * question.
 */

import { useSignal } from '@preact/signals';
import { sideName } from '../board/words';
import { t } from '../i18n/of-boards';
import type { Position } from '../shogi/position';
import { rankOf } from '../shogi/square';
import { inZone, variantOf } from '../shogi/variant';
import { Sure } from '../ui/dialog';
import { Icon } from '../ui/icon';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';

/** Other pieces a declarer needs in the zone. */
const PIECES_NEEDED = 10;

export function ImpassePanel({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const declaring = useSignal(false);
  const words = t().impasse;
  if (game.phase !== 'playing' || game.rules.impasse === 'none' || !variantOf(game.variant).impasse)
    return null;
  if (game.rules.impasse === 'try') {
    const position = store.line.value.at(-1);
    return position && kingsIn(position) ? <p class="impasse card note">{words.tryRule}</p> : null;
  }
  if (!game.impasse) return null;
  const side = game.you ?? game.turn;
  const count = game.impasse[side];
  const bothEntered = game.impasse.sente.king_in_zone && game.impasse.gote.king_in_zone;
  const myMove = game.you !== null && game.turn === game.you;
  const pointsNeeded = game.rules.impasse === 'points24' ? 31 : side === 'sente' ? 28 : 27;
  const conditions: [boolean, string, string][] = [
    [count.king_in_zone, words.king, ''],
    [count.pieces_in_zone >= PIECES_NEEDED, words.pieces, `${count.pieces_in_zone} / ${PIECES_NEEDED}`],
    [count.points >= pointsNeeded, words.points, `${count.points} / ${pointsNeeded}`],
  ];
  // §2.1 Whether one stands in check is not shown in a strict game.
  if (game.rules.illegal !== 'loses') conditions.push([!count.in_check, words.noCheck, '']);
  return (
    <section class="impasse card" aria-label={words.title}>
      <h2>
        {words.title}
        <span class="note">{sideName(game, side)}</span>
      </h2>
      <ul>
        {conditions.map(([met, text, numbers]) => (
          <li key={text} class={met ? 'met' : 'unmet'}>
            <Icon name={met ? 'check' : 'close'} />
            <span class="hidden-visually">{met ? words.met : words.unmet}</span>
            <span>{text}</span>
            {numbers && <span class="count">{numbers}</span>}
          </li>
        ))}
      </ul>
      {game.rules.impasse === 'points24' && <p class="note">{words.draw24}</p>}
      {bothEntered && <p class="note">{words.agreement(count.points_everywhere)}</p>}
      {game.you && (
        <div class="action-row">
          <button type="button" disabled={!myMove} onClick={() => (declaring.value = true)}>
            {words.declare}
          </button>
          {bothEntered && (
            <button
              type="button"
              disabled={game.offers.some((it) => it.kind === 'impasse')}
              onClick={() => store.command({ t: 'offer', kind: 'impasse' })}
            >
              {words.offer}
            </button>
          )}
        </div>
      )}
      {declaring.value && (
        <Sure
          title={words.declareAsk}
          yes={words.declareYes}
          no={t().game.keepPlaying}
          onYes={() => void store.command({ t: 'declare' })}
          onClose={() => (declaring.value = false)}
        >
          <p>{words.declareRisk}</p>
        </Sure>
      )}
    </section>
  );
}

/** Whether a king stands in its promotion zone, so that the try rule is worth saying. */
function kingsIn({ board, variant }: Position): boolean {
  return [...board].some(
    ([sq, piece]) => variant.royals.includes(piece.kind) && inZone(variant, piece.side, rankOf(sq)),
  );
}
