/** What somebody types, under its label: a line, or with `lines` a paragraph. */

import { useId } from 'preact/hooks';

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
  /** The height of a paragraph; without it, one line. */
  lines?: number;
  type?: 'text' | 'email' | 'password';
  /** A name, code or position that counts letter by letter: the browser puts nothing right in it. */
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

export function TextField(props: Props) {
  const { label, help, lines, type = 'text', exact, pattern, onInput, onLeave, ...rest } = props;
  const id = useId();
  const input = {
    ...(exact ? ({ autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const) : {}),
    ...rest,
    id,
    'aria-describedby': help ? `${id}-help` : undefined,
    onInput: (event: { currentTarget: { value: string } }) => onInput?.(event.currentTarget.value),
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
        <input type="password" {...line} />
      ) : type === 'email' ? (
        <input type="email" {...line} />
      ) : (
        <input type="text" {...line} />
      )}
      {help && (
        <span class="note" id={`${id}-help`}>
          {help}
        </span>
      )}
    </div>
  );
}
