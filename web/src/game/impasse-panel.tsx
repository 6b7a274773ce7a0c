/** §2.3 How an impasse would be counted now, condition by condition, and the declaration behind a question. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { bothEntered, countImpasse, impasseIsNear } from '../shogi/impasse';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';
import { sideName } from './words';

export function ImpassePanel({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const declaring = useSignal(false);
  const position = store.line.value.at(-1);
  const { impasse } = game.rules;
  if (!position || game.phase !== 'playing' || impasse === 'none') return null;
  const side = game.you ?? position.turn;
  if (position.variant.name !== 'standard' || !impasseIsNear(position, side)) return null;
  const words = t().impasse;
  if (impasse === 'try') return <p class="impasse card note">{words.tryRule}</p>;
  const count = countImpasse(position, side, impasse, game.handicap);
  const myMove = game.you !== null && game.turn === game.you;
  const conditions: [boolean, string][] = [
    [count.kingInZone, words.king],
    [count.piecesInZone >= count.piecesNeeded, words.pieces(count.piecesInZone, count.piecesNeeded)],
    [count.points >= count.pointsNeeded, words.points(count.points, count.pointsNeeded)],
  ];
  // §2.1 Whether one stands in check is not shown in a strict game.
  if (game.rules.illegal !== 'loses') conditions.push([!(myMove && game.check), words.noCheck]);
  return (
    <section class="impasse card" aria-label={words.title}>
      <h2>
        {words.title}
        <span class="note">{sideName(game, side)}</span>
      </h2>
      <ul>
        {conditions.map(([met, text]) => (
          <li key={text} class={met ? 'met' : 'unmet'}>
            <Icon name={met ? 'check' : 'close'} />
            <span class="hidden-visually">{met ? words.met : words.unmet}</span>
            {text}
          </li>
        ))}
      </ul>
      {impasse === 'points24' && <p class="note">{words.draw24}</p>}
      {bothEntered(position) && <p class="note">{words.agreement(count.allPoints)}</p>}
      {game.you && (
        <div class="action-row">
          <button type="button" disabled={!myMove} onClick={() => (declaring.value = true)}>
            {words.declare}
          </button>
          {bothEntered(position) && (
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
        <Dialog size="alert" title={words.declareAsk} onClose={() => (declaring.value = false)}>
          <p>{words.declareRisk}</p>
          <footer>
            <button
              type="button"
              class="danger"
              onClick={() => {
                declaring.value = false;
                void store.command({ t: 'declare' });
              }}
            >
              {words.declareYes}
            </button>
            <button type="button" onClick={() => (declaring.value = false)}>
              {t().game.keepPlaying}
            </button>
          </footer>
        </Dialog>
      )}
    </section>
  );
}
