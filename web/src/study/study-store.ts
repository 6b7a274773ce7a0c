/** The study that is open: loaded once, and again when somebody has changed it. */

import { signal } from '@preact/signals';
import { failure, type Loaded, useLoaded } from '../ui/loaded';
import type { Study } from '../wire/generated';
import { studyOf } from './study-api';

/** The last study that was seen: from chapter to chapter it stays on the page. */
const last = signal<Study | null>(null);

/** Asked for again whenever it is somebody else, or they are called otherwise. */
export function useStudy(code: string, who: string | undefined): Loaded<Study> {
  const load = async () => {
    try {
      last.value = await studyOf(code);
      return last.value;
    } catch (cause) {
      // Who may not see it any more has nothing of it left.
      if (failure(cause).is === 'missing') forgetStudy();
      throw cause;
    }
  };
  const loaded = useLoaded(load, [code, who]);
  const known = last.value?.study === code ? last.value : null;
  const state = known && loaded.state.is === 'busy' ? { is: 'ready' as const, value: known } : loaded.state;
  return {
    state,
    value: state.is === 'ready' ? state.value : null,
    again: loaded.again,
    put(study) {
      last.value = study;
      loaded.put(study);
    },
  };
}

/** Forgets a study that is not to be seen any more. */
export function forgetStudy(): void {
  last.value = null;
}
