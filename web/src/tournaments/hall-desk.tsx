/** What organisers hear from players, and tell all of them. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { TextField } from '../ui/text-field';
import type { OwnPart, Tournament } from '../wire/generated';
import { openDesk } from './agenda-store';
import { act } from './tournament-api';
import { nameOf, timeText } from './words';

/** Who calls the arbiter, the first one first, with the board. */
export function Calls({ view, own }: { view: Tournament; own: OwnPart | null }) {
  const words = t().tournaments;
  const calls = own?.calls ?? [];
  useEffect(() => {
    openDesk.value = view.code;
    return () => {
      openDesk.value = null;
    };
  }, [view.code]);
  if (!own?.organiser || calls.length === 0) return null;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const boardOf = (entry: string) =>
    view.rounds.at(-1)?.games.find(({ sente, gote }) => sente === entry || gote === entry)?.board;
  return (
    <section class="card no-print" role="alert">
      <h2>{words.hall.calls}</h2>
      <ul class="plain-list">
        {calls.map(({ entry, at_ms, text }) => {
          const board = boardOf(entry);
          return (
            <li key={entry} class="row">
              <span>
                {noted([board ? words.room.board(board) : '', nameOf(entries, entry), text])}{' '}
                <span class="note">{timeText(at_ms)}</span>
              </span>
              <button type="button" onClick={() => void act(view.code, { t: 'answer', entry })}>
                {words.hall.answered}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function Announce({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const text = useSignal('');
  if (view.phase !== 'open' && view.phase !== 'running') return null;
  return (
    <section class="card no-print">
      <h2>{words.hall.announce}</h2>
      <form
        class="field-row"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await act(view.code, { t: 'announce', text: text.value })) text.value = '';
        }}
      >
        <TextField
          label={words.hall.announcement}
          name="announcement"
          required
          maxLength={500}
          value={text.value}
          onInput={(it) => {
            text.value = it;
          }}
        />
        <button type="submit">{words.hall.tell}</button>
      </form>
      <p class="note">{words.hall.announceHelp}</p>
    </section>
  );
}
