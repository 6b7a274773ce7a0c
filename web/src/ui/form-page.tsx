/** A page that is one form: what is wrong is said above the button, and one click saves once. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Page } from './page';
import { type RefusedField, RefusedFieldOf } from './text-field';

interface Props {
  title: string;
  /** The word on the button. */
  action: string;
  /** Why not, in words, and which field is to blame if one is; null when it is done. */
  save(): Promise<string | RefusedField | null>;
  /** What stands above the form. */
  before?: ComponentChildren;
  children: ComponentChildren;
}

export function FormPage({ title, action, save, before, children }: Props) {
  const problem = useSignal<string | null>(null);
  const refused = useSignal<RefusedField | null>(null);
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
          refused.value = null;
          const why = await save();
          if (typeof why === 'string') problem.value = why;
          else refused.value = why;
          busy.value = false;
        }}
      >
        <RefusedFieldOf.Provider value={refused}>{children}</RefusedFieldOf.Provider>
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
