/**
 * A review's tree in the browser: what a change does to it, and what may be done with one's own
 * copy.
 */

import { type Position, play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import type { ReviewChange, ReviewEdit, ReviewNode, ReviewTree } from '../wire/generated';

export const NODES_MAX = 2_000;
export const COMMENT_CHARS_MAX = 1_000;
export const HINT_CHARS_MAX = 300;

export function nodeOf(tree: ReviewTree, id: number): ReviewNode | undefined {
  return tree.nodes.find((node) => node.id === id);
}

/** What follows a node, the main line first. */
export function childrenOf(tree: ReviewTree, id: number): ReviewNode[] {
  return tree.nodes.filter((node) => node.parent === id && node.id !== id);
}

/** The nodes from the start through this one and on to the end of its line. */
export function lineThrough(tree: ReviewTree, id: number): ReviewNode[] {
  const line: ReviewNode[] = [];
  let node = nodeOf(tree, id);
  while (node) {
    line.unshift(node);
    node = node.parent === null ? undefined : nodeOf(tree, node.parent);
  }
  let next = childrenOf(tree, id)[0];
  while (next) {
    line.push(next);
    next = childrenOf(tree, next.id)[0];
  }
  return line;
}

/** The positions after each node, by the node's id. */
export function positionsOf(nodes: ReviewNode[], start: Position): Map<number, Position> {
  const positions = new Map<number, Position>();
  for (const node of nodes) {
    const before = node.parent === null ? start : positions.get(node.parent);
    if (!before) continue;
    const usi = node.usi === undefined ? null : parseUsi(node.usi);
    positions.set(node.id, usi ? play(before, usi) : before);
  }
  return positions;
}

/** The tree after a change that was accepted; what does not fit changes nothing. */
export function apply(tree: ReviewTree, change: ReviewChange): ReviewTree {
  switch (change.t) {
    case 'added': {
      const { node } = change;
      return {
        ...tree,
        nodes: [...tree.nodes, node],
        next: Math.max(tree.next, node.id + 1),
        at: change.alone ? tree.at : node.id,
      };
    }
    case 'hinted':
      return withNode(tree, change.node, ({ hint: _, ...node }) =>
        change.text ? { ...node, hint: change.text } : node,
      );
    case 'commented':
      return withNode(tree, change.node, ({ comment: _, by: __, ...node }) =>
        change.text ? { ...node, comment: change.text, ...(change.by ? { by: change.by } : {}) } : node,
      );
    case 'drawn':
      return withNode(tree, change.node, ({ shapes: _, ...node }) =>
        change.shapes.length > 0 ? { ...node, shapes: change.shapes } : node,
      );
    case 'promoted': {
      const node = nodeOf(tree, change.node);
      if (!node) return tree;
      const rest = tree.nodes.filter((it) => it !== node);
      const first = rest.findIndex((it) => it.parent === node.parent);
      const place = first < 0 ? rest.length : Math.min(first, tree.nodes.indexOf(node));
      return { ...tree, nodes: [...rest.slice(0, place), node, ...rest.slice(place)] };
    }
    case 'deleted': {
      const parent = nodeOf(tree, change.node)?.parent ?? null;
      if (parent === null) return tree;
      const gone = new Set([change.node]);
      const nodes = tree.nodes.filter((node) => {
        if (node.parent !== null && gone.has(node.parent)) gone.add(node.id);
        return !gone.has(node.id);
      });
      return { ...tree, nodes, at: gone.has(tree.at) ? parent : tree.at };
    }
    case 'looked':
      return { ...tree, at: change.node };
    case 'scored':
      return withNode(tree, change.node, ({ scored: _, spent_ms: __, ...node }) => ({
        ...node,
        ...(change.scored ? { scored: true } : {}),
        ...(change.spent_ms === undefined ? {} : { spent_ms: change.spent_ms }),
      }));
  }
}

function withNode(tree: ReviewTree, id: number, change: (node: ReviewNode) => ReviewNode): ReviewTree {
  return { ...tree, nodes: tree.nodes.map((node) => (node.id === id ? change(node) : node)) };
}

/**
 * What an edit of one's own copy comes to; null when it cannot be done. Moves come from what the
 * server offered.
 */
export function judge(tree: ReviewTree, edit: ReviewEdit): ReviewChange | null {
  switch (edit.t) {
    case 'play': {
      const known = childrenOf(tree, edit.after).find((node) => node.usi === edit.usi);
      if (known) return { t: 'looked', node: known.id };
      const after = nodeOf(tree, edit.after);
      if (!after || after.end !== undefined || tree.nodes.length >= NODES_MAX) return null;
      return { t: 'added', node: { id: tree.next, parent: edit.after, usi: edit.usi } };
    }
    case 'comment':
      return { t: 'commented', node: edit.node, text: edit.text.trim() };
    case 'hint':
      return { t: 'hinted', node: edit.node, text: edit.text.trim() };
    case 'draw':
      return { t: 'drawn', node: edit.node, shapes: edit.shapes };
    case 'promote': {
      const branch = branchOf(tree, edit.node);
      return { t: 'promoted', node: branch ?? edit.node };
    }
    case 'delete':
      return edit.node === 0 ? null : { t: 'deleted', node: edit.node };
    case 'look':
      return nodeOf(tree, edit.node) ? { t: 'looked', node: edit.node } : null;
  }
}

/** Where the line to a node leaves its main line last; null on the main line. */
export function branchOf(tree: ReviewTree, id: number): number | null {
  for (let node = nodeOf(tree, id); node && node.parent !== null; node = nodeOf(tree, node.parent))
    if (childrenOf(tree, node.parent)[0] !== node) return node.id;
  return null;
}

/** A review in which nothing has been played. */
export function emptyTree(variant: string, start: string): ReviewTree {
  return { variant, start, headers: [], nodes: [{ id: 0, parent: null }], next: 1, at: 0 };
}

/** A review of one line. */
export function lineOf(variant: string, start: string, moves: readonly string[]): ReviewTree {
  const line = moves.map((usi, i) => ({ id: i + 1, parent: i, usi }));
  const empty = emptyTree(variant, start);
  return { ...empty, nodes: [...empty.nodes, ...line], next: moves.length + 1 };
}

export function headerOf(tree: ReviewTree, word: string): string | null {
  return tree.headers.find(([it]) => it === word)?.[1] ?? null;
}
