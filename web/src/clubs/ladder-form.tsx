/** The form in which organisers open a ladder, or decide otherwise about it. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { ClockField } from '../tournaments/clock-field';
import { NumberField, Select, Toggle } from '../ui/choice';
import { variantOptions } from '../variants/variant-select';
import type { LadderSettings } from '../wire/generated';

/** A ladder for members who have two evenings a week. */
const FIRST: LadderSettings = {
  variant: 'standard',
  clock: { kind: 'correspondence', days: 3 },
  rated: true,
  reach: 3,
  answer_days: 7,
  refusals: 3,
  rest_days: 14,
};

interface Props {
  settings: LadderSettings | null;
  onSend(settings: LadderSettings): void;
}

export function LadderForm({ settings, onSend }: Props) {
  const words = t().ladder;
  const draft = useSignal(settings ?? FIRST);
  const put = (changes: Partial<LadderSettings>) => {
    draft.value = { ...draft.value, ...changes };
  };
  const { variant, clock, rated, reach, answer_days, refusals, rest_days } = draft.value;
  return (
    <form
      class="club-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(draft.value);
      }}
    >
      <Select
        label={words.variant}
        name="variant"
        options={variantOptions()}
        value={variant}
        onChange={(chosen) => put({ variant: chosen as LadderSettings['variant'] })}
      />
      <ClockField label={words.clock} name="clock" value={clock} slow onChange={(clock) => put({ clock })} />
      <Toggle label={words.rated} value={rated ?? false} onChange={(rated) => put({ rated })} />
      <NumberField label={words.reach} value={reach} min={1} max={20} onChange={(reach) => put({ reach })} />
      <NumberField
        label={words.answerDays}
        value={answer_days}
        min={1}
        max={30}
        onChange={(answer_days) => put({ answer_days })}
      />
      <NumberField
        label={words.refusals}
        value={refusals}
        min={1}
        max={20}
        onChange={(refusals) => put({ refusals })}
      />
      <NumberField
        label={words.restDays}
        value={rest_days}
        min={0}
        max={365}
        onChange={(rest_days) => put({ rest_days })}
      />
      <button type="submit" class="primary">
        {settings === null ? words.open : words.save}
      </button>
    </form>
  );
}
