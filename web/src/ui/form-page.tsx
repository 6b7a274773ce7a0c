/** A page that is one form: what is wrong is said above the button, and one click saves once. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Page } from './page';

interface Props {
  title: string;
  /** The word on the button. */
  action: string;
  /** Why not, in words; null when it is done. */
  save(): Promise<string | null>;
  /** What stands above the form. */
  before?: ComponentChildren;
  children: ComponentChildren;
}

export function FormPage({ title, action, save, before, children }: Props) {
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  return (
    <Page class="players-page">
      <h1>{title}</h1>
      {before}
      <form
        class="card settings-form"
        onSubmit={async (event) => {
          event.preventDefault();
          if (busy.value) return;
          busy.value = true;
          problem.value = null;
          problem.value = await save();
          busy.value = false;
        }}
      >
        {children}
        {problem.value && (
          <p class="warning" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="primary">
          {action}
        </button>
      </form>
    </Page>
  );
}
