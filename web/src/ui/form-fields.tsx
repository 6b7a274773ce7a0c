/**
 * A form as data: a list of fields, each with what it changes, its limits and when it is shown. To
 * add a field to a form, put a row in its list; to add a kind of field, a row in `Kinds` and a case
 * in `FormField`.
 */

import type { ComponentType } from 'preact';
import type { Catalogue } from '../i18n';
import { t } from '../i18n/whole';
import { NumberField, type Options, Select, Toggle } from './choice';
import { TextField } from './text-field';

/** The keys of a draft whose values are of one type. */
type KeyOf<D, T> = { [K in keyof D]: D[K] extends T ? K : never }[keyof D] & string;

type Put<D> = (changes: Partial<D>) => void;

export interface Shown<D> {
  draft: D;
  put: Put<D>;
}

interface Kinds<D> {
  text: {
    key: KeyOf<D, string>;
    lines?: number;
    max?: number;
    required?: boolean;
    placeholder?: string;
    inputMode?: 'url';
    /** What may be typed; its `help` is then what is said where something else was. */
    pattern?: string;
    /** As typed, for names and addresses of programs. */
    exact?: true;
  };
  number: { key: KeyOf<D, number>; min: number; max: number; step?: number };
  toggle: { key: KeyOf<D, boolean>; disabled?(draft: D): boolean };
  choice: {
    key: KeyOf<D, string>;
    options(words: Catalogue): Options<string>;
    /** What else changes with it. */
    also?: Partial<D>;
  };
  time: { key: KeyOf<D, string>; required?(draft: D): boolean; max?(draft: D): string };
}

interface Common {
  /** Which of the form's words is its label; without it, the one that is called as its key. */
  label?: string;
  /** Which of the form's words is the sentence below. */
  help?: string;
}

interface When<D> {
  /** Without it, always. */
  when?(draft: D): boolean;
}

export type Field<D> = When<D> &
  (
    | { [K in keyof Kinds<D>]: { kind: K } & Common & Kinds<D>[K] }[keyof Kinds<D>]
    /** Fields beside each other. */
    | { kind: 'columns'; fields: readonly Field<D>[] }
    /** What is more than a field. */
    | { kind: 'view'; view: ComponentType<Shown<D>> }
  );

type Unnamed<F> = F extends { key: string } ? Omit<F, 'key'> : F;

/** A form that is sent as it is: what each of its fields is at first, and how it is asked for. */
export type Asked<D> = { readonly [K in keyof D]-?: { first: D[K] } & Unnamed<Field<D>> };

/** What a new form holds. */
export const firstAsked = <D,>(asked: Asked<D>): D =>
  Object.fromEntries(Object.entries<{ first: unknown }>(asked).map(([key, { first }]) => [key, first])) as D;

export const fieldsAsked = <D,>(asked: Asked<D>): readonly Field<D>[] =>
  Object.entries<object>(asked).map(([key, field]) => ({ ...field, key }) as unknown as Field<D>);

interface Props<D> extends Shown<D> {
  /** What the form says, by the keys that its fields name. */
  words: Readonly<Record<string, unknown>>;
}

/** The word of a form for a field; a test looks that every one is there. */
export const wordOf = (words: Readonly<Record<string, unknown>>, key: string) => {
  const word = words[key];
  return typeof word === 'string' ? word : '';
};

export function FormFields<D>(props: Props<D> & { fields: readonly Field<D>[] }) {
  const { fields, ...rest } = props;
  return (
    <>
      {fields.map((field, i) =>
        field.when && !field.when(rest.draft) ? null : <FormField key={i} field={field} {...rest} />,
      )}
    </>
  );
}

function FormField<D>(props: Props<D> & { field: Field<D> }) {
  const { field, words, draft, put } = props;
  if (field.kind === 'columns')
    return (
      <div class="columns">
        <FormFields fields={field.fields} words={words} draft={draft} put={put} />
      </div>
    );
  if (field.kind === 'view') return <field.view draft={draft} put={put} />;
  const label = wordOf(words, field.label ?? field.key);
  const help = field.help === undefined ? undefined : wordOf(words, field.help);
  const set = (value: unknown, also: Partial<D> = {}) =>
    put({ ...also, [field.key]: value } as unknown as Partial<D>);
  const text = () => draft[field.key] as string;
  switch (field.kind) {
    case 'text': {
      const { lines, max, required, placeholder, inputMode, pattern, exact } = field;
      return (
        <TextField
          label={label}
          help={help}
          value={text()}
          onInput={set}
          name={field.key}
          {...(lines === undefined ? {} : { lines })}
          {...(max === undefined ? {} : { maxLength: max })}
          {...(required === undefined ? {} : { required })}
          {...(placeholder === undefined ? {} : { placeholder })}
          {...(inputMode === undefined ? {} : { inputMode })}
          {...(pattern === undefined ? {} : { pattern, isRule: true })}
          {...(exact === undefined ? {} : { exact })}
        />
      );
    }
    case 'number':
      return (
        <NumberField
          label={label}
          min={field.min}
          max={field.max}
          step={field.step ?? 1}
          value={draft[field.key] as number}
          onChange={set}
        />
      );
    case 'toggle': {
      const disabled = field.disabled?.(draft) ?? false;
      return (
        <Toggle
          label={label}
          value={(draft[field.key] as boolean) && !disabled}
          disabled={disabled}
          onChange={set}
        />
      );
    }
    case 'choice':
      return (
        <Select
          label={label}
          options={field.options(t())}
          value={text()}
          onChange={(value) => set(value, field.also)}
          name={field.key}
        />
      );
    case 'time':
      return (
        <label class="field">
          <span class="label">{label}</span>
          <input
            type="datetime-local"
            name={field.key}
            required={field.required?.(draft) ?? false}
            max={field.max?.(draft)}
            value={text()}
            onInput={(event) => set(event.currentTarget.value)}
          />
          {help && <span class="note">{help}</span>}
        </label>
      );
  }
}
