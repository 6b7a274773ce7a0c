/** A board for one person: what stands on it, where its pieces may go, and the move in the making. */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Offered } from '../board/dests';
import { createMaking } from '../board/making';
import type { BoardModel } from '../game/board-grid';
import type { Asking } from '../game/promotion-choice';
import { type Position, play } from '../shogi/position';
import { checkedRoyals } from '../shogi/reach';
import type { Square } from '../shogi/square';
import { formatUsi, parseUsi, squaresOf as squaresOfMove } from '../shogi/usi';

export interface Mark {
  square: Square;
  className: string;
}

export interface Trainer extends BoardModel, Asking {
  /** Counts up whenever the board must be drawn as it is, though nothing changed. */
  readonly drawn: ReadonlySignal<number>;
  readonly marks: ReadonlySignal<Mark[]>;
  /** Shows a position, and lets the pieces go where they are offered; null lets none. */
  show(position: Position, offered: Offered | null, last?: Square[]): void;
  /** Plays a move on the shown position; nothing is offered after it. */
  play(usi: string): void;
  mark(marks: Mark[]): void;
}

/** `onMove` hears every move that was offered and made, in USI. The side at the bottom is sente. */
export function createTrainer(onMove: (usi: string) => void): Trainer {
  const position = signal<Position | null>(null);
  const last = signal<Square[]>([]);
  const offered = signal<Offered | null>(null);
  const drawn = signal(0);
  const marks = signal<Mark[]>([]);

  const making = createMaking(
    () => ({ position: position.value, offered: offered.value }),
    (usi) => onMove(formatUsi(usi)),
  );

  return {
    game: signal({ you: 'sente', handicap: null }),
    orientation: signal('sente'),
    premoves: signal(null),
    offered: computed(() => making.next.value ?? offered.value),
    asking: making.asking,
    stepping: making.stepping,
    drawn,
    marks,
    line: computed(() => (position.value ? [position.value] : [])),
    shown: computed(() => {
      const standing = position.value;
      if (!standing) return null;
      if (making.shown.value) return { ...making.shown.value, checks: [] };
      return { position: standing, last: last.value, checks: checkedRoyals(standing) };
    }),
    attempt(move) {
      // What is not offered goes back to where it was.
      if (!making.attempt(move)) drawn.value++;
    },
    answerPromotion: making.answerPromotion,
    answerStep: making.answerStep,
    pass: making.pass,
    show(next, dests, squares = []) {
      making.clear();
      position.value = next;
      last.value = squares;
      offered.value = dests;
      drawn.value++;
    },
    play(usi) {
      const move = parseUsi(usi);
      if (!move || !position.value) return;
      position.value = play(position.value, move);
      last.value = squaresOf(usi);
      offered.value = null;
      drawn.value++;
    },
    mark(next) {
      marks.value = next;
    },
  };
}

/** The squares a move touches. */
export function squaresOf(usi: string): Square[] {
  const move = parseUsi(usi);
  return move ? squaresOfMove(move) : [];
}
