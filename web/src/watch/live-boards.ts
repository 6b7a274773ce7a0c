/**
 * The games that are in sight, as they change. A tab follows so many games at most, and shows what
 * came in a moment together, however fast they are played.
 */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { ShownClocks } from '../clock/small-clock';
import { moveTold } from '../game/move-told';
import { theSocket } from '../session';
import { fromSfen } from '../shogi/position';
import type { Socket } from '../socket/socket';
import type { GameEvent, GameSnapshot, GameSummary } from '../wire/generated';

/** Games that one tab follows here; the protocol allows 64 on a connection. */
export const FOLLOWED_MAX = 16;

/** How often what came is shown. */
const FRAME_MS = 500;

export interface LiveBoard extends ShownClocks {
  sfen: string;
  ply: number;
  /** The last move in USI; null before the first, and after one was taken back. */
  last: string | null;
  /** What does not change, once the game was seen whole. */
  about?: Pick<GameSummary, 'variant' | 'players' | 'clock' | 'handicap'>;
}

export interface LiveBoards {
  readonly boards: ReadonlySignal<ReadonlyMap<string, LiveBoard>>;
  /**
   * Follows a game until the returned function is called. Of too many those are followed that came
   * first.
   */
  follow(game: string): () => void;
}

const UNKNOWN: LiveBoard = { sfen: '', ply: 0, over: false, last: null };

export function createLiveBoards(
  socket: Pick<Socket, 'follow'>,
  later: (fn: () => void, ms: number) => unknown = setTimeout,
): LiveBoards {
  const boards = signal<ReadonlyMap<string, LiveBoard>>(new Map());
  /** How many want to see each game, in the order in which they came. */
  const wanted = new Map<string, number>();
  const followed = new Map<string, () => void>();
  const fresh = new Map<string, LiveBoard>();
  let waits = false;

  const known = (game: string) => fresh.get(game) ?? boards.peek().get(game) ?? UNKNOWN;

  const note = (game: string, change: Partial<LiveBoard>) => {
    fresh.set(game, { ...known(game), ...change });
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

  const subscribe = (game: string) =>
    socket.follow(
      `game:${game}`,
      {
        snapshot(raw) {
          const { sfen, ply, phase, moves, clock, clocks, now, variant, players, handicap } =
            raw as GameSnapshot;
          const last = moves.at(-1)?.usi ?? null;
          const about = { variant, players, clock, handicap };
          note(game, { sfen, ply, over: phase === 'over', last, about, clock, clocks, now });
        },
        event(raw) {
          const event = whole(known(game), raw as GameEvent);
          if (event.t === 'moved' || event.t === 'taken_back') {
            const { sfen, ply, clocks, now } = event;
            note(game, { sfen, ply, clocks, now, last: event.t === 'moved' ? event.usi : null });
          } else if (
            event.t === 'arbiter' ||
            event.t === 'started' ||
            event.t === 'agreed' ||
            event.t === 'interrupted' ||
            event.t === 'resumed'
          )
            note(game, { clocks: event.clocks, now: event.now });
          else if (event.t === 'ended') note(game, { over: true });
        },
      },
      { glance: true },
    );

  const settle = () => {
    const first = new Set([...wanted.keys()].slice(0, FOLLOWED_MAX));
    for (const [game, unfollow] of followed) {
      if (first.has(game)) continue;
      followed.delete(game);
      unfollow();
    }
    for (const game of first) if (!followed.has(game)) followed.set(game, subscribe(game));
  };

  return {
    boards,
    follow(game) {
      wanted.set(game, (wanted.get(game) ?? 0) + 1);
      settle();
      return () => {
        const left = (wanted.get(game) ?? 0) - 1;
        if (left > 0) wanted.set(game, left);
        else wanted.delete(game);
        settle();
      };
    },
  };
}

/** An event with all that it changes. What comes before the game was seen whole changes nothing. */
function whole({ about, clocks, sfen }: LiveBoard, event: GameEvent): GameEvent {
  if (event.t !== 'played' || !about || !clocks) return event;
  return moveTold(event, fromSfen(about.variant, sfen), clocks);
}

let own: LiveBoards | null = null;

/** Those of this tab: a game that is seen in two places is followed once. */
export function liveBoards(): LiveBoards {
  own ??= createLiveBoards(theSocket());
  return own;
}
