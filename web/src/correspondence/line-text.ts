/** Moves that were tried out on a board, in the notation in use. */

import { moveText } from '../board/words';
import { type Position, play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';

export function after(position: Position, text: string): Position {
  const usi = parseUsi(text);
  return usi ? play(position, usi) : position;
}

export function lineText(start: Position, moves: readonly string[], last: string | undefined): string {
  let position = start;
  let before = last;
  const texts: string[] = [];
  for (const usi of moves) {
    texts.push(moveText(position, usi, before));
    position = after(position, usi);
    before = usi;
  }
  return texts.join(' ');
}
