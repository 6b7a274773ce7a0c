/** A move that is laid before it is one's turn, and played at once then, if it can be. */

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Offered } from '../board/dests';
import type { Attempt } from '../board/making';
import { type Position, play } from '../shogi/position';
import { couldPromote } from '../shogi/promotion';
import { premoveReach } from '../shogi/reach';
import { type Square, square } from '../shogi/square';
import { type Usi, usiOf } from '../shogi/usi';
import type { GameSnapshot } from '../wire/generated';
import { isStrict } from './game-state';

export interface Premove {
  readonly premove: Signal<Attempt | null>;
  lay(move: Attempt, position: Position | undefined): void;
  /** The move that comes of it, if it is offered; it is gone either way. */
  take(offered: ReadonlySignal<Offered | null>): Usi | null;
}

export function createPremove(): Premove {
  const premove = signal<Attempt | null>(null);
  let promotes = false;
  return {
    premove,
    lay(move, position) {
      premove.value = move;
      promotes = !move.from.endsWith('*') && !!position && couldPromote(position, move.from, move.to);
    },
    take(offered) {
      const move = premove.value;
      const promotion = move && offered.value?.get(move.from)?.get(move.to);
      premove.value = null;
      if (!move || promotion == null) return null;
      return usiOf(move.from, move.to, promotion === 'must' || (promotion === 'may' && promotes));
    },
  };
}

/** Where a premove may go while a move is on its way, or the other side's turn; null when none may be laid. */
export function premovesAt(
  game: GameSnapshot,
  position: Position,
  sending: Usi | null,
): ((from: string) => Square[]) | null {
  if (game.phase !== 'playing' || game.you === null || isStrict(game)) return null;
  if (game.turn === game.you && !sending) return null;
  const later = sending ? play(position, sending) : position;
  return (from) => (from.endsWith('*') ? everySquare(later) : premoveReach(later, from));
}

function everySquare({ variant }: Position): Square[] {
  const squares: Square[] = [];
  for (let rank = 0; rank < variant.ranks; rank++)
    for (let file = 1; file <= variant.files; file++) squares.push(square(file, rank));
  return squares;
}
