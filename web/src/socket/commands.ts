/**
 * The commands of a socket that are not answered yet: one that was sent is sent again under its id
 * on the next connection.
 */

import type { ClientMessage, ServerMessage } from '../wire/generated';

/** Commands waiting for their answer; more than this and the next is refused here. */
const PENDING_MAX = 64;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** What a page may send: everything but what a socket says by itself. */
export type Command = WithoutId<
  Exclude<ClientMessage, { t: 'hello' } | { t: 'subscribe' } | { t: 'unsubscribe' } | { t: 'ping' }>
>;

export type Ack = Extract<ServerMessage, { t: 'ack' }>;
export type Refused = Extract<ServerMessage, { t: 'refused' }>;
export type Answer = Ack | Refused;

/** A command that was said, or is to be, and was not answered. */
export interface Pending {
  message: ClientMessage;
  resolve: (answer: Answer) => void;
}

/** What commands need of their socket. */
interface Asks {
  isOpen(): boolean;
  nextId(): number;
  post(message: ClientMessage): void;
}

export interface Commands {
  readonly size: number;
  send(command: Command): Promise<Answer>;
  /** Says a command, again perhaps, under the number it has. */
  say(command: Pending): void;
  /** Says all of them, on a new connection. */
  sayAll(): void;
  /** The command that waits for this answer, from now on no more. */
  answered(id: number): Pending | null;
  /** Gives all of them away. */
  take(): Pending[];
}

export function createCommands({ isOpen, nextId, post }: Asks): Commands {
  const pending = new Map<number, Pending>();
  const say = (command: Pending) => {
    pending.set(command.message.id, command);
    if (isOpen()) post(command.message);
  };
  return {
    get size() {
      return pending.size;
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
    sayAll() {
      for (const { message } of pending.values()) post(message);
    },
    answered(id) {
      const waiting = pending.get(id) ?? null;
      pending.delete(id);
      return waiting;
    },
    take() {
      const taken = [...pending.values()];
      pending.clear();
      return taken;
    },
  };
}
