/** Squares, pieces, sides and moves in the language and the notation in use. */

import type { Catalogue } from '../i18n';
import { language, t } from '../i18n';
import { notationName } from '../settings/settings';
import { type Notation, notationFor } from '../shogi/notation';
import { type Position, play } from '../shogi/position';
import type { Square } from '../shogi/square';
import { parseUsi } from '../shogi/usi';
import type { GameSnapshot, Side } from '../wire/generated';
import { sideWord } from './game-state';

export function notationOf(variant: string): Notation {
  return notationFor(notationName(language.value), variant);
}

/** Variants all of whose pieces have names of their own; the others call theirs as shogi does. */
const OWN_NAMES: ReadonlySet<string> = new Set(['heian_dai', 'dobutsu', 'chu', 'tori']);

export function pieceName(variant: string, kind: string): string {
  const { pieces, variantWords } = t();
  const named: Record<string, Record<string, string>> = { ...variantWords.pieces, ...ownPieces(pieces) };
  const name = named[variant]?.[kind] ?? (OWN_NAMES.has(variant) ? undefined : pieces.standard[kind]);
  if (name) return name;
  const plain = kind.replace('+', '');
  return kind.startsWith('+') ? pieces.promoted(pieceName(variant, plain)) : kind;
}

const ownPieces = ({ heian_dai, sho, dobutsu }: Catalogue['pieces']) => ({ heian_dai, sho, dobutsu });

export function squareName(variant: string, sq: Square): string {
  return notationOf(variant).square(sq);
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

/** A line of moves from a position, as the notation in use writes it; it ends where it cannot be played on. */
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
