/** Who waits for a game, and one's own offers among them. */

import { clocksInWords } from '../clock/format';
import { t } from '../i18n';
import { listed, noted } from '../i18n/listed';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { gradeText } from '../ratings/words';
import type { Seek, SeekWants } from '../wire/generated';
import { isOwnSeek, type LobbyStore } from './lobby-store';
import { obstacleTo, useOwnStrengths } from './obstacle';
import { seekInWords } from './setup-words';

export function SeekList({ store }: { store: LobbyStore }) {
  const words = t().lobby;
  const lobby = store.lobby.value;
  // Somebody who was sent away to register is back.
  const wanted = new URLSearchParams(location.search).get('seek');
  useOwnStrengths(lobby?.seeks ?? []);
  if (!lobby) return <div class="empty" aria-busy="true" />;
  const isGone = wanted !== null && !lobby.seeks.some(({ seek }) => seek === wanted);
  if (lobby.seeks.length === 0)
    return (
      <div class="empty">
        <p>{isGone ? words.wantedIsGone : words.noSeeks}</p>
        <a href="/tsume">{words.meanwhile}</a>
      </div>
    );
  // One by correspondence may be of another day.
  const isMine = (it: Seek) => isOwnSeek(store, it);
  const rank = (it: Seek) => (it.seek === wanted ? 0 : isMine(it) ? 1 : 2);
  const seeks = [...lobby.seeks].sort((a, b) => rank(a) - rank(b));
  return (
    <ul class="seek-list">
      {isGone && <li class="note">{words.wantedIsGone}</li>}
      {seeks.map((it) => (
        <SeekRow key={it.seek} of={it} isMine={isMine(it)} isWanted={it.seek === wanted} store={store} />
      ))}
    </ul>
  );
}

interface RowProps {
  of: Seek;
  isMine: boolean;
  /** Whether somebody came back for it. */
  isWanted: boolean;
  store: LobbyStore;
}

function SeekRow({ of, isMine, isWanted, store }: RowProps) {
  const words = t();
  const { seek, by, strength, setup, wants } = of;
  return (
    <li class={isMine ? 'mine' : isWanted ? 'wanted' : ''}>
      <div class="seek-what">
        <strong>{clocksInWords(words, setup.clock)}</strong>
        <span>{noted([seekInWords(of, isMine), wants && wantsInWords(wants)])}</span>
      </div>
      <span class="seek-who">
        {isMine ? words.lobby.waiting : <PlayerName person={by} strength={strength} />}
      </span>
      {isMine ? (
        <button type="button" onClick={() => store.withdraw(seek)}>
          {words.lobby.cancel}
        </button>
      ) : (
        <Take of={of} onTake={() => store.accept(seek)} />
      )}
    </li>
  );
}

/** The button that takes an offer, or what stands in the way. */
function Take({ of, onTake }: { of: Seek; onTake(): void }) {
  const words = t().lobby;
  const obstacle = obstacleTo(of);
  if (!obstacle)
    return (
      <button type="button" aria-label={words.acceptLabel(shownName(of.by.name))} onClick={onTake}>
        {words.play}
      </button>
    );
  return obstacle.href ? (
    <a class="button small seek-door" href={obstacle.href}>
      {obstacle.text}
    </a>
  ) : (
    <span class="seek-door note">{obstacle.text}</span>
  );
}

/** Whom an offer is for, as ranges. */
function wantsInWords(wants: SeekWants): string {
  const range = (from: string | undefined, to: string | undefined) => {
    if (from === undefined) return to === undefined ? null : `≤ ${to}`;
    return to === undefined ? `≥ ${from}` : `${from} – ${to}`;
  };
  const ratings = range(wants.rating_min?.toString(), wants.rating_max?.toString());
  const grades = range(
    wants.grade_min && gradeText(wants.grade_min),
    wants.grade_max && gradeText(wants.grade_max),
  );
  return t().ratings.wanted(listed([ratings, grades]));
}
