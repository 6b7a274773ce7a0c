/** What the whole client shares: the tab's socket, and what it says about itself as signals. */

import { computed, effect, signal } from '@preact/signals';
import { browserDeps } from './socket/browser';
import type { Connection, Socket } from './socket/socket';
import { createSockets } from './socket/sockets';
import { PLAYER_PING_MS } from './wire/constants';
import type { MyGame, User } from './wire/generated';

let socket: Socket | null = null;

export const connection = signal<Connection>('connecting');
export const lagMs = signal<number | null>(null);
export const user = signal<User | null>(null);
/** Whether we have an account; not before the server has said who we are. */
export const isMember = computed(() => user.value !== null && !user.value.guest);
/** Our games that are not over, as of the last time the server listed them. */
export const myGames = signal<MyGame[]>([]);
/**
 * Those of them that hold us at the board: one against a machine without a clock waits until we
 * come back, as one by correspondence does.
 */
export const gamesThatHold = computed(() =>
  myGames.value.filter(({ correspondence, waits }) => !correspondence && !waits),
);

/** How often the server is asked for the time: to be seen, and from where nobody looks. */
const PACE_MS = 15_000;
const HIDDEN_PACE_MS = 45_000;

/**
 * Whether a clock of ours runs in this tab. Then both sides learn within seconds that a line is
 * dead.
 */
export const isAtClock = signal(false);

const isHidden = signal(false);

export function forgetMyGame(code: string): void {
  myGames.value = myGames.value.filter((it) => it.game !== code);
}

/** Opens the tab's socket; called once. */
export function startSession(): Socket {
  const opened = createSockets(browserDeps());
  socket = opened;
  opened.onChange(() => {
    connection.value = opened.connection;
    lagMs.value = opened.lagMs;
    if (opened.user) user.value = opened.user;
  });
  window.addEventListener('offline', () => opened.offline());
  window.addEventListener('online', () => opened.nudge());
  window.addEventListener('pageshow', () => opened.nudge());
  document.addEventListener('visibilitychange', () => {
    isHidden.value = document.hidden;
    if (!document.hidden) opened.nudge();
  });
  effect(() => opened.setPace(isAtClock.value ? PLAYER_PING_MS : isHidden.value ? HIDDEN_PACE_MS : PACE_MS));
  return opened;
}

export function theSocket(): Socket {
  if (!socket) throw new Error('the session was not started');
  return socket;
}
