/** Proposes times for a game by appointment, with a word to the opponent. */

import { useSignal } from '@preact/signals';
import { weekdayText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { theSocket } from '../session';
import { Dialog } from '../ui/dialog';
import { localTime } from '../ui/draft-table';
import { TextField } from '../ui/text-field';
import type { OwnAppointment } from '../wire/generated';
import { instantOf, theirTimeText } from './appointment-times';
import { act } from './tournament-api';

/** So many fields there are at first, and at most: as many as the server takes. */
const FIELDS = 3;
const FIELDS_MAX = 5;

interface Props {
  code: string;
  it: OwnAppointment;
  name: string;
  onClose(): void;
}

export function AppointmentDialog({ code, it, name, onClose }: Props) {
  const words = t().tournaments.appointments;
  const now = theSocket().serverNow();
  const known = it.mine.map(localTime);
  const times = useSignal([...known, ...Array<string>(Math.max(0, FIELDS - known.length)).fill('')]);
  const word = useSignal(it.own_words);
  const problem = useSignal<string | null>(null);
  const send = async (at: readonly number[]) => {
    const wanted = { t: 'propose' as const, game: it.game, at_ms: [...at], text: word.value };
    if (await act(code, wanted)) onClose();
  };
  const submit = async () => {
    const at = [...new Set(times.value.map(instantOf).filter((ms) => ms !== null))];
    const isIn = (ms: number) => ms > theSocket().serverNow() && ms <= it.until_ms;
    if (at.length === 0) problem.value = words.noTimes;
    else if (!at.every(isIn)) problem.value = t().tournaments.problems.out_of_time;
    else await send(at);
  };
  return (
    <Dialog title={words.propose(name)} onClose={onClose}>
      <form
        class="setup"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p class="note">{words.proposeHelp(weekdayText(it.until_ms))}</p>
        {times.value.map((typed, i) => {
          const at = instantOf(typed);
          const theirs = at === null ? null : theirTimeText(at, it.zone, name);
          return (
            <label key={i} class="field">
              <span class="label">{words.time(i + 1)}</span>
              <input
                type="datetime-local"
                name={`time-${i + 1}`}
                min={localTime(now)}
                max={localTime(it.until_ms)}
                value={typed}
                onInput={(event) => {
                  const next = event.currentTarget.value;
                  times.value = times.value.map((was, at) => (at === i ? next : was));
                  problem.value = null;
                }}
              />
              {theirs && <span class="note">{theirs}</span>}
            </label>
          );
        })}
        {times.value.length < FIELDS_MAX && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              times.value = [...times.value, ''];
            }}
          >
            {words.more}
          </button>
        )}
        <TextField
          label={words.word(name)}
          name="word"
          maxLength={200}
          value={word.value}
          onInput={(text) => {
            word.value = text;
          }}
        />
        <p class="problem" role="alert">
          {problem.value}
        </p>
        <div class="row">
          <button type="submit" class="primary">
            {words.send}
          </button>
          {it.mine.length > 0 && (
            <button type="button" class="quiet" onClick={() => void send([])}>
              {words.takeBack}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
