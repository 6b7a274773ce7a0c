/**
 * How long to wait before the next attempt to connect: doubling, jittered so that a crowd does not
 * return in step.
 */

const FIRST_MS = 400;
const LONGEST_MS = 15_000;

/** A server that restarts takes about this long, and everybody comes back to it at once. */
const RESTART_MS = 300;
const RESTART_SPREAD_MS = 1_700;

/** Delay before attempt number `attempt` (0 = the first after a loss); `random` is in [0, 1). */
export function backoffMs(attempt: number, random: number, longestMs = LONGEST_MS): number {
  const ceiling = Math.min(longestMs, FIRST_MS * 2 ** Math.min(attempt, 16));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}

/**
 * Delay after the server has said that it restarts, spread wide because everybody was told at the
 * same instant.
 */
export function restartMs(random: number): number {
  return Math.round(RESTART_MS + RESTART_SPREAD_MS * random);
}
