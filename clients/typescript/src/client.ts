/** One connection to a server, which is made again whenever it breaks. */

import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Backoff } from './backoff.js';
import { Game } from './game.js';
import { Closed, Refused } from './refused.js';
import { type Frame, Stream } from './stream.js';
import { request } from './web.js';
import type {
  Challenge,
  ClientMessage,
  DeclineReason,
  MeEvent,
  MeSnapshot,
  ServerMessage,
  ServerMessageAck,
  SetupInput,
  User,
} from './wire.js';

export { Closed, Refused } from './refused.js';

const PROTOCOL = 2;
/** The longest frame is the snapshot of a large review. */
const FRAME_BYTES_MAX = 4 * 1024 * 1024;
/** Commands that wait for their answer. */
const PENDING_MAX = 64;
/** A connection that leaves a ping unanswered until the next one is dead. */
const PING_MS = 15_000;
const WELCOME_MS = 10_000;
const AGAIN_MS = 1_000;
/** Nothing has happened, and a moment later it may: the same is delivered again. */
const AGAIN = new Set<string>(['stalled', 'stopping', 'internal', 'too_fast']);
/** Closed because of what this program did, or because its token was taken back. */
const FOR_GOOD = [1008, 1009];

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** What a program may say: everything but what this module says by itself. */
export type Command = WithoutId<
  Exclude<ClientMessage, { t: 'hello' } | { t: 'subscribe' } | { t: 'unsubscribe' }>
>;

interface Pending {
  message: { id: number };
  done: (ack: ServerMessageAck) => void;
  failed: (why: Error) => void;
}

/** Acts for the account that a token is of, on the server at `url` (`https://HOST`). */
export class Client {
  /** Who the account is, once it was welcomed. */
  user: User | null = null;
  private readonly url: string;
  private readonly run = randomBytes(8).toString('hex');
  private readonly pending = new Map<number, Pending>();
  private readonly streams = new Map<string, Stream>();
  private readonly subscribes = new Map<number, Stream>();
  private readonly backoff = new Backoff();
  private socket: WebSocket | null = null;
  private isGreeted = false;
  private why: Error | null = null;
  private id = 0;

  constructor(
    url: string,
    private readonly token: string,
  ) {
    this.url = url.replace(/\/+$/, '');
    this.connect();
  }

  /** Ends it; whoever waits for something is told so. */
  close(why: Error = new Closed('the client was closed')): void {
    this.why ??= why;
    for (const { failed } of this.pending.values()) failed(this.why);
    for (const stream of this.streams.values()) stream.end(this.why);
    this.socket?.terminate();
  }

  /** Asks by HTTP, such as `'GET', '/api/v1/bots'`; throws a `Problem`. */
  request(method: string, path: string, body?: unknown): Promise<unknown> {
    return request(this.url, this.token, method, path, body);
  }

  /** Says a command and waits for its `ack`, over as many connections as it takes. */
  async send(command: Command): Promise<ServerMessageAck> {
    for (;;) {
      try {
        return await this.once(command);
      } catch (error) {
        if (!(error instanceof Refused && AGAIN.has(error.code)) || this.why) throw error;
        await sleep(AGAIN_MS);
      }
    }
  }

  /** The frames of a stream: a snapshot, and the events after it, each once and in order. */
  async *follow(name: string): AsyncGenerator<Frame, never> {
    if (this.why) throw this.why;
    if (this.streams.has(name)) throw new Error(`${name} is followed already`);
    const stream = new Stream(name);
    this.streams.set(name, stream);
    try {
      this.subscribe(stream);
      for (;;) yield await stream.next();
    } finally {
      this.streams.delete(name);
      this.deliver({ t: 'unsubscribe', id: ++this.id, stream: name });
    }
  }

  /** What concerns the account: each running game once, as `game_started`, and challenges. */
  async *me(): AsyncGenerator<MeEvent, void> {
    let told = new Set<string>();
    for await (const frame of this.follow('me')) {
      for (const event of meEvents(frame)) {
        if (event.t === 'game_started' && told.has(event.game)) continue;
        if (event.t === 'game_started') told.add(event.game);
        yield event;
      }
      if (frame.t === 'snapshot') {
        const running = new Set((frame.snapshot as MeSnapshot).my_games.map(({ game }) => game));
        told = new Set([...told].filter((game) => running.has(game)));
      }
    }
  }

  /** The game as it stands, whenever that has changed, until it is over. */
  async *game(code: string): AsyncGenerator<Game, Game> {
    const game = new Game(this, code);
    for await (const frame of this.follow(`game:${code}`)) {
      if (game.hear(frame)) yield game;
      if (game.result) break;
    }
    return game;
  }

  /** Challenges an account by its handle. */
  challenge(to: string, setup: SetupInput, hours = 1): Promise<ServerMessageAck> {
    return this.send({ t: 'challenge', challenge: randomUUID(), to, setup, hours });
  }

  /** Accepts a challenge of `me`; the answer's `game` is the game's code. */
  accept({ challenge }: Challenge): Promise<ServerMessageAck> {
    return this.send({ t: 'accept_challenge', challenge });
  }

  /** Declines one. */
  decline({ challenge }: Challenge, reason: DeclineReason = 'no'): Promise<ServerMessageAck> {
    return this.send({ t: 'decline_challenge', challenge, reason });
  }

  private async once(command: Command): Promise<ServerMessageAck> {
    if (this.why) throw this.why;
    if (this.pending.size >= PENDING_MAX)
      throw new Error(`${PENDING_MAX} commands wait for their answers`);
    const message = { ...command, id: ++this.id };
    try {
      return await new Promise((done, failed) => {
        this.pending.set(message.id, { message, done, failed });
        this.deliver(message);
      });
    } finally {
      this.pending.delete(message.id);
    }
  }

  /** Says it if it can be said now; what waits for an answer is said after the next greeting. */
  private deliver(message: object): void {
    if (this.isGreeted) this.socket?.send(JSON.stringify(message));
  }

  private subscribe(stream: Stream): void {
    const id = ++this.id;
    this.subscribes.set(id, stream);
    this.deliver({ ...stream.subscribe(), id });
  }

  private connect(): void {
    if (this.why) return;
    const socket = new WebSocket(`${this.url.replace(/^http/, 'ws')}/ws`, {
      headers: { Authorization: `Bearer ${this.token}` },
      maxPayload: FRAME_BYTES_MAX,
      handshakeTimeout: WELCOME_MS,
    });
    this.socket = socket;
    let isAlive = true;
    const pings = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, PING_MS);
    const patience = setTimeout(() => socket.terminate(), WELCOME_MS);
    const run = this.run;
    // A program need not know the rules.
    const hello = { t: 'hello', protocol: PROTOCOL, client: run, positions: true };
    socket.on('open', () => socket.send(JSON.stringify({ ...hello, id: ++this.id })));
    socket.on('pong', () => {
      isAlive = true;
    });
    socket.on('message', (text) => {
      isAlive = true;
      const frame = JSON.parse(text.toString()) as ServerMessage;
      if (this.isGreeted) return this.hear(frame);
      clearTimeout(patience);
      this.greeted(frame);
    });
    socket.on('unexpected-response', (_, { statusCode = 0 }) => {
      if ([400, 401, 403].includes(statusCode))
        this.close(new Closed(`the server answers ${statusCode}`));
      socket.terminate();
    });
    // What is wrong is told by the close that follows.
    socket.on('error', () => {});
    socket.on('close', (code, reason) => {
      clearInterval(pings);
      clearTimeout(patience);
      this.isGreeted = false;
      if (FOR_GOOD.includes(code)) this.close(new Closed(`closed with ${code}: ${reason}`));
      if (!this.why) setTimeout(() => this.connect(), this.backoff.nextMs());
    });
  }

  private greeted(frame: ServerMessage): void {
    if (frame.t !== 'welcome') {
      if (frame.t === 'refused' && !AGAIN.has(frame.code) && frame.code !== 'too_many_sockets')
        this.close(new Refused(frame.code, frame.message));
      this.socket?.terminate();
      return;
    }
    this.user = frame.user;
    this.isGreeted = true;
    this.backoff.reset();
    this.subscribes.clear();
    for (const stream of this.streams.values()) this.subscribe(stream);
    for (const { message } of this.pending.values()) this.deliver(message);
  }

  private hear(frame: ServerMessage): void {
    if (frame.t === 'snapshot' || frame.t === 'event') {
      const stream = this.streams.get(frame.stream);
      if (stream && !stream.hear(frame)) this.subscribe(stream);
    } else if (frame.t === 'ack') {
      this.subscribes.delete(frame.id);
      this.pending.get(frame.id)?.done(frame);
    } else if (frame.t === 'refused' && frame.id !== null) {
      const refused = new Refused(frame.code, frame.message, frame.until ?? null);
      this.pending.get(frame.id)?.failed(refused);
      const stream = this.subscribes.get(frame.id);
      this.subscribes.delete(frame.id);
      if (stream) this.notFollowed(stream, refused);
    }
  }

  private notFollowed(stream: Stream, refused: Refused): void {
    if (!AGAIN.has(refused.code)) return stream.end(refused);
    setTimeout(() => {
      if (this.streams.get(stream.name) === stream) this.subscribe(stream);
    }, AGAIN_MS);
  }
}

function meEvents(frame: Frame): MeEvent[] {
  if (frame.t === 'event') return [frame.event as MeEvent];
  const { my_games, challenges } = frame.snapshot as MeSnapshot;
  return [
    ...my_games.map((game) => ({ t: 'game_started' as const, ...game })),
    ...challenges.map((challenge) => ({ t: 'challenge' as const, challenge })),
  ];
}
