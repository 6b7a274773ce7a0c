/** One tab of a browser enters a board's moves: which one has it. */

/**
 * Says when this tab is the only one that has the board; until then another one has it. Gives back
 * how it lets go.
 */
export function holdBoard(name: string, held: () => void, waits: () => void): () => void {
  // Without a secure context tabs know nothing of each other.
  if (!navigator.locks) {
    held();
    return () => undefined;
  }
  const gone = new AbortController();
  let letGo = () => gone.abort();
  const isFree = navigator.locks.query().then(({ held: all = [] }) => all.every((it) => it.name !== name));
  void isFree.then((free) => free || gone.signal.aborted || waits());
  navigator.locks
    .request(name, { signal: gone.signal }, () => {
      held();
      return new Promise<void>((resolve) => {
        letGo = resolve;
      });
    })
    .catch(() => {
      // The page was left before the board was free.
    });
  return () => letGo();
}
