/** Asking anew whenever something has changed: at once, and after that no more often than so. */

/** How often a page asks anew at most. */
const ASK_EVERY_MS = 1_000;

export interface Again {
  /** Something has changed. */
  soon(): void;
  stop(): void;
}

export function again(ask: () => unknown): Again {
  let waits: ReturnType<typeof setTimeout> | undefined;
  let changed = false;
  const soon = () => {
    if (waits !== undefined) {
      changed = true;
      return;
    }
    void ask();
    waits = setTimeout(() => {
      waits = undefined;
      if (!changed) return;
      changed = false;
      soon();
    }, ASK_EVERY_MS);
  };
  return { soon, stop: () => clearTimeout(waits) };
}
