/**
 * What somebody types, under its label: a line, or with `lines` a paragraph. What is missing or
 * wrong is said below it, in the language of the page: the browser's own bubbles speak the
 * browser's.
 */

import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useId } from 'preact/hooks';
import { t } from '../i18n/of-boards';
import { Icon } from './icon';

interface Props {
  label: string;
  /** What the form calls it. */
  name?: string;
  /** What stands in it; without it, the form keeps what is typed. */
  value?: string;
  onInput?(text: string): void;
  onLeave?(): void;
  /** A sentence below. */
  help?: string | undefined;
  /** Whether it says what may be typed: then it is what is said where something else was. */
  isRule?: boolean;
  /** The height of a paragraph; without it, one line. */
  lines?: number;
  type?: 'text' | 'email' | 'password';
  /**
   * A name, code or position that counts letter by letter: the browser puts nothing right in it.
   */
  exact?: boolean;
  /** What the browser may fill in. */
  autocomplete?:
    | 'username'
    | 'email'
    | 'nickname'
    | 'current-password'
    | 'new-password'
    | 'one-time-code'
    | 'off';
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  placeholder?: string;
  inputMode?: 'url';
}

type Typed = HTMLInputElement | HTMLTextAreaElement;

/** What is wrong with what is typed; null when nothing is. */
function wordsFor({ validity, minLength }: Typed, rule: string | undefined): string | null {
  const words = t().fields;
  if (validity.valid) return null;
  if (validity.valueMissing) return words.missing;
  if (rule && (validity.patternMismatch || validity.tooShort)) return rule;
  if (validity.tooShort) return words.tooShort(minLength);
  return validity.typeMismatch ? words.noAddress : words.wrong;
}

/** The field that was refused when the form was sent, by its name, and why. */
export interface RefusedField {
  name: string;
  text: string;
}

/** Of the form around; null as long as none of its fields is refused. */
export const RefusedFieldOf = createContext<ReadonlySignal<RefusedField | null> | null>(null);

export function TextField(props: Props) {
  const { label, help, isRule, lines, type = 'text', exact, pattern, onInput, onLeave, ...rest } = props;
  const id = useId();
  const wrong = useSignal<string | null>(null);
  const isSeen = useSignal(false);
  const sent = useContext(RefusedFieldOf);
  useSignalEffect(() => {
    const refused = sent?.value;
    if (!refused || refused.name !== rest.name) return;
    wrong.value = refused.text;
    document.getElementById(id)?.focus();
  });
  const rule = isRule ? help : undefined;
  // What is said in red is not said once more.
  const isSaid = rule !== undefined && wrong.value === rule;
  const notes = [wrong.value && `${id}-wrong`, help && !isSaid && `${id}-help`].filter(Boolean).join(' ');
  const input = {
    ...(exact ? ({ autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const) : {}),
    ...rest,
    id,
    'aria-describedby': notes || undefined,
    'aria-invalid': wrong.value ? true : undefined,
    onInput: ({ currentTarget: it }: { currentTarget: Typed }) => {
      if (wrong.value) wrong.value = wordsFor(it, rule);
      onInput?.(it.value);
    },
    onInvalid: (event: Event & { currentTarget: Typed }) => {
      event.preventDefault();
      wrong.value = wordsFor(event.currentTarget, rule);
      // Where several are wrong, the first is gone to.
      if (event.currentTarget.form?.querySelector('input:invalid, textarea:invalid') === event.currentTarget)
        event.currentTarget.focus();
    },
    onBlur: () => onLeave?.(),
  };
  const line = pattern === undefined ? input : { ...input, pattern };
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      {lines !== undefined ? (
        <textarea rows={lines} {...input} />
      ) : type === 'password' ? (
        <span class="password">
          {isSeen.value ? <input type="text" {...line} /> : <input type="password" {...line} />}
          <button
            type="button"
            class="quiet square"
            aria-pressed={isSeen.value}
            aria-label={t().fields.showPassword}
            title={t().fields.showPassword}
            onClick={() => {
              isSeen.value = !isSeen.value;
            }}
          >
            <Icon name="eye" />
          </button>
        </span>
      ) : type === 'email' ? (
        <input type="email" {...line} />
      ) : (
        <input type="text" {...line} />
      )}
      {wrong.value && (
        <span class="wrong" id={`${id}-wrong`} role="alert">
          {wrong.value}
        </span>
      )}
      {help && !isSaid && (
        <span class="note" id={`${id}-help`}>
          {help}
        </span>
      )}
    </div>
  );
}
