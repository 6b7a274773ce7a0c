/**
 * Where pieces reach, from their Betza spelling, blockers included and check not: enough to tell pieces apart in
 * notation, to show a check while looking through a game, and to offer premoves. It decides nothing.
 */

import type { Side } from '../wire/generated';
import { other, type Position } from './position';
import { fileOf, rankOf, type Square, square } from './square';
import type { Variant } from './variant';

/** One way to go: steps to the right and forward as the piece's owner sees it. */
interface Way {
  right: number;
  forward: number;
  slides: boolean;
}

const ATOM = /([a-z]*)([A-Z])/g;

const ORTHOGONAL = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
] as const;
const DIAGONAL = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;
const KNIGHT = [
  [1, 2],
  [-1, 2],
  [1, -2],
  [-1, -2],
  [2, 1],
  [-2, 1],
  [2, -1],
  [-2, -1],
] as const;

const parsed = new Map<string, Way[]>();

function ways(betza: string): Way[] {
  let known = parsed.get(betza);
  if (!known) {
    known = [...betza.matchAll(ATOM)].flatMap(([, modifiers = '', atom = '']) => atomWays(modifiers, atom));
    parsed.set(betza, known);
  }
  return known;
}

function atomWays(modifiers: string, atom: string): Way[] {
  const steps =
    atom === 'W' || atom === 'R'
      ? ORTHOGONAL
      : atom === 'F' || atom === 'B'
        ? DIAGONAL
        : atom === 'N'
          ? KNIGHT
          : [...ORTHOGONAL, ...DIAGONAL];
  const slides = atom === 'R' || atom === 'B' || atom === 'Q';
  return steps
    .filter(([right, forward]) => goes(modifiers, right, forward))
    .map(([right, forward]) => ({ right, forward, slides }));
}

function goes(modifiers: string, right: number, forward: number): boolean {
  if (modifiers === '') return true;
  if (modifiers === 'ff') return forward === 2;
  const sideways = forward === 0;
  return (
    (modifiers.includes('f') && forward > 0) ||
    (modifiers.includes('b') && forward < 0) ||
    (modifiers.includes('s') && sideways) ||
    (modifiers.includes('r') && sideways && right > 0) ||
    (modifiers.includes('l') && sideways && right < 0)
  );
}

/** The squares the piece on `from` reaches, its own pieces' squares excluded. */
export function reachOf(position: Position, from: Square): Square[] {
  const piece = position.board.get(from);
  if (!piece) return [];
  const squares: Square[] = [];
  walk(position.variant, piece.kind, piece.side, from, (to) => {
    const there = position.board.get(to);
    if (there?.side !== piece.side) squares.push(to);
    return !there;
  });
  return squares;
}

/** Every square the piece could reach if nothing stood in its way: what a premove may be. */
export function premoveReach(position: Position, from: Square): Square[] {
  const piece = position.board.get(from);
  if (!piece) return [];
  const squares: Square[] = [];
  walk(position.variant, piece.kind, piece.side, from, (to) => {
    squares.push(to);
    return true;
  });
  return squares;
}

/** Calls `visit` outwards along each way until it says false. */
function walk(
  variant: Variant,
  kind: string,
  side: Side,
  from: Square,
  visit: (to: Square) => boolean,
): void {
  const sign = side === 'sente' ? 1 : -1;
  for (const way of ways(variant.pieces[kind]?.betza ?? '')) {
    let file = fileOf(from);
    let rank = rankOf(from);
    do {
      file -= way.right * sign;
      rank -= way.forward * sign;
      if (file < 1 || file > variant.files || rank < 0 || rank >= variant.ranks) break;
      if (!visit(square(file, rank))) break;
    } while (way.slides);
  }
}

/** The squares of the side's own pieces of this kind that reach `to`. */
export function sourcesOf(position: Position, side: Side, kind: string, to: Square): Square[] {
  return [...position.board]
    .filter(([, piece]) => piece.side === side && piece.kind === kind)
    .map(([from]) => from)
    .filter((from) => reachOf(position, from).includes(to));
}

/** The royal pieces of the side to move that stand attacked. */
export function checkedRoyals(position: Position): Square[] {
  const { variant, turn } = position;
  const royals = [...position.board]
    .filter(([, piece]) => piece.side === turn && variant.royals.includes(piece.kind))
    .map(([sq]) => sq);
  if (royals.length !== 1) return [];
  const attacked = new Set<Square>();
  for (const [from, piece] of position.board)
    if (piece.side === other(turn)) for (const to of reachOf(position, from)) attacked.add(to);
  return royals.filter((sq) => attacked.has(sq));
}
