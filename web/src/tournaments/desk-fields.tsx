/** Fields of the organiser's forms. */

import { t } from '../i18n';

export function Reason({ value, onInput }: { value: string; onInput(text: string): void }) {
  const words = t().tournaments;
  return (
    <label class="field">
      <span class="label">{words.reason}</span>
      <input
        type="text"
        name="reason"
        required
        maxLength={500}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <span class="note">{words.reasonHelp}</span>
    </label>
  );
}

export function Text(props: { label: string; name: string; value: string; onInput(text: string): void }) {
  return (
    <label class="field">
      <span class="label">{props.label}</span>
      <input
        type="text"
        name={props.name}
        autocomplete="off"
        spellcheck={false}
        value={props.value}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
    </label>
  );
}
