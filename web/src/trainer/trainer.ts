/**
 * A board for one person: what stands on it, where its pieces may go, and the move in the making.
 */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { Offered } from '../board/dests';
import { createOwnBoard, type OwnBoard, type Standing } from '../board/own-board';
import { type Position, play } from '../shogi/position';
import type { Square } from '../shogi/square';
import { formatUsi, parseUsi, squaresOf } from '../shogi/usi';

export interface Mark {
  square: Square;
  className: string;
}

export interface Trainer extends OwnBoard {
  readonly marks: ReadonlySignal<Mark[]>;
  /** Shows a position, and lets the pieces go where they are offered; null lets none. */
  show(position: Position, offered: Offered | null, last?: Square[]): void;
  /** Plays a move on the shown position; nothing is offered after it. */
  play(usi: string): void;
  mark(marks: Mark[]): void;
}

/** `onMove` hears every move that was offered and made, in USI. The side at the bottom is sente. */
export function createTrainer(onMove: (usi: string) => void): Trainer {
  const standing = signal<Standing | null>(null);
  const offered = signal<Offered | null>(null);
  const marks = signal<Mark[]>([]);
  const { board, making } = createOwnBoard(standing, offered, (usi) => onMove(formatUsi(usi)));

  return {
    ...board,
    game: signal({ you: 'sente', handicap: null }),
    marks,
    show(next, dests, squares = []) {
      making.clear();
      standing.value = { position: next, last: squares };
      offered.value = dests;
      board.refreshed.value++;
    },
    play(usi) {
      const move = parseUsi(usi);
      if (!move || !standing.value) return;
      standing.value = { position: play(standing.value.position, move), last: squaresOf(move) };
      offered.value = null;
      board.refreshed.value++;
    },
    mark(next) {
      marks.value = next;
    },
  };
}
