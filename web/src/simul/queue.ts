/** Which board of a simul its host goes to next: whose turn it is at each, and since when. */

export const ORDERS = ['walk', 'longest', 'clock'] as const;
/** Round the tables as one walks; to who has waited longest; to where the host has least time. */
export type Order = (typeof ORDERS)[number];

/** What is known of a board. */
export interface Waiting {
  /** Whether it is the host's move there. */
  waits: boolean;
  /** Since when, in the server's time. */
  since: number;
  /** What the host's clock has there, in milliseconds; infinite without one. */
  leftMs: number;
}

/** The board to go to from the one at `from`; null when none other waits. */
export function nextBoard(boards: readonly Waiting[], from: number, order: Order): number | null {
  const ahead = boards.map((_, i) => (from + 1 + i) % boards.length).filter((i) => i !== from);
  const waiting = ahead.filter((i) => boards[i]?.waits);
  const worth = (i: number) => {
    const board = boards[i];
    if (!board || order === 'walk') return 0;
    return order === 'longest' ? board.since : board.leftMs;
  };
  // Of equals the first on the way.
  return waiting.reduce<number | null>(
    (best, i) => (best === null || worth(i) < worth(best) ? i : best),
    null,
  );
}

/** The neighbour in that direction, whether it waits or not. */
export function neighbour(n: number, from: number, step: 1 | -1): number {
  return n === 0 ? 0 : (from + step + n) % n;
}
