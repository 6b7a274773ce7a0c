/** What the account's forms are made of. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n/whole';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import { problemText } from './account-api';

/** The fewest signs a password may have. */
export const PASSWORD_SIGNS_MIN = 12;

/** A form that says what went wrong beside its button, and cannot be sent twice. */
export function AccountForm({
  title,
  action,
  danger,
  problems,
  onSubmit,
  aside,
  children,
}: {
  title: string;
  action: string;
  /** What it does cannot be undone. */
  danger?: boolean;
  /** Words for what can go wrong, where they are others than elsewhere. */
  problems?: Readonly<Record<string, string>>;
  onSubmit(form: FormData): Promise<void>;
  /** What else can be done, beside the button. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  return (
    <form
      class="account-form"
      aria-label={title}
      onSubmit={async (event) => {
        event.preventDefault();
        if (busy.value) return;
        busy.value = true;
        problem.value = null;
        const form = event.currentTarget;
        try {
          await onSubmit(new FormData(form));
        } catch (cause) {
          problem.value = problemText(cause, problems);
        }
        busy.value = false;
      }}
    >
      {children}
      <p class="problem" role="alert">
        {problem.value}
      </p>
      <div class="row">
        <button type="submit" class={danger ? 'danger' : 'primary'} disabled={busy.value}>
          {action}
        </button>
        {aside}
      </div>
    </form>
  );
}

/** The password, asked for once more before something about the account changes. */
export function PasswordNow() {
  return (
    <TextField
      exact
      label={t().account.mail.passwordNow}
      name="password"
      type="password"
      autocomplete="current-password"
      required
    />
  );
}

/** What was typed into a field. */
export const said = (form: FormData, name: string) => String(form.get(name) ?? '');

/** Says why something was not done. */
export function refused(cause: unknown) {
  toast.show(problemText(cause), 'bad');
}
