/** The lobby as the server tells it, and the offers this tab has standing. */

import { type ReadonlySignal, signal } from '@preact/signals';
import { go } from '../router';
import type { Refused, Socket } from '../socket/socket';
import { toast } from '../ui/toast';
import { uuid } from '../uuid';
import type { LobbyEvent, LobbySnapshot, SeekWants, Setup } from '../wire/generated';

/** What was offered, and to whom. */
interface Offer {
  setup: Setup;
  wants?: SeekWants;
  quick?: boolean;
}

export interface LobbyStore {
  readonly lobby: ReadonlySignal<LobbySnapshot | null>;
  /** Ids of the offers made in this tab. */
  readonly own: ReadonlySignal<ReadonlySet<string>>;
  /** Null once it stands, otherwise why it does not. */
  offer(setup: Setup, how?: { wants?: SeekWants; quick?: boolean }): Promise<Refused | null>;
  withdraw(seek: string): Promise<void>;
  accept(seek: string): Promise<void>;
  /** Null once the game is made and the page is there, otherwise why it is not. */
  createLink(setup: Setup): Promise<Refused | null>;
  /**
   * The same, against a machine at this level: the built-in one, or an engine of the host by its
   * name.
   */
  playEngine(setup: Setup, level: number, engine: string | null): Promise<Refused | null>;
  close(): void;
}

export function applyLobbyEvent(lobby: LobbySnapshot, event: LobbyEvent): LobbySnapshot {
  switch (event.t) {
    case 'seek_added':
      return { ...lobby, seeks: [...lobby.seeks.filter((it) => it.seek !== event.seek.seek), event.seek] };
    case 'seek_removed':
      return { ...lobby, seeks: lobby.seeks.filter((it) => it.seek !== event.seek) };
    case 'online':
      return { ...lobby, online: event.n };
    case 'games':
      return { ...lobby, games: event.games };
  }
}

export function createLobbyStore(socket: Socket): LobbyStore {
  const lobby = signal<LobbySnapshot | null>(null);
  const own = signal<ReadonlySet<string>>(new Set());
  /** Offers that stand as far as we know. The server forgets them when it restarts; we do not. */
  const standing = new Map<string, Offer>();
  const ask = async (seek: string, offer: Offer) => {
    const answer = await socket.send({ t: 'seek', seek, ...offer });
    // One that was accepted meanwhile is answered with its game.
    if (answer.t === 'refused' || answer.game) standing.delete(seek);
    else standing.set(seek, offer);
    return answer;
  };
  const unfollow = socket.follow('lobby', {
    snapshot(snapshot) {
      const seeks = (snapshot as LobbySnapshot).seeks;
      lobby.value = snapshot as LobbySnapshot;
      for (const [seek, offer] of standing) if (!seeks.some((it) => it.seek === seek)) void ask(seek, offer);
    },
    event(event) {
      const told = event as LobbyEvent;
      if (told.t === 'seek_removed') standing.delete(told.seek);
      if (lobby.value) lobby.value = applyLobbyEvent(lobby.value, event as LobbyEvent);
    },
  });
  return {
    lobby,
    own,
    async offer(setup, how = {}) {
      const seek = uuid();
      own.value = new Set([...own.value, seek]);
      const answer = await ask(seek, { setup, ...how });
      return answer.t === 'refused' ? answer : null;
    },
    async withdraw(seek) {
      standing.delete(seek);
      const answer = await socket.send({ t: 'cancel', seek });
      if (answer.t === 'refused') toast.refusal(answer);
    },
    async accept(seek) {
      const answer = await socket.send({ t: 'accept', seek });
      if (answer.t === 'refused') toast.refusal(answer);
      else if (answer.game) go(`/${answer.game}`);
    },
    createLink: (setup) => createLink(socket, setup),
    playEngine: (setup, level, engine) => playEngine(socket, setup, level, engine),
    close: unfollow,
  };
}

/** Makes a game for whoever has its link. Null once the page is there, otherwise why it is not. */
export async function createLink(socket: Socket, setup: Setup): Promise<Refused | null> {
  const answer = await socket.send({ t: 'create', create: uuid(), setup });
  if (answer.t === 'refused') return answer;
  if (answer.game) {
    rememberCreated(answer.game);
    go(`/${answer.game}`);
  }
  return null;
}

/**
 * Makes a game against a machine at this level: the built-in one, or an engine of the host by its
 * name.
 */
export async function playEngine(
  socket: Socket,
  setup: Setup,
  level: number,
  engine: string | null,
): Promise<Refused | null> {
  const create = { t: 'play_engine', create: uuid(), setup, level } as const;
  const answer = await socket.send({ ...create, ...(engine === null ? {} : { engine }) });
  if (answer.t === 'refused') return answer;
  if (answer.game) go(`/${answer.game}`);
  return null;
}

const CREATED = 'komadai.created';

/**
 * Games made in this browser session: until somebody joins, the snapshot may not say they are ours.
 */
function rememberCreated(code: string): void {
  try {
    sessionStorage.setItem(CREATED, `${sessionStorage.getItem(CREATED) ?? ''} ${code}`);
  } catch {
    // Then the page offers to sit down, which the server refuses in words.
  }
}

export function wasCreatedHere(code: string): boolean {
  try {
    return (sessionStorage.getItem(CREATED) ?? '').split(' ').includes(code);
  } catch {
    return false;
  }
}
