/**
 * A WebSocket of a tab: greeting, commands that are answered exactly once, streams that resume.
 *
 * It knows transport and nothing of boards, pages or the DOM. A command that was sent but not
 * answered is sent again under the same id after a reconnect; the server applies an accepted
 * command once. A followed stream says the last sequence number it has and gets what it missed, or
 * a snapshot. Which server it leads to is not known here: `sockets.ts` has one to the site, and
 * others to servers that have a game.
 */

import { PROTOCOL } from '../wire/constants';
import type { ClientMessage, ServerMessage, User } from '../wire/generated';
import { backoffMs, restartMs } from './backoff';
import { type Answer, type Command, createCommands, type Pending } from './commands';
import { createPings } from './pings';
import { createStreams, type StreamListener } from './streams';

/** How long a new connection may take to greet us. */
const WELCOME_TIMEOUT_MS = 10_000;
/** The server closes with this code when it stops in order to start again. */
const RESTART_CODE = 1012;
/**
 * A refusal that the restart is about to make good: nothing has happened, and nobody need be told.
 */
const STOPPING = 'stopping';
/** A refusal of what another server of the site has. */
export const ELSEWHERE = 'elsewhere';
/** A refusal of the greeting: this player has the site open in too many places. */
const TOO_MANY_SOCKETS = 'too_many_sockets';
/** When it is tried again then: somebody has to close something first. */
const CROWDED_MS = 15_000;

export type { Ack, Answer, Command, Pending, Refused } from './commands';
export type { StreamListener } from './streams';

export type Connection = 'connecting' | 'open' | 'lost' | 'crowded' | 'outdated' | 'closed';

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
  /**
   * Counts what is said, once for all of them: by its number a command is known at whichever
   * server.
   */
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
   * Follows a stream until the returned function is called. One listener per stream. A game at
   * which one only glances, as in a list, has nobody more at its board by that.
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

export function createSocket(deps: SocketDeps, shared: Shared): Line {
  const listeners = new Set<() => void>();
  let connection: Connection = 'connecting';
  let user: User | null = null;
  let wire: Wire | null = null;
  const { nextId } = shared;
  let attempt = 0;
  let cancelRetry: () => void = () => {};
  let cancelWatch: () => void = () => {};
  let hello: { id: number; askedMs: number } | null = null;
  const post = (message: ClientMessage) => wire?.send(JSON.stringify(message));
  const isOpen = () => connection === 'open';
  const commands = createCommands({ isOpen, nextId, post });
  const streams = createStreams({ isOpen, nextId, post });
  const pings = createPings({ ...deps, isOpen, nextId, post, dead: () => lost() });

  const changed = () => {
    for (const listener of listeners) listener();
  };

  const setConnection = (next: Connection) => {
    if (connection === next) return;
    connection = next;
    changed();
  };

  const connect = () => {
    cancelRetry();
    const opened = deps.open();
    wire = opened;
    listen(opened, {
      greet() {
        hello = { id: nextId(), askedMs: deps.now() };
        post({ t: 'hello', id: hello.id, protocol: PROTOCOL, client: deps.client, elsewhere: true });
      },
      hear(message) {
        if (wire === opened) receive(message);
      },
      lose(code) {
        if (wire === opened) lost(code === RESTART_CODE);
      },
    });
    cancelWatch = deps.later(() => lost(), WELCOME_TIMEOUT_MS);
  };

  const dropWire = () => {
    cancelWatch();
    pings.stop();
    hello = null;
    if (wire) letGo(wire);
    wire = null;
  };

  const lost = (restarts = false) => {
    dropWire();
    if (connection === 'closed' || connection === 'outdated') return;
    streams.lost();
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

  const welcome = (message: Extract<ServerMessage, { t: 'welcome' }>) => {
    if (!hello || message.id !== hello.id) return;
    pings.begin(hello.askedMs, message.now);
    hello = null;
    attempt = 0;
    user = message.user;
    cancelWatch();
    setConnection('open');
    streams.askAll();
    commands.sayAll();
    pings.send();
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
    const waiting = commands.answered(message.id);
    if (!waiting) return streams.answer(message);
    if (message.t === 'refused' && message.code === ELSEWHERE) return shared.elsewhere(waiting, message.node);
    waiting.resolve(message);
  };

  const receive = (message: ServerMessage) => {
    switch (message.t) {
      case 'welcome':
        return welcome(message);
      case 'ack':
      case 'refused':
        return answer(message);
      case 'pong':
        if (pings.pong(message)) changed();
        return;
      case 'snapshot':
        return streams.snapshot(message);
      case 'event':
        return streams.event(message);
    }
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
      return pings.time.lagMs;
    },
    serverNow: () => deps.now() + pings.time.offsetMs,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: commands.send,
    say: commands.say,
    takePending: commands.take,
    get isIdle() {
      return streams.size === 0 && commands.size === 0;
    },
    follow: (stream, listener, { glance = false } = {}) => streams.follow(stream, listener, glance),
    setPace: pings.setPace,
    offline() {
      if (connection === 'open' || connection === 'connecting') lost();
    },
    nudge() {
      if (connection === 'lost' || connection === 'crowded') {
        attempt = 0;
        connect();
      } else if (connection === 'open' && !pings.isWaiting) pings.send();
    },
    close() {
      connection = 'closed';
      cancelRetry();
      dropWire();
    },
  };
}

/** What comes over a wire. */
interface Ears {
  greet(): void;
  hear(message: ServerMessage): void;
  lose(code: number): void;
}

function listen(wire: Wire, { greet, hear, lose }: Ears): void {
  wire.onopen = greet;
  wire.onmessage = ({ data }) => {
    const message = typeof data === 'string' ? parse(data) : null;
    if (message) hear(message);
  };
  wire.onclose = ({ code }) => lose(code);
}

function letGo(wire: Wire): void {
  wire.onopen = wire.onclose = wire.onmessage = null;
  wire.close();
}

function parse(text: string): ServerMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 't' in value ? (value as ServerMessage) : null;
  } catch {
    return null;
  }
}
