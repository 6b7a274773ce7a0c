/**
 * The positions of the games that are in sight, as they change. A tab follows so many games at most, and shows what
 * came in a moment together, however fast they are played.
 */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { Socket } from '../socket/socket';
import type { ClockState, Clocks, GameEvent, GameSnapshot } from '../wire/generated';

/** Games that one tab follows here; the protocol allows 32 on a connection. */
export const FOLLOWED_MAX = 16;

/** How often what came is shown. */
const FRAME_MS = 500;

export interface LiveBoard {
  sfen: string;
  ply: number;
  over: boolean;
  /** The time control, once the game was seen whole. */
  clock?: Clocks;
  /** What the clocks showed at `now` of the server's time. */
  clocks?: ClockState;
  now?: number;
}

export interface LiveBoards {
  readonly boards: ReadonlySignal<ReadonlyMap<string, LiveBoard>>;
  /** Follows these, the first ones if they are too many, and no others. */
  watch(games: string[]): void;
  close(): void;
}

export function createLiveBoards(
  socket: Pick<Socket, 'follow'>,
  later: (fn: () => void, ms: number) => unknown = setTimeout,
): LiveBoards {
  const boards = signal<ReadonlyMap<string, LiveBoard>>(new Map());
  const followed = new Map<string, () => void>();
  const fresh = new Map<string, LiveBoard>();
  let waits = false;

  const note = (game: string, change: Partial<LiveBoard>) => {
    const before = fresh.get(game) ?? boards.peek().get(game) ?? { sfen: '', ply: 0, over: false };
    fresh.set(game, { ...before, ...change });
    if (waits) return;
    waits = true;
    later(() => {
      waits = false;
      const next = new Map([...boards.peek(), ...fresh]);
      for (const known of next.keys()) if (!followed.has(known)) next.delete(known);
      fresh.clear();
      boards.value = next;
    }, FRAME_MS);
  };

  const follow = (game: string) =>
    socket.follow(`game:${game}`, {
      snapshot(raw) {
        const { sfen, ply, phase, clock, clocks, now } = raw as GameSnapshot;
        note(game, { sfen, ply, over: phase === 'over', clock, clocks, now });
      },
      event(raw) {
        const event = raw as GameEvent;
        if (event.t === 'moved' || event.t === 'taken_back') {
          const { sfen, ply, clocks, now } = event;
          note(game, { sfen, ply, clocks, now });
        } else if (event.t === 'arbiter' || event.t === 'started')
          note(game, { clocks: event.clocks, now: event.now });
        else if (event.t === 'ended') note(game, { over: true });
      },
    });

  return {
    boards,
    watch(games) {
      const wanted = new Set(games.slice(0, FOLLOWED_MAX));
      for (const [game, unfollow] of followed) {
        if (wanted.has(game)) continue;
        followed.delete(game);
        unfollow();
      }
      for (const game of wanted) if (!followed.has(game)) followed.set(game, follow(game));
    },
    close() {
      for (const unfollow of followed.values()) unfollow();
      followed.clear();
    },
  };
}
