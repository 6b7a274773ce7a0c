/** What the moves of a review are called, in the notation in use. */

import { useMemo } from 'preact/hooks';
import { endText } from '../archive/words';
import { moveText } from '../board/words';
import { language, t } from '../i18n/whole';
import { settings } from '../settings/settings';
import type { Position } from '../shogi/position';
import type { ReviewNode, ReviewTree } from '../wire/generated';
import { nodeOf } from './tree';

export function textOfNode(
  tree: ReviewTree,
  positions: ReadonlyMap<number, Position>,
  node: ReviewNode,
): string {
  if (node.end !== undefined) return endText(node.end, node.winner ?? null);
  if (node.usi === undefined || node.parent === null) return t().game.start;
  const before = positions.get(node.parent);
  return before ? moveText(before, node.usi, nodeOf(tree, node.parent)?.usi) : node.usi;
}

/** The same as a function that changes only when what it says does. */
export function useMoveTexts(
  tree: ReviewTree,
  positions: ReadonlyMap<number, Position>,
): (node: ReviewNode) => string {
  return useMemo(
    () => (node: ReviewNode) => textOfNode(tree, positions, node),
    [tree.nodes, positions, language.value, settings.notation.value],
  );
}
