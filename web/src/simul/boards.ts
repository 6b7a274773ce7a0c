/**
 * The boards of a simul's host: each game is followed as long as the page is open, all of them on
 * one connection, so that the next board is there at once and the host sits at every one.
 */

import { type ReadonlySignal, signal } from '@preact/signals';
import { clockOf, read } from '../clock/remaining';
import { createGameStore, type GameStore } from '../game/game-store';
import { theSocket } from '../session';
import type { GameSnapshot, Pairing, Tournament } from '../wire/generated';
import type { Waiting } from './queue';

export interface HostBoard {
  /** The number of the table. */
  board: number;
  /** The entry of the guest. */
  guest: string;
  store: GameStore;
}

export interface HostBoards {
  readonly boards: ReadonlySignal<readonly HostBoard[]>;
  /**
   * Follows what the tournament plays now: a game that is replayed takes the place of the one
   * before.
   */
  settle(view: Tournament): void;
  close(): void;
}

/** The games of the host, in the order of their tables. */
function gamesOf({ rounds, host }: Tournament): Pairing[] {
  return rounds
    .flatMap(({ games }) => games)
    .filter(
      (it) => it.games.length > 0 && (it.sente === host || it.gote === host) && it.result !== 'annulled',
    )
    .sort((a, b) => a.board - b.board);
}

export function createHostBoards(): HostBoards {
  const boards = signal<readonly HostBoard[]>([]);
  return {
    boards,
    settle(view) {
      const known = new Map(boards.peek().map((it) => [it.store.code, it]));
      const next = gamesOf(view).flatMap(({ board, sente, gote, games }) => {
        const code = games.at(-1);
        if (code === undefined) return [];
        const there = known.get(code);
        if (there) {
          known.delete(code);
          return [there];
        }
        // Whatever follows a game, its board stays where it is.
        const store = createGameStore(code, theSocket(), () => undefined);
        return [{ board, guest: sente === view.host ? gote : sente, store }];
      });
      for (const { store } of known.values()) store.close();
      const before = boards.peek();
      if (next.length !== before.length || next.some((it, i) => it !== before[i])) boards.value = next;
    },
    close() {
      for (const { store } of boards.peek()) store.close();
      boards.value = [];
    },
  };
}

/** What the queue has to know of a board. */
export function waitingOf({ store }: HostBoard): Waiting {
  const game = store.game.value;
  if (!game || !isHostsMove(game)) return { waits: false, since: 0, leftMs: 0 };
  const { clock, clocks, now, you } = game;
  const timed = you !== null && clockOf(clock, you).kind !== 'untimed';
  const leftMs =
    timed && you !== null
      ? read(clock, clocks, you, now, store.serverNow()).leftMs
      : Number.POSITIVE_INFINITY;
  return { waits: !store.sending.value, since: now - (clocks.elapsed_ms ?? 0), leftMs };
}

export const isHostsMove = (game: GameSnapshot) => game.phase === 'playing' && game.turn === game.you;

/** Calls `done` when the host has moved at that board, or its game has ended. */
export function whenDone(store: GameStore, done: (over: boolean) => void): () => void {
  return store.onNews(({ event, before }) => {
    if (event.t === 'ended') done(true);
    else if (event.t === 'moved' && before.turn === before.you) done(false);
  });
}
