/** The lobby as the server tells it, and what we offer there and search for. */

import { type ReadonlySignal, signal } from '@preact/signals';
import { go } from '../router';
import { user } from '../session';
import type { Refused, Socket } from '../socket/socket';
import { refusalText, toast } from '../ui/toast';
import { uuid } from '../uuid';
import type { LobbyEvent, LobbySnapshot, Seek, SeekWants, Setup } from '../wire/generated';

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
  /** The page is left. What stands is followed on. */
  close(): void;
}

/** Where it is kept in this browser session. */
const STANDING = 'komadai.standing';

/** What this tab waits for, also on pages that show no lobby and after the page is loaded anew. */
export const standing = signal<ReadonlyMap<string, Offer>>(readStanding());

/** Who comes back after this is offered nothing that they no longer think of. */
const STANDING_MS_MAX = 10 * 60_000;

interface Stored {
  /** When the tab was last seen. */
  at: number;
  offers: [string, Offer][];
}

function readStanding(): ReadonlyMap<string, Offer> {
  try {
    const { at, offers } = JSON.parse(sessionStorage.getItem(STANDING) ?? 'null') as Stored;
    return new Map(Date.now() - at > STANDING_MS_MAX ? [] : offers);
  } catch {
    return new Map();
  }
}

/** Remembers what an offer is, or with null that it is gone. */
function remember(seek: string, offer: Offer | null): void {
  const next = new Map(standing.peek());
  if (offer) next.set(seek, offer);
  else if (!next.delete(seek)) return;
  standing.value = next;
  storeStanding();
}

function storeStanding(): void {
  try {
    const stored: Stored = { at: Date.now(), offers: [...standing.peek()] };
    sessionStorage.setItem(STANDING, JSON.stringify(stored));
  } catch {
    // Then it is forgotten when the page is loaded anew.
  }
}

// A browser gives a tab back that it has put away, or closed yesterday.
for (const sign of ['visibilitychange', 'pagehide']) globalThis.addEventListener?.(sign, storeStanding, true);

/** Whoever uses this tab is somebody else from now on. */
export function forgetStanding(): void {
  for (const seek of standing.peek().keys()) remember(seek, null);
}

/** Whether it is ours, whichever tab made it. */
export const isOwnSeek = (store: LobbyStore, { seek, by }: Seek): boolean =>
  store.own.value.has(seek) || by.user === user.value?.id;

/** Our own among what is offered, the oldest first. */
export function ownSeeks(store: LobbyStore): Seek[] {
  return store.lobby.value?.seeks.filter((it) => isOwnSeek(store, it)) ?? [];
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

/** One for each socket: several pages may show the lobby, one after another. */
const lobbies = new WeakMap<Socket, ReturnType<typeof createLobby>>();

/** The lobby for a page, until it is closed. */
export function createLobbyStore(socket: Socket): LobbyStore {
  let lobby = lobbies.get(socket);
  if (!lobby) {
    lobby = createLobby(socket);
    lobbies.set(socket, lobby);
  }
  return lobby.open();
}

function createLobby(socket: Socket) {
  const lobby = signal<LobbySnapshot | null>(null);
  const own = signal<ReadonlySet<string>>(new Set(standing.peek().keys()));
  let pages = 0;
  let unfollow: (() => void) | null = null;

  /** Follows the lobby as long as a page shows it or something of ours stands there. */
  const attend = () => {
    const isNeeded = pages > 0 || standing.peek().size > 0;
    if (isNeeded === (unfollow !== null)) return;
    if (isNeeded) unfollow = socket.follow('lobby', listener);
    else {
      unfollow?.();
      unfollow = null;
      lobby.value = null;
    }
  };
  /** The server forgets an offer when it restarts; we do not. */
  const ask = async (seek: string, offer: Offer) => {
    const answer = await socket.send({ t: 'seek', seek, ...offer });
    // One that was accepted meanwhile is answered with its game.
    remember(seek, answer.t === 'refused' || answer.game ? null : offer);
    attend();
    return answer;
  };
  const listener = {
    snapshot(snapshot: unknown) {
      const { seeks } = snapshot as LobbySnapshot;
      lobby.value = snapshot as LobbySnapshot;
      for (const [seek, offer] of standing.peek())
        if (!seeks.some((it) => it.seek === seek)) void ask(seek, offer);
    },
    event(event: unknown) {
      const told = event as LobbyEvent;
      if (lobby.value) lobby.value = applyLobbyEvent(lobby.value, told);
      if (told.t !== 'seek_removed') return;
      remember(told.seek, null);
      attend();
    },
  };
  const store = {
    lobby,
    own,
    async offer(setup: Setup, how: { wants?: SeekWants; quick?: boolean } = {}) {
      const seek = uuid();
      own.value = new Set([...own.value, seek]);
      const answer = await ask(seek, { setup, ...how });
      return answer.t === 'refused' ? answer : null;
    },
    async withdraw(seek: string) {
      remember(seek, null);
      const answer = await socket.send({ t: 'cancel', seek });
      if (answer.t === 'refused') toast.refusal(answer);
      attend();
    },
    async accept(seek: string) {
      const answer = await socket.send({ t: 'accept', seek });
      // Somebody else was quicker, which is nobody's mistake.
      if (answer.t === 'refused' && answer.code === 'unknown_seek') toast.show(refusalText(answer));
      else if (answer.t === 'refused') toast.refusal(answer);
      else if (answer.game) go(`/${answer.game}`);
    },
    createLink: (setup: Setup) => createLink(socket, setup),
    playEngine: (setup: Setup, level: number, engine: string | null) =>
      playEngine(socket, setup, level, engine),
  };
  return {
    open(): LobbyStore {
      let isOpen = true;
      pages++;
      attend();
      return {
        ...store,
        close() {
          if (!isOpen) return;
          isOpen = false;
          pages--;
          attend();
        },
      };
    },
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
