/**
 * Asks the server for its time again and again: how late it is there, how long an answer takes, and
 * whether one comes.
 */

import { PLAYER_PING_MS } from '../wire/constants';
import type { ClientMessage, ServerMessage } from '../wire/generated';
import { createTimeOffset, type TimeOffset } from './time-offset';

/** The first questions for the time come quickly, so that the offset is soon as good as it gets. */
const FIRST_PINGS = 4;
const FIRST_PING_MS = 1_000;
/** How long a ping may stay unanswered before the connection counts as dead. */
export const PONG_TIMEOUT_MS = 8_000;
/** The same at a clock: a player whose server stands still is with another one within five seconds. */
export const PLAYER_PONG_TIMEOUT_MS = 3_000;
/** But never sooner than so many times the usual answer takes: a slow line is not a dead one. */
const TRIPS_MIN = 5;

/** What pings need of their socket. */
interface Asks {
  isOpen(): boolean;
  nextId(): number;
  post(message: ClientMessage): void;
  now(): number;
  later(fn: () => void, ms: number): () => void;
  /** Nothing was answered in time. */
  dead(): void;
}

export interface Pings {
  readonly time: TimeOffset;
  /** Whether one is not answered yet. */
  readonly isWaiting: boolean;
  /** A connection begins: what was known of the time was another server's, perhaps. */
  begin(askedMs: number, serverNow: number): void;
  send(): void;
  /** Whether it answers what was asked. */
  pong(message: Extract<ServerMessage, { t: 'pong' }>): boolean;
  /** How often to ask. */
  setPace(ms: number): void;
  stop(): void;
}

export function createPings({ isOpen, nextId, post, now, later, dead }: Asks): Pings {
  let time = createTimeOffset();
  let paceMs = 15_000;
  /** Answers on this connection. */
  let pongs = 0;
  let asked: { id: number; askedMs: number } | null = null;
  let cancelNext: () => void = () => {};
  let cancelWatch: () => void = () => {};

  const patience = () =>
    paceMs > PLAYER_PING_MS
      ? PONG_TIMEOUT_MS
      : Math.min(PONG_TIMEOUT_MS, Math.max(PLAYER_PONG_TIMEOUT_MS, TRIPS_MIN * (time.lagMs ?? 0)));

  const send = () => {
    cancelNext();
    cancelWatch();
    asked = { id: nextId(), askedMs: now() };
    post({ t: 'ping', id: asked.id });
    cancelWatch = later(dead, patience());
  };

  const schedule = () => {
    cancelNext();
    cancelNext = later(send, pongs < FIRST_PINGS ? Math.min(FIRST_PING_MS, paceMs) : paceMs);
  };

  return {
    get time() {
      return time;
    },
    get isWaiting() {
      return asked !== null;
    },
    begin(askedMs, serverNow) {
      time = createTimeOffset();
      pongs = 0;
      time.sample(askedMs, now(), serverNow);
    },
    send,
    pong(message) {
      if (asked?.id !== message.id) return false;
      time.sample(asked.askedMs, now(), message.now);
      asked = null;
      pongs++;
      cancelWatch();
      schedule();
      return true;
    },
    setPace(ms) {
      paceMs = ms;
      if (isOpen() && !asked) schedule();
    },
    stop() {
      cancelNext();
      cancelWatch();
      asked = null;
    },
  };
}
