/** The positions of a game. */

import { computed, type ReadonlySignal } from '@preact/signals';
import { fromSfen, type Position, play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import type { GameSnapshot } from '../wire/generated';

/** The positions of the game, worked out again only from where the moves differ from last time. */
export function lineOf(game: ReadonlySignal<GameSnapshot | null>): ReadonlySignal<Position[]> {
  let start = '';
  let moves: string[] = [];
  let line: Position[] = [];
  return computed(() => {
    const current = game.value;
    if (!current) return [];
    if (current.start !== start || line.length === 0) {
      start = current.start;
      moves = [];
      line = [fromSfen(current.variant, start)];
    }
    const next = current.moves.map((move) => move.usi);
    let same = 0;
    while (same < moves.length && moves[same] === next[same]) same++;
    line = line.slice(0, same + 1);
    for (const text of next.slice(same)) {
      const position = line.at(-1);
      const usi = parseUsi(text);
      if (position) line.push(usi ? play(position, usi) : position);
    }
    moves = next;
    return line;
  });
}
