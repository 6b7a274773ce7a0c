/** A board for one person: what stands on it, where its pieces may go, and the move in the making. */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Offered } from '../board/dests';
import type { BoardModel } from '../game/board-grid';
import type { Attempt } from '../game/game-store';
import type { Asking } from '../game/promotion-choice';
import { type Position, play } from '../shogi/position';
import { checkedRoyals } from '../shogi/reach';
import type { Square } from '../shogi/square';
import { formatUsi, parseUsi } from '../shogi/usi';

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
  const asking = signal<Attempt | null>(null);
  const drawn = signal(0);
  const marks = signal<Mark[]>([]);

  const settle = ({ from, to }: Attempt, promote: boolean) => {
    const drop = from.endsWith('*');
    onMove(drop ? `${from}${to}` : `${from}${to}${promote ? '+' : ''}`);
  };

  return {
    game: signal({ you: 'sente', handicap: null }),
    orientation: signal('sente'),
    premoves: signal(null),
    offered,
    asking,
    drawn,
    marks,
    line: computed(() => (position.value ? [position.value] : [])),
    shown: computed(() => {
      const standing = position.value;
      if (!standing) return null;
      const asked = asking.value && parseUsi(`${asking.value.from}${asking.value.to}`);
      if (asked) return { position: play(standing, asked), last: squaresOf(formatUsi(asked)), checks: [] };
      return { position: standing, last: last.value, checks: checkedRoyals(standing) };
    }),
    attempt(move) {
      const promotion = offered.value?.get(move.from)?.get(move.to);
      // What is not offered goes back to where it was.
      if (promotion === undefined) drawn.value++;
      else if (promotion === 'may') asking.value = move;
      else settle(move, promotion === 'must');
    },
    answerPromotion(promote) {
      const move = asking.value;
      asking.value = null;
      if (move && promote !== null) settle(move, promote);
    },
    show(next, dests, squares = []) {
      asking.value = null;
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
  if (!move) return [];
  return move.drop !== null ? [move.to] : [move.from, move.to];
}
