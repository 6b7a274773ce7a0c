/** A game with an empty seat: the link to send for its maker, a chair for everyone else. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { wasCreatedHere } from '../lobby/lobby-store';
import { RulesInWords } from '../lobby/rules-fields';
import { gameInWords } from '../lobby/setup-words';
import { variantOf } from '../shogi/variant';
import { isVisitor } from '../site/guest-keeps';
import { Icon } from '../ui/icon';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';

interface Props {
  store: GameStore;
  game: GameSnapshot;
  /** Our user, null while we have none. */
  me: string | null;
}

export function WaitingPanel({ store, game, me }: Props) {
  const words = t();
  const copied = useSignal(false);
  const mine = game.you !== null || game.creator.user === me || wasCreatedHere(game.game);
  const link = `${location.origin}/${game.game}`;
  return (
    <section class="waiting card">
      <h2>{mine ? words.game.waitingTitle : words.game.waitingWatch}</h2>
      <p>
        <strong>{gameInWords(game)}</strong>
      </p>
      {mine ? (
        <>
          <p class="note">{words.game.waitingHelp}</p>
          {isVisitor() && <p class="note">{words.game.waitingGuest}</p>}
          <input
            type="text"
            readOnly
            aria-label={words.lobby.joinLabel}
            value={link}
            onFocus={(e) => e.currentTarget.select()}
          />
          <div class="row">
            <button
              type="button"
              class="primary"
              onClick={async () => {
                copied.value = await copyText(link);
              }}
            >
              <Icon name={copied.value ? 'check' : 'copy'} />
              {copied.value ? words.game.copied : words.game.copy}
            </button>
            <button type="button" onClick={() => store.command({ t: 'abort' })}>
              {words.game.abort}
            </button>
          </div>
        </>
      ) : (
        <>
          <RulesInWords rules={game.rules} variant={variantOf(game.variant)} />
          <button type="button" class="primary" onClick={() => store.command({ t: 'join' })}>
            {words.game.sitDown}
          </button>
        </>
      )}
    </section>
  );
}

/**
 * The clipboard needs a secure context, which a club's plain address is not; then the field is
 * selected to copy.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    document.querySelector<HTMLInputElement>('.waiting input')?.select();
    return document.execCommand('copy');
  }
}
