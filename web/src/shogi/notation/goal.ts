/** §9.3 Where a piece goes, and by what way, as notations tell it. */

import type { Position } from '../position';
import { secondSteps, sourcesOf } from '../reach';
import type { Square } from '../square';
import type { Usi } from '../usi';

export type Goal =
  | { by: 'itself'; to: Square }
  /** By way of a square on which it takes. */
  | { by: 'way'; via: Square; to: Square }
  /** It takes there and comes back. */
  | { by: 'igui'; via: Square }
  | { by: 'pass' };

export function goalOf(position: Position, usi: Usi): Goal {
  const via = usi.drop === null ? usi.via : undefined;
  if (via === undefined) return { by: 'itself', to: usi.to };
  if (usi.from !== usi.to) return { by: 'way', via, to: usi.to };
  return position.board.has(via) ? { by: 'igui', via } : { by: 'pass' };
}

/** The squares of the mover's pieces of these kinds that could go so. */
export function originsOf(position: Position, kinds: readonly string[], goal: Goal): Square[] {
  const { board, turn } = position;
  if (goal.by === 'itself') return kinds.flatMap((kind) => sourcesOf(position, turn, kind, goal.to));
  const goesSo = (from: Square) =>
    secondSteps(position, from).some(({ via, to }) => {
      if (goal.by === 'pass') return !board.has(via);
      return via === goal.via && to.includes(goal.by === 'way' ? goal.to : from);
    });
  return [...board]
    .filter(([from, piece]) => piece.side === turn && kinds.includes(piece.kind) && goesSo(from))
    .map(([from]) => from);
}
