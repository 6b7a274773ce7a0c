/** What the whole client shares: the tab's socket, and what it says about itself as signals. */

import { computed, signal } from '@preact/signals';
import { browserDeps } from './socket/browser';
import { type Connection, createSocket, type Socket } from './socket/socket';
import type { MyGame, User } from './wire/generated';

let socket: Socket | null = null;

export const connection = signal<Connection>('connecting');
export const lagMs = signal<number | null>(null);
export const user = signal<User | null>(null);
/** Whether we have an account; not before the server has said who we are. */
export const isMember = computed(() => user.value !== null && !user.value.guest);
/** Our games that are not over, as of the last time the server listed them. */
export const myGames = signal<MyGame[]>([]);

export function forgetMyGame(code: string): void {
  myGames.value = myGames.value.filter((it) => it.game !== code);
}

/** Opens the tab's socket; called once. */
export function startSession(): Socket {
  const opened = createSocket(browserDeps());
  socket = opened;
  opened.onChange(() => {
    connection.value = opened.connection;
    lagMs.value = opened.lagMs;
    if (opened.user) user.value = opened.user;
  });
  window.addEventListener('online', () => opened.nudge());
  window.addEventListener('pageshow', () => opened.nudge());
  document.addEventListener('visibilitychange', () => {
    opened.setPace(document.hidden ? 45_000 : 15_000);
    if (!document.hidden) opened.nudge();
  });
  return opened;
}

export function theSocket(): Socket {
  if (!socket) throw new Error('the session was not started');
  return socket;
}
