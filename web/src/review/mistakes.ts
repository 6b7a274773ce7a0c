/** What moves gave away, by what the engine thinks of the positions before and after. */

import type { Position } from '../shogi/position';
import type { ReviewNode, Side } from '../wire/generated';
import { chanceOf, type Worth } from './engine-words';

export type Kind = 'inaccuracy' | 'mistake' | 'blunder';

/** From how much of the chance to win on a move is called so. */
const FROM: readonly (readonly [Kind, number])[] = [
  ['blunder', 0.2],
  ['mistake', 0.12],
  ['inaccuracy', 0.08],
];

/** The signs that stand beside such a move. */
export const SIGNS: Record<Kind, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export interface Mistake {
  node: number;
  kind: Kind;
  side: Side;
  /** How much of the chance to win was given away, between 0 and 1. */
  lost: number;
}

export interface Verdict {
  /** Of the line that is shown, in its order. */
  mistakes: Mistake[];
  /** How well each side played, in percent; null where nothing was judged. */
  accuracy: Record<Side, number | null>;
}

/** The line's mistakes, as far as its positions were judged. */
export function verdictOf(
  path: readonly ReviewNode[],
  positions: ReadonlyMap<number, Position>,
  worths: ReadonlyMap<number, Worth>,
): Verdict {
  const mistakes: Mistake[] = [];
  const scores: Record<Side, number[]> = { sente: [], gote: [] };
  for (const node of path) {
    const [before, after] = [worths.get(node.parent ?? -1), worths.get(node.id)];
    const side = positions.get(node.parent ?? -1)?.turn;
    if (node.usi === undefined || !before || !after || !side) continue;
    const loss = (chanceOf(before) - chanceOf(after)) * (side === 'sente' ? 1 : -1);
    const lost = Math.max(0, loss);
    scores[side].push(accuracyOf(lost));
    const kind = FROM.find(([, from]) => lost >= from)?.[0];
    if (kind) mistakes.push({ node: node.id, kind, side, lost });
  }
  const mean = (of: number[]) => (of.length > 0 ? of.reduce((a, b) => a + b, 0) / of.length : null);
  return { mistakes, accuracy: { sente: mean(scores.sente), gote: mean(scores.gote) } };
}

/** How good a move is in percent: 100 for one that gives nothing away, by the curve that chess sites use. */
function accuracyOf(lost: number): number {
  const percent = 103.1668 * Math.exp(-0.04354 * lost * 100) - 3.1669;
  return Math.min(100, Math.max(0, percent));
}
