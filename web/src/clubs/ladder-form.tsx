/**
 * The form in which organisers open a ladder, or decide otherwise about it. To add a setting: a row
 * in `SETTINGS`.
 */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { ClockField } from '../tournaments/clock-field';
import { type Asked, FormFields, fieldsAsked, firstAsked, type Shown } from '../ui/form-fields';
import { variantOptions } from '../variants/variant-select';
import type { LadderSettings } from '../wire/generated';

/**
 * In the order of the form; what is there first is a ladder for members who have two evenings a
 * week.
 */
const SETTINGS: Asked<LadderSettings> = {
  variant: { first: 'standard', kind: 'choice', options: () => variantOptions() },
  clock: { first: { kind: 'correspondence', days: 3 }, kind: 'view', view: TimeControl },
  rated: { first: true, kind: 'toggle' },
  reach: { first: 3, kind: 'number', min: 1, max: 20 },
  answer_days: { first: 7, kind: 'number', label: 'answerDays', min: 1, max: 30 },
  refusals: { first: 3, kind: 'number', min: 1, max: 20 },
  rest_days: { first: 14, kind: 'number', label: 'restDays', min: 0, max: 365 },
};

const FIELDS = fieldsAsked(SETTINGS);

function TimeControl({ draft, put }: Shown<LadderSettings>) {
  return (
    <ClockField
      label={t().ladder.clock}
      name="clock"
      value={draft.clock}
      slow
      onChange={(clock) => put({ clock })}
    />
  );
}

interface Props {
  settings: LadderSettings | null;
  onSend(settings: LadderSettings): void;
}

export function LadderForm({ settings, onSend }: Props) {
  const words = t().ladder;
  const draft = useSignal(settings ?? firstAsked(SETTINGS));
  return (
    <form
      class="settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(draft.value);
      }}
    >
      <FormFields
        fields={FIELDS}
        words={words}
        draft={draft.value}
        put={(changes) => {
          draft.value = { ...draft.value, ...changes };
        }}
      />
      <button type="submit" class="primary">
        {settings === null ? words.open : words.save}
      </button>
    </form>
  );
}
