/** Of the settings: whether players make appointments, and by when the games of each round begin. */

import { t } from '../i18n/whole';
import { NumberField, Toggle } from '../ui/choice';
import type { Shown } from '../ui/form-fields';
import type { Draft } from './settings-draft';

/** The most rounds with a deadline of their own that can be set here. */
const ROUNDS_MAX = 60;

const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * The deadline of a further round: as long after the last as that was after the one before it, by
 * the clock on the wall, whether or not it is changed in between.
 */
export function nextDeadline(deadlines: readonly string[]): string {
  const [last = Number.NaN, before = Number.NaN] = deadlines.toReversed().map((it) => Date.parse(`${it}Z`));
  if (Number.isNaN(last)) return '';
  return new Date(last + (last > before ? last - before : WEEK_MS)).toISOString().slice(0, 16);
}

export function AppointmentFields({ draft, put }: Shown<Draft>) {
  const words = t().tournaments.form;
  const { byAppointment, deadlines } = draft;
  return (
    <div class="form-part">
      <Toggle
        label={words.byAppointment}
        value={byAppointment}
        onChange={(byAppointment) => put({ byAppointment })}
      />
      {byAppointment && (
        <>
          <p class="note">{words.byAppointmentHelp}</p>
          <div class="columns">
            {deadlines.map((deadline, i) => (
              <label key={i} class="field">
                <span class="label">{words.deadline(i + 1)}</span>
                <input
                  type="datetime-local"
                  name={`deadline-${i + 1}`}
                  required={i === 0}
                  value={deadline}
                  onInput={(event) => {
                    const typed = event.currentTarget.value;
                    put({ deadlines: deadlines.map((was, at) => (at === i ? typed : was)) });
                  }}
                />
              </label>
            ))}
            <NumberField
              label={words.fixed}
              min={0}
              max={2_880}
              value={draft.fixed}
              onChange={(fixed) => put({ fixed })}
            />
          </div>
          {deadlines.length < ROUNDS_MAX && (
            <button
              type="button"
              class="quiet"
              onClick={() => put({ deadlines: [...deadlines, nextDeadline(deadlines)] })}
            >
              {words.addDeadline}
            </button>
          )}
        </>
      )}
    </div>
  );
}
