/** What a player can do besides moving, and what the other side offers. */

import { useSignal } from '@preact/signals';
import { moveText, sideName } from '../board/words';
import { t } from '../i18n/of-boards';
import { shownName } from '../people/shown-name';
import { formatUsi } from '../shogi/usi';
import { variantOf } from '../shogi/variant';
import { Sure } from '../ui/dialog';
import { Icon } from '../ui/icon';
import type { GameSnapshot, Offer } from '../wire/generated';
import { Absence } from './absence';
import type { GameStore } from './game-store';
import { HintButton, hasHints } from './hint';

export function Actions({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const { game: words, chat } = t();
  const asking = useSignal<'resign' | 'abort' | null>(null);
  const confirming = store.confirming.value;
  const before = store.line.value.at(-1);
  if (game.you === null || game.phase === 'waiting') return null;
  const playing = game.phase === 'playing';
  const canAbort = playing && game.ply < 2;
  // Before one's own first move there is nothing to take back.
  const hasMoved = store.line.value.slice(0, -1).some((it) => it.turn === game.you);
  // What can no longer be done is not asked any more.
  const asked = playing && (asking.value !== 'abort' || canAbort) ? asking.value : null;
  return (
    <div class="actions">
      <Absence store={store} game={game} />
      {game.offers.map((offer) => (
        <OfferLine key={offer.kind} store={store} game={game} offer={offer} />
      ))}
      {confirming && before && (
        <div class="offer" role="alertdialog" aria-label={words.confirm}>
          <span>{words.confirmMove(moveText(before, formatUsi(confirming), game.moves.at(-1)?.usi))}</span>
          <span class="row">
            <button type="button" class="primary" onClick={() => store.confirm(true)}>
              {words.confirm}
            </button>
            <button type="button" onClick={() => store.confirm(false)}>
              {words.cancel}
            </button>
          </span>
        </div>
      )}
      {playing && (
        <div class="action-row">
          {hasHints(game) && <HintButton store={store} game={game} />}
          {game.rules.takeback && (
            <button
              type="button"
              disabled={!hasMoved || game.offers.some((it) => it.kind === 'takeback')}
              onClick={() => store.command({ t: 'offer', kind: 'takeback' })}
            >
              <Icon name="undo" />
              {words.takeback}
            </button>
          )}
          {variantOf(game.variant).draw_offers && (
            <button
              type="button"
              disabled={game.offers.some((it) => it.kind === 'draw')}
              onClick={() => store.command({ t: 'offer', kind: 'draw' })}
            >
              <Icon name="draw" />
              {words.draw}
            </button>
          )}
          <button type="button" onClick={() => (asking.value = canAbort ? 'abort' : 'resign')}>
            <Icon name={canAbort ? 'close' : 'flag'} />
            {canAbort ? words.abort : words.resign}
          </button>
        </div>
      )}
      {asked && (
        <Sure
          title={asked === 'resign' ? words.resignAsk : words.abortAsk}
          yes={asked === 'resign' ? words.resignYes : words.abortYes}
          no={words.keepPlaying}
          onYes={() => {
            // §2 Who resigns says so at the table.
            if (asked === 'resign') void store.command({ t: 'chat', text: chat.resigns });
            void store.command({ t: asked });
          }}
          onClose={() => (asking.value = null)}
        />
      )}
    </div>
  );
}

function OfferLine({ store, game, offer }: { store: GameStore; game: GameSnapshot; offer: Offer }) {
  const words = t().game;
  const mine = offer.by === game.you;
  const answer = (accept: boolean) =>
    void store.command(
      offer.kind === 'rematch' && accept ? { t: 'rematch' } : { t: 'answer', kind: offer.kind, accept },
    );
  return (
    <div class="offer">
      <span>
        {mine
          ? words.youOffered[offer.kind]
          : words.offered[offer.kind](shownName(game.players[offer.by]?.name ?? sideName(game, offer.by)))}
      </span>
      {!mine && (
        <span class="row">
          <button type="button" class="primary" onClick={() => answer(true)}>
            {words.accept}
          </button>
          <button type="button" onClick={() => answer(false)}>
            {words.decline}
          </button>
        </span>
      )}
    </div>
  );
}
