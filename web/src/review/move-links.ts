/** Comments that point at moves: `[[#12]]` stands for the move that leads to node 12. */

export type Part = { is: 'text'; text: string } | { is: 'move'; node: number };

const LINK = /\[\[#(\d{1,9})\]\]/g;

export const linkToMove = (node: number): string => `[[#${node}]]`;

/** A comment as what is said and the moves it points at, in their order. */
export function partsOf(comment: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of comment.matchAll(LINK)) {
    if (found.index > end) parts.push({ is: 'text', text: comment.slice(end, found.index) });
    parts.push({ is: 'move', node: Number(found[1]) });
    end = found.index + found[0].length;
  }
  if (end < comment.length) parts.push({ is: 'text', text: comment.slice(end) });
  return parts;
}

export const hasLinks = (comment: string): boolean => partsOf(comment).some((it) => it.is === 'move');
