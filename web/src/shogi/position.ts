/**
 * A position as a picture: where pieces stand and what is in hand. What may be played is for the
 * law to say.
 */

import type { Side } from '../wire/generated';
import { fileOf, rankOf, type Square, square } from './square';
import type { Usi } from './usi';
import { handKind, promoted, type Variant, variantOf } from './variant';

export interface Piece {
  side: Side;
  /** SFEN letter in capitals, `+` before it when promoted. */
  kind: string;
}

export interface Position {
  variant: Variant;
  board: ReadonlyMap<Square, Piece>;
  hands: Readonly<Record<Side, ReadonlyMap<string, number>>>;
  turn: Side;
  /**
   * §9.1 Where the last move, made by a piece that is no lion, took a lion; null elsewhere and
   * otherwise.
   */
  struck: Square | null;
}

export function other(side: Side): Side {
  return side === 'sente' ? 'gote' : 'sente';
}

/** Whose move it is in a position. */
export const turnOf = (sfen: string): Side => (sfen.split(' ')[1] === 'w' ? 'gote' : 'sente');

/** Reads an SFEN the server sent; an unreadable part counts as empty. */
export function fromSfen(variantName: string, sfen: string): Position {
  const variant = variantOf(variantName);
  const [rows = '', , hands = '-'] = sfen.split(' ');
  return {
    variant,
    board: readBoard(rows, variant.files),
    hands: readHands(variant.hand.length > 0 ? hands : '-'),
    turn: turnOf(sfen),
    struck: variant.hand.length === 0 && hands !== '-' ? hands : null,
  };
}

function readBoard(rows: string, files: number): Map<Square, Piece> {
  const board = new Map<Square, Piece>();
  rows.split('/').forEach((row, rank) => {
    let file = files;
    for (const [token] of row.matchAll(/\d+|\+?[A-Za-z]/g)) {
      const gap = Number.parseInt(token, 10);
      if (gap) file -= gap;
      else board.set(square(file--, rank), readPiece(token));
    }
  });
  return board;
}

function readPiece(token: string): Piece {
  const kind = token.toUpperCase();
  return { side: token === kind ? 'sente' : 'gote', kind };
}

function readHands(text: string): Record<Side, Map<string, number>> {
  const hands = { sente: new Map<string, number>(), gote: new Map<string, number>() };
  for (const [, count, letter = ''] of text.matchAll(/(\d*)([A-Za-z])/g)) {
    const { side, kind } = readPiece(letter);
    hands[side].set(kind, Number(count || 1));
  }
  return hands;
}

/** The two SFEN fields a board picture needs. */
export function toSfen(position: Position): { board: string; hands: string } {
  const { variant } = position;
  const rows: string[] = [];
  for (let rank = 0; rank < variant.ranks; rank++) {
    let row = '';
    let gap = 0;
    for (let file = variant.files; file >= 1; file--) {
      const piece = position.board.get(square(file, rank));
      if (!piece) {
        gap++;
        continue;
      }
      row += `${gap || ''}${letter(piece)}`;
      gap = 0;
    }
    rows.push(row + (gap || ''));
  }
  const hands = (['sente', 'gote'] as const)
    .flatMap((side) =>
      variant.hand.map((kind) => {
        const count = position.hands[side].get(kind) ?? 0;
        return count === 0 ? '' : `${count > 1 ? count : ''}${letter({ side, kind })}`;
      }),
    )
    .join('');
  return { board: rows.join('/'), hands: hands || '-' };
}

/** The whole SFEN of a position, as if its first move were next. */
export function sfenOf(position: Position): string {
  const { board, hands } = toSfen(position);
  return `${board} ${position.turn === 'sente' ? 'b' : 'w'} ${position.struck ?? hands} 1`;
}

function letter({ side, kind }: Piece): string {
  return side === 'sente' ? kind : kind.toLowerCase();
}

/**
 * The position after a move that was accepted; what cannot be (an illegal move that lost) leaves it
 * as it was.
 */
export function play(position: Position, usi: Usi): Position {
  const { variant, turn } = position;
  const board = new Map(position.board);
  const hand = new Map(position.hands[turn]);
  const isLion = (kind: string) => variant.pieces[kind]?.lion === true;
  let struck: Square | null = null;
  if (usi.drop !== null) {
    const held = handKind(variant, usi.drop);
    const count = hand.get(held) ?? 0;
    if (count === 0 || board.has(usi.to)) return position;
    hand.set(held, count - 1);
    board.set(usi.to, { side: turn, kind: usi.drop });
  } else {
    const piece = board.get(usi.from);
    if (!piece) return position;
    board.delete(usi.from);
    for (const sq of usi.via ? [usi.via, usi.to] : [usi.to]) {
      const taken = board.get(sq);
      if (!taken) continue;
      board.delete(sq);
      if (isLion(taken.kind) && !isLion(piece.kind)) struck = sq;
      if (variant.hand.length === 0) continue;
      const kind = handKind(variant, taken.kind);
      hand.set(kind, (hand.get(kind) ?? 0) + 1);
    }
    board.set(usi.to, {
      side: piece.side,
      kind: usi.promote ? promoted(variant, piece.kind) : piece.kind,
    });
  }
  return { variant, board, hands: { ...position.hands, [turn]: hand }, turn: other(turn), struck };
}

/** File and rank of a square seen from a side: rank 0 is the farthest from it. */
export function seenBy(side: Side, variant: Variant, sq: Square): { file: number; rank: number } {
  return side === 'sente'
    ? { file: fileOf(sq), rank: rankOf(sq) }
    : { file: variant.files + 1 - fileOf(sq), rank: variant.ranks - 1 - rankOf(sq) };
}
