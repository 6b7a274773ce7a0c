/** The hint that a player has asked for, as the board and the button show it. */

import { signal } from '@preact/signals';
import type { Origin } from '../board/board';
import type { Usi } from '../shogi/usi';

export interface Hint {
  game: string;
  /** For which move it is: after that move it is over. */
  ply: number;
  move: Usi;
  /** Whether the whole move is shown, or only the piece. */
  whole: boolean;
}

const asked = signal<Hint | null>(null);

export const showHint = (hint: Hint): void => {
  asked.value = hint;
};

/** The hint for the present move of a game, if one was asked for. */
export function hintFor(game: string, ply: number | undefined): Hint | null {
  const { value } = asked;
  return value?.game === game && value.ply === ply ? value : null;
}

/** A circle around the piece, or an arrow that shows the whole move. */
export function hintArrow({ move, whole }: Hint): { from: Origin; to: Origin; brush: string } {
  const from = move.drop ? `${move.drop}*` : (move.from ?? move.to);
  return { from, to: whole ? move.to : from, brush: 'alternative2' };
}
