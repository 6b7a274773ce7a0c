/** What every way to write a move offers. */

import type { Position } from '../position';
import type { Square } from '../square';
import type { Usi } from '../usi';

export interface Notation {
  /**
   * Writes the move that is about to be played in `position`; `previous` is where the last move
   * went.
   */
  write(position: Position, usi: Usi, previous: Square | null): string;
  square(sq: Square): string;
  /** How ranks are labelled at the board's edge; files are always in figures. */
  ranks: 'digits' | 'letters' | 'kanji';
}
