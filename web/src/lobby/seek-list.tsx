/** Who waits for a game, and one's own offers among them. */

import { clocksInWords } from '../clock/format';
import { t } from '../i18n';
import { listed, noted } from '../i18n/listed';
import { PlayerName } from '../people/player-name';
import { gradeText } from '../ratings/words';
import { user } from '../session';
import type { LobbySnapshot, SeekWants } from '../wire/generated';
import type { LobbyStore } from './lobby-store';
import { setupInWords } from './setup-words';

export function SeekList({ store }: { store: LobbyStore }) {
  const words = t();
  const lobby: LobbySnapshot | null = store.lobby.value;
  const own = store.own.value;
  if (!lobby) return <div class="empty" aria-busy="true" />;
  if (lobby.seeks.length === 0)
    return (
      <div class="empty">
        <p>{words.lobby.noSeeks}</p>
        <a href="/tsume">{words.lobby.meanwhile}</a>
      </div>
    );
  const mineFirst = [...lobby.seeks].sort((a, b) => Number(own.has(b.seek)) - Number(own.has(a.seek)));
  return (
    <ul class="seek-list">
      {mineFirst.map(({ seek, by, strength, setup, wants }) => {
        // One by correspondence may be of another day.
        const mine = own.has(seek) || by.user === user.value?.id;
        return (
          <li key={seek} class={mine ? 'mine' : ''}>
            <div class="seek-what">
              <strong>{clocksInWords(words, setup.clock)}</strong>
              <span>{noted([setupInWords(setup), wants && wantsInWords(wants)])}</span>
            </div>
            <span class="seek-who">
              {mine ? words.lobby.waiting : <PlayerName person={by} strength={strength} />}
            </span>
            {mine ? (
              <button type="button" onClick={() => store.withdraw(seek)}>
                {words.lobby.cancel}
              </button>
            ) : (
              <button
                type="button"
                class="primary"
                aria-label={words.lobby.acceptLabel(by.name)}
                onClick={() => store.accept(seek)}
              >
                {words.lobby.play}
              </button>
            )}
          </li>
        );
      })}
    </ul>
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
