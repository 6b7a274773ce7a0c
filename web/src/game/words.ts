/** Squares, pieces, sides and moves in the language and the notation in use. */

import { language, t } from '../i18n';
import { notationName } from '../settings/settings';
import { type Notation, notationFor } from '../shogi/notation';
import { kanjiRank } from '../shogi/notation/japanese';
import { type Position, play } from '../shogi/position';
import { fileOf, rankOf, type Square } from '../shogi/square';
import { parseUsi } from '../shogi/usi';
import type { GameSnapshot, Side } from '../wire/generated';
import { sideWord } from './game-state';

export function notationOf(variant: string): Notation {
  return notationFor(notationName(language.value), variant);
}

export function pieceName(variant: string, kind: string): string {
  const { pieces } = t();
  const own: Readonly<Record<string, string>> =
    variant === 'heian_dai'
      ? pieces.heian_dai
      : variant === 'sho'
        ? pieces.sho
        : variant === 'dobutsu'
          ? pieces.dobutsu
          : {};
  const named =
    own[kind] ?? (variant === 'heian_dai' || variant === 'dobutsu' ? undefined : pieces.standard[kind]);
  if (named) return named;
  const plain = kind.replace('+', '');
  return kind.startsWith('+') ? pieces.promoted(pieceName(variant, plain)) : kind;
}

export function squareName(variant: string, sq: Square): string {
  const { ranks } = notationOf(variant);
  if (ranks === 'letters') return sq;
  return `${fileOf(sq)}${ranks === 'kanji' ? kanjiRank(rankOf(sq)) : rankOf(sq) + 1}`;
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
