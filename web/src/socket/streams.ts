/** The streams that a socket follows: what came of each, and what is asked for. */

import type { ClientMessage, ServerMessage } from '../wire/generated';
import type { Answer } from './commands';

export interface StreamListener {
  snapshot(snapshot: unknown): void;
  event(event: unknown): void;
  /** The stream cannot be had: there is no such game, or we may not see it. */
  refused?(code: string, node?: string): void;
}

interface Followed {
  listener: StreamListener;
  glance: boolean;
  last: number | null;
  epoch: number | null;
  /** Id of the subscription that is waiting for its answer. */
  asked: number | null;
}

/** What a stream needs of its socket. */
interface Asks {
  isOpen(): boolean;
  nextId(): number;
  post(message: ClientMessage): void;
}

export interface Streams {
  readonly size: number;
  follow(stream: string, listener: StreamListener, glance: boolean): () => void;
  /** Asks for all of them, on a new connection. */
  askAll(): void;
  /** The connection is gone, and with it what was asked. */
  lost(): void;
  /** The answer to a subscription, if it is one. */
  answer(message: Answer): void;
  snapshot(message: Extract<ServerMessage, { t: 'snapshot' }>): void;
  event(message: Extract<ServerMessage, { t: 'event' }>): void;
}

export function createStreams({ isOpen, nextId, post }: Asks): Streams {
  const followed = new Map<string, Followed>();

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

  /** Something was missed: ask for it unless the question is already on its way. */
  const askAgain = (stream: string, entry: Followed) => {
    if (entry.asked === null) subscribe(stream, entry);
  };

  return {
    get size() {
      return followed.size;
    },
    follow(stream, listener, glance) {
      const entry: Followed = { listener, glance, last: null, epoch: null, asked: null };
      followed.set(stream, entry);
      if (isOpen()) subscribe(stream, entry);
      return () => {
        if (followed.get(stream) !== entry) return;
        followed.delete(stream);
        if (isOpen()) post({ t: 'unsubscribe', id: nextId(), stream });
      };
    },
    askAll() {
      for (const [stream, entry] of followed) subscribe(stream, entry);
    },
    lost() {
      for (const stream of followed.values()) stream.asked = null;
    },
    answer(message) {
      for (const [name, entry] of followed) {
        if (entry.asked !== message.id) continue;
        entry.asked = null;
        if (message.t !== 'refused') return;
        followed.delete(name);
        entry.listener.refused?.(message.code, message.node);
        return;
      }
    },
    snapshot({ stream, seq, epoch, snapshot }) {
      const entry = followed.get(stream);
      if (!entry) return;
      entry.last = seq;
      entry.epoch = epoch ?? null;
      entry.listener.snapshot(snapshot);
    },
    event({ stream, seq, epoch, event }) {
      const entry = followed.get(stream);
      if (!entry) return;
      if (seq === undefined) return entry.listener.event(event);
      if (entry.last === null || (epoch ?? null) !== entry.epoch) return askAgain(stream, entry);
      if (seq <= entry.last) return;
      if (seq > entry.last + 1) return askAgain(stream, entry);
      entry.last = seq;
      entry.listener.event(event);
    },
  };
}
