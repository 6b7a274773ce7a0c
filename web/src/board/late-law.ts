/**
 * The law of moves where it comes late: a game is shown before it, and most who see one do not play
 * in it.
 */

import { signal } from '@preact/signals';
import type { Offered } from '../shogi/law';
import type { Position } from '../shogi/position';

const law = signal<((position: Position) => Offered) | null>(null);
let loading: Promise<void> | null = null;

/** Loads it, unless it is there or on its way. */
export function loadLaw(): Promise<void> {
  loading ??= import('../shogi/law').then(
    ({ legalMoves }) => {
      law.value = legalMoves;
    },
    () => {
      loading = null;
    },
  );
  return loading;
}

/** The legal moves of a position; null as long as the law is not there. */
export function legalMovesSoon(position: Position): Offered | null {
  return law.value?.(position) ?? null;
}
