/**
 * A game with an empty seat: for its maker the address to pass on, for everyone else who invites
 * them, to what, and a chair.
 */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/of-boards';
import { wasCreatedHere } from '../lobby/lobby-store';
import { RulesInWords } from '../lobby/rules-fields';
import { gameInWords } from '../lobby/setup-words';
import { Sentence } from '../people/in-sentence';
import { personBy } from '../people/people-api';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { StrengthLine } from '../ratings/strength';
import { variantOf } from '../shogi/variant';
import { isVisitor } from '../site/guest-keeps';
import { Icon } from '../ui/icon';
import { lateBoard } from '../ui/late';
import { useLoaded } from '../ui/loaded';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';

interface Props {
  store: GameStore;
  game: GameSnapshot;
  /** Our user, null while we have none. */
  me: string | null;
}

// It draws with a library of its own.
const QrCode = lateBoard(() => import('./qr-code').then((it) => it.QrCode));

export function WaitingPanel(props: Props) {
  const { game, me } = props;
  const mine = game.you !== null || game.creator.user === me || wasCreatedHere(game.game);
  return <section class="waiting card">{mine ? <Inviting {...props} /> : <Invited {...props} />}</section>;
}

/** For the maker: the address, by every way in which it is passed on. */
function Inviting({ store, game }: Props) {
  const words = t().game;
  const isOpen = useSignal(false);
  const link = `${location.origin}/${game.game}`;
  return (
    <>
      <h2>{words.waitingTitle}</h2>
      <p>
        <strong>{gameInWords(game)}</strong>
      </p>
      <p class="note">{words.waitingHelp}</p>
      {isVisitor() && <p class="note">{words.waitingGuest}</p>}
      <Address link={link} title={words.invites(shownName(game.creator.name))} />
      <details
        onToggle={(event) => {
          isOpen.value = event.currentTarget.open;
        }}
      >
        <summary>{words.qr}</summary>
        {isOpen.value && <QrCode text={link} label={words.qr} />}
      </details>
      <button type="button" onClick={() => store.command({ t: 'abort' })}>
        {words.abort}
      </button>
    </>
  );
}

/** The whole address, to copy or to hand to the device's own sheet. */
function Address({ link, title }: { link: string; title: string }) {
  const words = t();
  const copied = useSignal(false);
  return (
    <>
      <textarea
        readOnly
        rows={2}
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
        {'share' in navigator && (
          <button
            type="button"
            onClick={() =>
              // A person who closes the sheet wants nothing more.
              navigator.share({ title, text: title, url: link }).catch(() => {})
            }
          >
            <Icon name="share" />
            {words.page.share}
          </button>
        )}
      </div>
    </>
  );
}

/** For everyone else: who invites, how strong they are, and what is played. */
function Invited({ store, game }: Props) {
  const words = t();
  const { creator, wish } = game;
  // The page is worth showing without it.
  const person = useLoaded(async () => (creator.guest ? null : await personBy(creator.user)), [creator.user]);
  const other = wish === 'sente' ? 'gote' : 'sente';
  const side = game.handicap ? (other === 'sente' ? 'shitate' : 'uwate') : other;
  const strength = person.value?.strength;
  return (
    <>
      <h2>
        <Sentence of={words.game.invites}>
          <PlayerName person={{ ...creator, handle: person.value?.handle }} />
        </Sentence>
      </h2>
      {strength && <StrengthLine strength={strength} />}
      <p>
        <strong>{gameInWords(game)}</strong>
      </p>
      <p>{wish === 'random' ? words.game.sidesDrawn : words.challenges.youSit(side)}</p>
      <button type="button" class="primary" onClick={() => store.command({ t: 'join' })}>
        {words.game.sitDown}
      </button>
      <details>
        <summary>{words.setup.rules}</summary>
        <RulesInWords rules={game.rules} variant={variantOf(game.variant)} />
      </details>
    </>
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
    document.querySelector<HTMLTextAreaElement>('.waiting textarea')?.select();
    return document.execCommand('copy');
  }
}
