/** What is done in a dialog: one thing at a time, and why it was not done is said there. */

import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { problemText } from './study-api';

export interface Acting {
  readonly problem: Signal<string | null>;
  readonly busy: ReadonlySignal<boolean>;
  /**
   * Does it, unless something is being done already; what it gives, or why it is refused, is said
   * as a problem.
   */
  act(doing: () => Promise<string | null | undefined>): Promise<void>;
}

export function useActing(): Acting {
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  const act = async (doing: () => Promise<string | null | undefined>) => {
    if (busy.peek()) return;
    busy.value = true;
    problem.value = null;
    try {
      problem.value = (await doing()) ?? null;
    } catch (refused) {
      problem.value = problemText(refused);
    }
    busy.value = false;
  };
  return { problem, busy, act };
}

export function Refused({ of }: { of: Acting }) {
  return of.problem.value ? (
    <p class="warning" role="alert">
      {of.problem.value}
    </p>
  ) : null;
}
