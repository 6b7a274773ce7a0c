/**
 * A tree that is solved: which moves of it are right, what it answers, and how much of it has been
 * seen.
 */

import type { ReviewNode, ReviewTree } from '../wire/generated';
import { childrenOf, nodeOf } from './tree';

/** What a comment begins with on a move that is wrong; what follows is said to whoever plays it. */
const WRONG = /^\s*[?？×✗]+\s*/;

export const isMarkedWrong = (node: ReviewNode): boolean => WRONG.test(node.comment ?? '');

/** What the author says of a wrong move. */
export const whyWrong = (node: ReviewNode): string => (node.comment ?? '').replace(WRONG, '');

/** A comment with the mark, or without it. */
export const marked = (comment: string, wrong: boolean): string => {
  const bare = comment.replace(WRONG, '');
  return wrong ? `? ${bare}`.trim() : bare;
};

/** The moves that are right after a node, the main one first. */
export const rightMoves = (tree: ReviewTree, after: number): ReviewNode[] =>
  childrenOf(tree, after).filter((it) => it.usi !== undefined && !isMarkedWrong(it));

export type Answer =
  | { is: 'right'; node: number }
  /** It is in the tree as wrong, with what the author says of it. */
  | { is: 'wrong'; node: number; why: string }
  | { is: 'unknown' };

/** What the tree makes of a move after a node. */
export function answerTo(tree: ReviewTree, after: number, usi: string): Answer {
  const node = childrenOf(tree, after).find((it) => it.usi === usi);
  if (!node) return { is: 'unknown' };
  return isMarkedWrong(node)
    ? { is: 'wrong', node: node.id, why: whyWrong(node) }
    : { is: 'right', node: node.id };
}

/**
 * What the tree plays after a node: what has not been met yet, or else the main line; null at its
 * end.
 */
export function replyTo(tree: ReviewTree, after: number, met: ReadonlySet<number>): number | null {
  const moves = rightMoves(tree, after);
  return (moves.find((it) => !met.has(it.id)) ?? moves[0])?.id ?? null;
}

/**
 * The part of a tree that has been seen, with the start, looked at where `at` is. The numbers stay
 * what they are.
 */
export function seenOf(tree: ReviewTree, seen: ReadonlySet<number>, at: number): ReviewTree {
  const nodes = tree.nodes.filter((it) => it.parent === null || seen.has(it.id));
  return { ...tree, nodes, at: nodeOf(tree, at) ? at : 0 };
}
