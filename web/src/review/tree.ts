/** A review's tree in the browser: what a change does to it, and what may be done with one's own copy. */

import { type Position, play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import type { Study, StudyChange, StudyEdit, StudyNode } from '../wire/generated';

export const NODES_MAX = 2_000;
export const COMMENT_CHARS_MAX = 1_000;

export function nodeOf(study: Study, id: number): StudyNode | undefined {
  return study.nodes.find((node) => node.id === id);
}

/** What follows a node, the main line first. */
export function childrenOf(study: Study, id: number): StudyNode[] {
  return study.nodes.filter((node) => node.parent === id && node.id !== id);
}

/** The nodes from the start through this one and on to the end of its line. */
export function lineThrough(study: Study, id: number): StudyNode[] {
  const line: StudyNode[] = [];
  let node = nodeOf(study, id);
  while (node) {
    line.unshift(node);
    node = node.parent === null ? undefined : nodeOf(study, node.parent);
  }
  let next = childrenOf(study, id)[0];
  while (next) {
    line.push(next);
    next = childrenOf(study, next.id)[0];
  }
  return line;
}

/** The positions after each node, by the node's id. */
export function positionsOf(nodes: StudyNode[], start: Position): Map<number, Position> {
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
export function apply(study: Study, change: StudyChange): Study {
  switch (change.t) {
    case 'added': {
      const { node } = change;
      return {
        ...study,
        nodes: [...study.nodes, node],
        next: Math.max(study.next, node.id + 1),
        at: node.id,
      };
    }
    case 'commented':
      return withNode(study, change.node, ({ comment: _, ...node }) =>
        change.text ? { ...node, comment: change.text } : node,
      );
    case 'drawn':
      return withNode(study, change.node, ({ shapes: _, ...node }) =>
        change.shapes.length > 0 ? { ...node, shapes: change.shapes } : node,
      );
    case 'promoted': {
      const node = nodeOf(study, change.node);
      if (!node) return study;
      const rest = study.nodes.filter((it) => it !== node);
      const first = rest.findIndex((it) => it.parent === node.parent);
      const place = first < 0 ? rest.length : Math.min(first, study.nodes.indexOf(node));
      return { ...study, nodes: [...rest.slice(0, place), node, ...rest.slice(place)] };
    }
    case 'deleted': {
      const parent = nodeOf(study, change.node)?.parent ?? null;
      if (parent === null) return study;
      const gone = new Set([change.node]);
      const nodes = study.nodes.filter((node) => {
        if (node.parent !== null && gone.has(node.parent)) gone.add(node.id);
        return !gone.has(node.id);
      });
      return { ...study, nodes, at: gone.has(study.at) ? parent : study.at };
    }
    case 'looked':
      return { ...study, at: change.node };
  }
}

function withNode(study: Study, id: number, change: (node: StudyNode) => StudyNode): Study {
  return { ...study, nodes: study.nodes.map((node) => (node.id === id ? change(node) : node)) };
}

/** What an edit of one's own copy comes to; null when it cannot be done. Moves come from what the server offered. */
export function judge(study: Study, edit: StudyEdit): StudyChange | null {
  switch (edit.t) {
    case 'play': {
      const known = childrenOf(study, edit.after).find((node) => node.usi === edit.usi);
      if (known) return { t: 'looked', node: known.id };
      const after = nodeOf(study, edit.after);
      if (!after || after.end !== undefined || study.nodes.length >= NODES_MAX) return null;
      return { t: 'added', node: { id: study.next, parent: edit.after, usi: edit.usi } };
    }
    case 'comment':
      return { t: 'commented', node: edit.node, text: edit.text.trim() };
    case 'draw':
      return { t: 'drawn', node: edit.node, shapes: edit.shapes };
    case 'promote': {
      const branch = branchOf(study, edit.node);
      return { t: 'promoted', node: branch ?? edit.node };
    }
    case 'delete':
      return edit.node === 0 ? null : { t: 'deleted', node: edit.node };
    case 'look':
      return nodeOf(study, edit.node) ? { t: 'looked', node: edit.node } : null;
  }
}

/** Where the line to a node leaves its main line last; null on the main line. */
export function branchOf(study: Study, id: number): number | null {
  for (let node = nodeOf(study, id); node && node.parent !== null; node = nodeOf(study, node.parent))
    if (childrenOf(study, node.parent)[0] !== node) return node.id;
  return null;
}

/** A review in which nothing has been played. */
export function emptyStudy(variant: string, start: string): Study {
  return { variant, start, headers: [], nodes: [{ id: 0, parent: null }], next: 1, at: 0 };
}

export function headerOf(study: Study, word: string): string | null {
  return study.headers.find(([it]) => it === word)?.[1] ?? null;
}
