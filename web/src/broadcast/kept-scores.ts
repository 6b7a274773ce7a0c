/** What this browser keeps of the scores that are entered in it. */

const KEY = 'komadai.score.';
const KNOWN = '.known';

/** Where the entries of a board are kept that are not at the server yet. */
export const queueKey = (board: string) => `${KEY}${board}`;

/**
 * Where what was last known of a board's score is kept; a part of it may be secret, such as a
 * sealed move.
 */
export const knownKey = (board: string) => `${KEY}${board}${KNOWN}`;

/** Forgets what is known of scores. Entries that are not at the server yet stay. */
export function forgetScores(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(KEY) && key.endsWith(KNOWN)) localStorage.removeItem(key);
}
