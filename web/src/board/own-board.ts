/**
 * A board on which one person moves for both sides: what stands on it, where its pieces may go, and
 * the move in the making. Reviews, scores, lessons and problems are played on one.
 */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Position } from '../shogi/position';
import { checkedRoyals } from '../shogi/reach';
import type { Square } from '../shogi/square';
import type { Usi } from '../shogi/usi';
import type { Side } from '../wire/generated';
import type { BoardModel } from './board-grid';
import type { Offered } from './dests';
import { createMaking, type Making } from './making';
import type { Asking } from './promotion-choice';

/** What stands on it; null while there is nothing yet. */
export interface Standing {
  position: Position;
  /** The squares of the last move. */
  last: readonly Square[];
}

export interface OwnBoard extends BoardModel, Asking {
  readonly orientation: Signal<Side>;
  /** Counts what the board has to show anew though the position is the same. */
  readonly refreshed: Signal<number>;
  flip(): void;
}

/** `settle` is given each move that was offered and made. */
export function createOwnBoard(
  standing: ReadonlySignal<Standing | null>,
  offered: ReadonlySignal<Offered | null>,
  settle: (usi: Usi) => void,
): { board: OwnBoard; making: Making } {
  const orientation = signal<Side>('sente');
  const refreshed = signal(0);
  const position = computed(() => standing.value?.position ?? null);
  const making = createMaking(() => ({ position: position.value, offered: offered.value }), settle);
  const board: OwnBoard = {
    game: computed(() => ({ you: position.value?.turn ?? 'sente', handicap: null })),
    line: computed(() => (position.value ? [position.value] : [])),
    shown: computed(() => {
      void refreshed.value;
      const here = standing.value;
      if (!here) return null;
      if (making.shown.value) return { ...making.shown.value, checks: [] as Square[] };
      return { position: here.position, last: [...here.last], checks: checkedRoyals(here.position) };
    }),
    orientation,
    refreshed,
    offered: computed(() => making.next.value ?? offered.value),
    premoves: signal(null),
    asking: making.asking,
    stepping: making.stepping,
    attempt(move) {
      // What is not offered goes back to where it was.
      if (!making.attempt(move)) refreshed.value++;
    },
    answerPromotion: making.answerPromotion,
    answerStep: making.answerStep,
    pass: making.pass,
    flip() {
      orientation.value = orientation.value === 'sente' ? 'gote' : 'sente';
    },
  };
  return { board, making };
}
