/** What moves gave away, by what the engine thinks of the positions before and after. */

import type { Position } from '../shogi/position';
import type { ReviewNode, Side } from '../wire/generated';
import { chanceOf, type Judged } from './engine-words';

export type Kind = 'inaccuracy' | 'mistake' | 'blunder';

/** From how much of the chance to win on a move is called so; `docs/engine.md` tells players. */
const FROM: readonly (readonly [Kind, number])[] = [
  ['blunder', 0.2],
  ['mistake', 0.12],
  ['inaccuracy', 0.08],
];

export const KINDS: readonly Kind[] = ['inaccuracy', 'mistake', 'blunder'];

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
  judged: ReadonlyMap<number, Pick<Judged, 'worth' | 'moves'>>,
): Verdict {
  const mistakes: Mistake[] = [];
  const scores: Record<Side, number[]> = { sente: [], gote: [] };
  for (const node of path) {
    const [before, after] = [judged.get(node.parent ?? -1), judged.get(node.id)];
    const side = positions.get(node.parent ?? -1)?.turn;
    if (node.usi === undefined || !before || !after || !side) continue;
    const loss = (chanceOf(before.worth) - chanceOf(after.worth)) * (side === 'sente' ? 1 : -1);
    // What the engine would have played is nobody's mistake, even if it sees more of it one move
    // later.
    const lost = before.moves[0] === node.usi ? 0 : Math.max(0, loss);
    scores[side].push(accuracyOf(lost));
    const kind = FROM.find(([, from]) => lost >= from)?.[0];
    if (kind) mistakes.push({ node: node.id, kind, side, lost });
  }
  const mean = (of: number[]) => (of.length > 0 ? of.reduce((a, b) => a + b, 0) / of.length : null);
  return { mistakes, accuracy: { sente: mean(scores.sente), gote: mean(scores.gote) } };
}

/**
 * How good a move is in percent: 100 for one that gives nothing away, by the curve that chess sites
 * use.
 */
function accuracyOf(lost: number): number {
  const percent = 103.1668 * Math.exp(-0.04354 * lost * 100) - 3.1669;
  return Math.min(100, Math.max(0, percent));
}
