/** A new password, with a word on how good it is while it is typed. The server has the last one. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { TextField } from '../ui/text-field';
import { PASSWORD_SIGNS_MIN } from './account-form';

/** How long a password is that nobody need think about. */
const GOOD_SIGNS = 16;

export type Strength = 'short' | 'repeats' | 'fair' | 'good';

export function strengthOf(password: string): Strength {
  const signs = [...password.toLowerCase()];
  if (signs.length < PASSWORD_SIGNS_MIN) return 'short';
  if (new Set(signs).size < 6) return 'repeats';
  return signs.length < GOOD_SIGNS ? 'fair' : 'good';
}

export function NewPassword({ label, name }: { label: string; name: string }) {
  const words = t().account;
  const strength = useSignal<Strength | null>(null);
  return (
    <div
      class="new-password"
      onInput={(event) => {
        const { value } = event.target as HTMLInputElement;
        strength.value = value ? strengthOf(value) : null;
      }}
    >
      <TextField
        exact
        label={label}
        help={words.passwordHelp}
        isRule
        name={name}
        type="password"
        autocomplete="new-password"
        required
        minLength={PASSWORD_SIGNS_MIN}
      />
      <span class="note" role="status">
        {strength.value && words.passwordStrength[strength.value]}
      </span>
    </div>
  );
}
