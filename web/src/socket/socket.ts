/**
 * A WebSocket of a tab: greeting, commands that are answered exactly once, streams that resume.
 *
 * It knows transport and nothing of boards, pages or the DOM. A command that was sent but not answered is sent
 * again under the same id after a reconnect; the server applies an accepted command once. A followed stream says
 * the last sequence number it has and gets what it missed, or a snapshot. Which server it leads to is not known
 * here: `sockets.ts` has one to the site, and others to servers that have a game.
 */

import { PROTOCOL } from '../wire/constants';
import type { ClientMessage, ServerMessage, User } from '../wire/generated';
import { backoffMs, restartMs } from './backoff';
import { createTimeOffset, type TimeOffset } from './time-offset';

/** Commands waiting for their answer; more than this and the next is refused here. */
const PENDING_MAX = 64;
/** How long a new connection may take to greet us. */
const WELCOME_TIMEOUT_MS = 10_000;
/** The first questions for the time come quickly, so that the offset is soon as good as it gets. */
const FIRST_PINGS = 4;
const FIRST_PING_MS = 1_000;
/** How long a ping may stay unanswered before the connection counts as dead. */
export const PONG_TIMEOUT_MS = 8_000;

/** The server closes with this code when it stops in order to start again. */
const RESTART_CODE = 1012;
/** A refusal that the restart is about to make good: nothing has happened, and nobody need be told. */
const STOPPING = 'stopping';
/** A refusal of what another server of the site has. */
export const ELSEWHERE = 'elsewhere';
/** A refusal of the greeting: this player has the site open in too many places. */
const TOO_MANY_SOCKETS = 'too_many_sockets';
/** When it is tried again then: somebody has to close something first. */
const CROWDED_MS = 15_000;

export type Connection = 'connecting' | 'open' | 'lost' | 'crowded' | 'outdated' | 'closed';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** What a page may send: everything but what this module says by itself. */
export type Command = WithoutId<
  Exclude<ClientMessage, { t: 'hello' } | { t: 'subscribe' } | { t: 'unsubscribe' } | { t: 'ping' }>
>;

export type Ack = Extract<ServerMessage, { t: 'ack' }>;
export type Refused = Extract<ServerMessage, { t: 'refused' }>;
export type Answer = Ack | Refused;

export interface StreamListener {
  snapshot(snapshot: unknown): void;
  event(event: unknown): void;
  /** The stream cannot be had: there is no such game, or we may not see it. */
  refused?(code: string, node?: string): void;
}

/** A command that was said, or is to be, and was not answered. */
export interface Pending {
  message: ClientMessage;
  resolve: (answer: Answer) => void;
}

/** The part of the browser's WebSocket that is used. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/** What the outside world lends; tests lend another one. */
export interface SocketDeps {
  open(): Wire;
  /** Milliseconds, monotonic. */
  now(): number;
  random(): number;
  /** Runs `fn` later; the returned function calls it off. */
  later(fn: () => void, ms: number): () => void;
  /** 64 random bits in hex, one per page load. */
  client: string;
}

/** What a socket shares with others of its tab. */
export interface Shared {
  /** Counts what is said, once for all of them: by its number a command is known at whichever server. */
  nextId(): number;
  /** Another server answers this command; nothing has happened. */
  elsewhere(command: Pending, node: string | undefined): void;
}

export interface Socket {
  readonly connection: Connection;
  /** Who the server takes us for; null while we have no guest name yet. */
  readonly user: User | null;
  /** Median round trip, null before it was measured. */
  readonly lagMs: number | null;
  /** The server's time now, as well as it is known: that of the server which has this stream. */
  serverNow(stream?: string): number;
  /** Called after every change of connection, user or lag; returns how to stop. */
  onChange(listener: () => void): () => void;
  send(command: Command): Promise<Answer>;
  /**
   * Follows a stream until the returned function is called. One listener per stream. A game at which one only
   * glances, as in a list, has nobody more at its board by that.
   */
  follow(stream: string, listener: StreamListener, how?: { glance?: boolean }): () => void;
  /** How often to ask for the time. */
  setPace(pingMs: number): void;
  /** There is no network: nobody need wait for a pong to know that the connection is dead. */
  offline(): void;
  /** The network or the tab came back: try at once instead of waiting. */
  nudge(): void;
  close(): void;
}

/** A socket whose commands and streams can be moved to another. */
export interface Line extends Socket {
  /** Says a command, again perhaps, under the number it has. */
  say(command: Pending): void;
  /** Gives away the commands that were not answered. */
  takePending(): Pending[];
  /** Whether it follows nothing and waits for nothing. */
  readonly isIdle: boolean;
}

interface Followed {
  listener: StreamListener;
  glance: boolean;
  last: number | null;
  epoch: number | null;
  /** Id of the subscription that is waiting for its answer. */
  asked: number | null;
}

export function createSocket(deps: SocketDeps, shared: Shared): Line {
  const listeners = new Set<() => void>();
  const pending = new Map<number, Pending>();
  const followed = new Map<string, Followed>();

  let connection: Connection = 'connecting';
  let user: User | null = null;
  let time: TimeOffset = createTimeOffset();
  let wire: Wire | null = null;
  const { nextId } = shared;
  let attempt = 0;
  let pingMs = 15_000;
  /** Answers to pings on this connection. */
  let pongs = 0;
  let cancelRetry: () => void = () => {};
  let cancelWatch: () => void = () => {};
  let cancelPing: () => void = () => {};
  let hello: { id: number; askedMs: number } | null = null;
  let ping: { id: number; askedMs: number } | null = null;

  const changed = () => {
    for (const listener of listeners) listener();
  };

  const setConnection = (next: Connection) => {
    if (connection === next) return;
    connection = next;
    changed();
  };

  const post = (message: ClientMessage) => wire?.send(JSON.stringify(message));

  const connect = () => {
    cancelRetry();
    const opened = deps.open();
    wire = opened;
    opened.onopen = () => {
      hello = { id: nextId(), askedMs: deps.now() };
      const { client } = deps;
      post({ t: 'hello', id: hello.id, protocol: PROTOCOL, client, elsewhere: true, positions: true });
    };
    opened.onmessage = (event) => {
      if (wire !== opened || typeof event.data !== 'string') return;
      const message = parse(event.data);
      if (message) receive(message);
    };
    opened.onclose = ({ code }) => {
      if (wire === opened) lost(code === RESTART_CODE);
    };
    cancelWatch = deps.later(() => lost(), WELCOME_TIMEOUT_MS);
  };

  const dropWire = () => {
    cancelWatch();
    cancelPing();
    hello = null;
    ping = null;
    const old = wire;
    wire = null;
    if (old) {
      old.onopen = old.onclose = old.onmessage = null;
      old.close();
    }
  };

  const lost = (restarts = false) => {
    dropWire();
    if (connection === 'closed' || connection === 'outdated') return;
    for (const stream of followed.values()) stream.asked = null;
    const waitMs = restarts ? restartMs(deps.random()) : backoffMs(attempt++, deps.random());
    cancelRetry = deps.later(connect, waitMs);
    // Whoever hears of it may close this socket.
    setConnection('lost');
  };

  const crowded = () => {
    dropWire();
    setConnection('crowded');
    cancelRetry = deps.later(connect, CROWDED_MS);
  };

  const schedulePing = () => {
    cancelPing();
    cancelPing = deps.later(sendPing, pongs < FIRST_PINGS ? Math.min(FIRST_PING_MS, pingMs) : pingMs);
  };

  const sendPing = () => {
    ping = { id: nextId(), askedMs: deps.now() };
    post({ t: 'ping', id: ping.id });
    cancelWatch();
    cancelWatch = deps.later(() => lost(), PONG_TIMEOUT_MS);
  };

  const subscribe = (stream: string, entry: Followed) => {
    entry.asked = nextId();
    post({
      t: 'subscribe',
      id: entry.asked,
      stream,
      ...(entry.last === null ? {} : { last: entry.last }),
      ...(entry.epoch === null ? {} : { epoch: entry.epoch }),
      ...(entry.glance ? { glance: true } : {}),
    });
  };

  const welcome = (message: Extract<ServerMessage, { t: 'welcome' }>) => {
    if (!hello || message.id !== hello.id) return;
    time = createTimeOffset();
    pongs = 0;
    time.sample(hello.askedMs, deps.now(), message.now);
    hello = null;
    attempt = 0;
    user = message.user;
    cancelWatch();
    setConnection('open');
    for (const [stream, entry] of followed) subscribe(stream, entry);
    for (const { message: waiting } of pending.values()) post(waiting);
    sendPing();
    changed();
  };

  const answer = (message: Answer) => {
    if (hello && message.id === hello.id && message.t === 'refused') {
      if (message.code === TOO_MANY_SOCKETS) return crowded();
      if (message.code !== 'protocol_unsupported') return lost();
      dropWire();
      return setConnection('outdated');
    }
    // The connection ends in a moment; everything unanswered is said again on the next one.
    if (message.t === 'refused' && message.code === STOPPING) return;
    // A refusal without an id answers a frame that could not be read; none of ours is that.
    if (message.id === null) return;
    const waiting = pending.get(message.id);
    if (waiting) {
      pending.delete(message.id);
      if (message.t === 'refused' && message.code === ELSEWHERE)
        return shared.elsewhere(waiting, message.node);
      return waiting.resolve(message);
    }
    for (const [name, entry] of followed) {
      if (entry.asked !== message.id) continue;
      entry.asked = null;
      if (message.t !== 'refused') return;
      followed.delete(name);
      entry.listener.refused?.(message.code, message.node);
      return;
    }
  };

  const receive = (message: ServerMessage) => {
    switch (message.t) {
      case 'welcome':
        return welcome(message);
      case 'ack':
      case 'refused':
        return answer(message);
      case 'pong':
        if (ping?.id !== message.id) return;
        time.sample(ping.askedMs, deps.now(), message.now);
        ping = null;
        pongs++;
        cancelWatch();
        schedulePing();
        return changed();
      case 'snapshot': {
        const entry = followed.get(message.stream);
        if (!entry) return;
        entry.last = message.seq;
        entry.epoch = message.epoch ?? null;
        return entry.listener.snapshot(message.snapshot);
      }
      case 'event':
        return streamEvent(message);
    }
  };

  const streamEvent = (message: Extract<ServerMessage, { t: 'event' }>) => {
    const entry = followed.get(message.stream);
    if (!entry) return;
    if (message.seq === undefined) return entry.listener.event(message.event);
    if (entry.last === null || (message.epoch ?? null) !== entry.epoch)
      return askAgain(message.stream, entry);
    if (message.seq <= entry.last) return;
    if (message.seq > entry.last + 1) return askAgain(message.stream, entry);
    entry.last = message.seq;
    entry.listener.event(message.event);
  };

  /** Something was missed: ask for it unless the question is already on its way. */
  const askAgain = (stream: string, entry: Followed) => {
    if (entry.asked === null) subscribe(stream, entry);
  };

  const say = (command: Pending) => {
    pending.set(command.message.id, command);
    if (connection === 'open') post(command.message);
  };

  connect();

  return {
    get connection() {
      return connection;
    },
    get user() {
      return user;
    },
    get lagMs() {
      return time.lagMs;
    },
    serverNow: () => deps.now() + time.offsetMs,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send(command) {
      const id = nextId();
      if (pending.size >= PENDING_MAX)
        return Promise.resolve({
          t: 'refused',
          id,
          code: 'too_fast',
          message: 'too many unanswered commands',
        });
      const message = { ...command, id } as ClientMessage;
      return new Promise((resolve) => say({ message, resolve }));
    },
    say,
    takePending() {
      const taken = [...pending.values()];
      pending.clear();
      return taken;
    },
    get isIdle() {
      return followed.size === 0 && pending.size === 0;
    },
    follow(stream, listener, { glance = false } = {}) {
      const entry: Followed = { listener, glance, last: null, epoch: null, asked: null };
      followed.set(stream, entry);
      if (connection === 'open') subscribe(stream, entry);
      return () => {
        if (followed.get(stream) !== entry) return;
        followed.delete(stream);
        if (connection === 'open') post({ t: 'unsubscribe', id: nextId(), stream });
      };
    },
    setPace(ms) {
      pingMs = ms;
      if (connection === 'open' && !ping) schedulePing();
    },
    offline() {
      if (connection === 'open' || connection === 'connecting') lost();
    },
    nudge() {
      if (connection === 'lost' || connection === 'crowded') {
        attempt = 0;
        connect();
      } else if (connection === 'open' && !ping) {
        cancelPing();
        sendPing();
      }
    },
    close() {
      connection = 'closed';
      cancelRetry();
      dropWire();
    },
  };
}

function parse(text: string): ServerMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 't' in value ? (value as ServerMessage) : null;
  } catch {
    return null;
  }
}
