/**
 * Where pieces reach, from their Betza spelling, blockers included and check not: enough to tell
 * pieces apart in notation, to show a check while looking through a game, and to offer premoves. It
 * decides nothing.
 */

import type { Side } from '../wire/generated';
import { type Way, ways } from './betza';
import { other, type Position } from './position';
import { fileOf, rankOf, type Square, square } from './square';
import type { Variant } from './variant';

/** The squares the piece on `from` reaches, its own pieces' squares excluded. */
export function reachOf(position: Position, from: Square): Square[] {
  const piece = position.board.get(from);
  if (!piece) return [];
  const squares = new Set<Square>();
  for (const way of waysOf(position, from)) {
    let screens = 0;
    for (const to of along(way, position.variant, piece.side, from)) {
      const there = position.board.get(to);
      const isFree = screens === (way.over ? 1 : 0);
      if (isFree && there?.side !== piece.side && way.does !== (there ? 'move' : 'take')) squares.add(to);
      if (there && ++screens > (way.over ? 1 : 0)) break;
    }
  }
  return [...squares];
}

/** Every square the piece could reach if nothing stood in its way: what a premove may be. */
export function premoveReach(position: Position, from: Square): Square[] {
  const piece = position.board.get(from);
  if (!piece) return [];
  const all = waysOf(position, from).flatMap((way) => [...along(way, position.variant, piece.side, from)]);
  return [...new Set(all)];
}

/** How the piece on a square moves as it stands there. */
function waysOf(position: Position, from: Square): readonly Way[] {
  const kind = lenderOf(position, from) ?? position.board.get(from)?.kind ?? '';
  return ways(position.variant.pieces[kind]?.betza ?? '');
}

/**
 * §11.2 The kind whose moves the piece on a square has instead of its own; null where it has its
 * own.
 */
export function lenderOf({ variant, board }: Position, from: Square): string | null {
  const piece = board.get(from);
  if (!variant.lends || !piece) return null;
  const behind = board.get(square(fileOf(from), rankOf(from) + (piece.side === 'sente' ? 1 : -1)));
  return behind?.side === piece.side ? behind.kind : null;
}

/**
 * §9.3 Where a piece with lion power may go on to, by the square of an enemy piece that it takes
 * first; or a pass.
 */
export function secondSteps(position: Position, from: Square): { via: Square; to: Square[] }[] {
  const { variant, board } = position;
  const piece = board.get(from);
  const table = variant.pieces[piece?.kind ?? ''];
  if (!piece || !table?.power?.length) return [];
  const sign = piece.side === 'sente' ? 1 : -1;
  const beside = (sq: Square, [right = 0, forward = 0]: readonly number[]): Square | null => {
    const [file, rank] = [fileOf(sq) - right * sign, rankOf(sq) - forward * sign];
    return file < 1 || file > variant.files || rank < 0 || rank >= variant.ranks ? null : square(file, rank);
  };
  let passes = false;
  return table.power.flatMap((step) => {
    const via = beside(from, step);
    if (!via || board.get(via)?.side === piece.side) return [];
    if (!board.has(via)) {
      if (passes) return [];
      passes = true;
      return [{ via, to: [from] }];
    }
    const on = (table.power_turns ? (table.power ?? []) : [step])
      .map((next) => beside(via, next))
      .filter((to): to is Square => to !== null && board.get(to)?.side !== piece.side);
    return [{ via, to: [...new Set([...on, from])] }];
  });
}

/** The squares outwards along a way, to the edge of the board. */
function* along(way: Way, variant: Variant, side: Side, from: Square): Generator<Square> {
  const sign = side === 'sente' ? 1 : -1;
  let file = fileOf(from);
  let rank = rankOf(from);
  for (let n = 0; n < way.range; n++) {
    file -= way.right * sign;
    rank -= way.forward * sign;
    if (file < 1 || file > variant.files || rank < 0 || rank >= variant.ranks) return;
    yield square(file, rank);
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
