/**
 * An input under its label, taken once one has typed to the end; what is half typed stays while the
 * page is drawn anew.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

interface Props {
  label: string;
  type: 'text' | 'number';
  /** What the form calls it. */
  name?: string;
  value: string;
  /** Of numbers. */
  min?: number;
  max?: number;
  step?: number;
  onChange(value: string): void;
}

export function TypedField({ label, value, onChange, ...input }: Props) {
  const typed = useSignal(value);
  useEffect(() => {
    typed.value = value;
  }, [value]);
  return (
    <label class="field">
      <span class="label">{label}</span>
      <input
        {...input}
        list={undefined}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        inputMode={input.type === 'number' ? 'numeric' : 'text'}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
