/**
 * Entries of a score that are not at the server yet. They are kept in the browser until the server
 * has them, in their order, each with an id of its own: so nothing is lost without a network, and
 * nothing is entered twice.
 */

import type { EntriesWritten, NewScoreEntry, ScoreEntry } from '../wire/generated';

/** What waits, and the number of the last entry that the first of them follows. */
export interface Queue {
  follows: number;
  entries: readonly NewScoreEntry[];
}

export const EMPTY: Queue = { follows: 0, entries: [] };

/** With one more; the first that waits follows what is known of the score. */
export function add(queue: Queue, known: number, id: string, entry: ScoreEntry): Queue {
  const follows = queue.entries.length === 0 ? known : queue.follows;
  return { follows, entries: [...queue.entries, { id, entry }] };
}

/** Without what the server has by now; what was refused stays first. */
export function settle(queue: Queue, answer: EntriesWritten): Queue {
  const numbers = new Map(answer.entries.map((it) => [it.id, it.n]));
  let { follows } = queue;
  let n = 0;
  for (const { id } of queue.entries) {
    const number = numbers.get(id);
    if (number === undefined) break;
    follows = number;
    n++;
  }
  return { follows, entries: queue.entries.slice(n) };
}

/** Reads what was kept; what cannot be read is nothing. */
export function read(text: string | null): Queue {
  try {
    const kept = JSON.parse(text ?? '') as Partial<Queue>;
    if (typeof kept.follows === 'number' && Array.isArray(kept.entries))
      return { follows: kept.follows, entries: kept.entries as NewScoreEntry[] };
  } catch {
    // Nothing was kept, or something else.
  }
  return EMPTY;
}
