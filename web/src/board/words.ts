/** Squares, pieces, sides and moves in the language and the notation in use. */

import type { Early } from '../i18n';
import { PIECE_CODES } from '../i18n/made/piece-codes';
import { language, t } from '../i18n/of-boards';
import type { Piece } from '../i18n/piece';
import { notationName } from '../settings/settings';
import { notationFor } from '../shogi/notation';
import type { Notation } from '../shogi/notation/interface';
import { type Position, play } from '../shogi/position';
import type { Square } from '../shogi/square';
import { parseUsi } from '../shogi/usi';
import type { GameSnapshot, Side } from '../wire/generated';

export function notationOf(variant: string): Notation {
  return notationFor(notationName(language.value), variant);
}

/** Variants all of whose pieces have names of their own; the others call theirs as shogi does. */
const OWN_NAMES: ReadonlySet<string> = new Set(['heian_dai', 'dobutsu', 'chu', 'tori']);

export function pieceName(variant: string, kind: string): string {
  return pieceOf(variant, kind).name;
}

/** A piece to be spoken of in a sentence. */
export function pieceOf(variant: string, kind: string): Piece {
  const { pieces, variantWords } = t();
  const named: Record<string, Record<string, string>> = { ...variantWords.pieces, ...ownPieces(pieces) };
  const group = named[variant]?.[kind] || OWN_NAMES.has(variant) ? variant : 'standard';
  const name = (named[group] ?? pieces.standard)[kind];
  const code = PIECE_CODES[group]?.[kind];
  if (name && code) return { code, name };
  if (!kind.startsWith('+')) return { code: kind, name: kind };
  const plain = pieceOf(variant, kind.slice(1));
  return { code: `promoted_${plain.code}`, name: pieces.promoted(plain.name) };
}

const ownPieces = ({ heian_dai, sho, dobutsu }: Early['pieces']) => ({ heian_dai, sho, dobutsu });

export function squareName(variant: string, sq: Square): string {
  return notationOf(variant).square(sq);
}

/** §3: the words for the sides are others in handicap games. */
export function sideWord(
  game: { handicap: GameSnapshot['handicap'] },
  side: Side,
): 'sente' | 'gote' | 'shitate' | 'uwate' {
  if (game.handicap === null) return side;
  return side === 'sente' ? 'shitate' : 'uwate';
}

export function sideName(game: Pick<GameSnapshot, 'handicap'>, side: Side): string {
  return t().sides[sideWord(game, side)];
}

/** The move that leads from `before`, as the notation in use writes it. */
export function moveText(before: Position, usi: string, previous: string | undefined): string {
  const move = parseUsi(usi);
  if (!move) return usi;
  return notationOf(before.variant.name).write(before, move, parseUsi(previous ?? '')?.to ?? null);
}

/**
 * A line of moves from a position, as the notation in use writes it; it ends where it cannot be
 * played on.
 */
export function lineText(start: Position, moves: readonly string[]): string {
  let position = start;
  let previous: string | undefined;
  const texts: string[] = [];
  for (const usi of moves) {
    texts.push(moveText(position, usi, previous));
    const move = parseUsi(usi);
    if (!move) break;
    position = play(position, move);
    previous = usi;
  }
  return texts.join(' ');
}
