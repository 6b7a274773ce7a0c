/**
 * The western systems: letters, `-` `x` `*`, square, then `+` or `=`; and the Vietnamese club's
 * form of them. §9.7 By way of a square is `Lnx65-54`, igui `Lnx!65`, a pass `Ln--`.
 */

import type { Position } from '../position';
import { couldPromote } from '../promotion';
import { fileOf, rankOf, type Square } from '../square';
import type { Usi } from '../usi';
import type { Variant } from '../variant';
import { type Goal, goalOf, originsOf } from './goal';
import type { Notation } from './interface';

interface System {
  letter(variant: Variant, kind: string): string;
  square(sq: Square): string;
  origin(sq: string): string;
}

function write(system: System, position: Position, usi: Usi): string {
  const { variant, board } = position;
  if (usi.drop !== null) return `${system.letter(variant, usi.drop)}*${system.square(usi.to)}`;
  const piece = board.get(usi.from);
  if (!piece) return `${system.square(usi.from)}-${system.square(usi.to)}`;
  const goal = goalOf(position, usi);
  const ambiguous = originsOf(position, [piece.kind], goal).some((from) => from !== usi.from);
  const origin = ambiguous ? system.origin(system.square(usi.from)) : '';
  const mayPromote = goal.by === 'itself' && couldPromote(position, usi.from, usi.to);
  const ending = usi.promote ? '+' : mayPromote ? '=' : '';
  return `${system.letter(variant, piece.kind)}${origin}${way(system, position, goal)}${ending}`;
}

function way(system: System, { board }: Position, goal: Goal): string {
  const step = (sq: Square) => `${board.has(sq) ? 'x' : '-'}${system.square(sq)}`;
  switch (goal.by) {
    case 'itself':
      return step(goal.to);
    case 'way':
      return step(goal.via) + step(goal.to);
    case 'igui':
      return `x!${system.square(goal.via)}`;
    case 'pass':
      return '--';
  }
}

/** One figure for the file and one for the rank, on boards that have no more than nine. */
const digits = (sq: Square) => `${fileOf(sq)}${rankOf(sq) + 1}`;

/**
 * §5: the Vietnamese letters by the names of the pieces; and the tokin's where it is no promoted
 * pawn (§10).
 */
const VIETNAMESE_LETTERS: Readonly<Record<string, string>> = {
  玉将: 'V',
  飛車: 'X',
  角行: 'Tg',
  金将: 'Vg',
  銀将: 'B',
  桂馬: 'M',
  香車: 'Th',
  歩兵: 'T',
  と金: 'Tk',
};

type Letter = System['letter'];

/** `+` before the letters of what was promoted. */
function promotable(letter: Letter): Letter {
  return (variant, kind) =>
    kind.startsWith('+') ? `+${letter(variant, kind.slice(1))}` : letter(variant, kind);
}

/** §9.7: the letters of the English name. */
export const westernLetter = promotable((variant, kind) => variant.pieces[kind]?.western ?? kind);

/**
 * Pieces of other games keep their letters, and so do all of a game that has letters of its own.
 */
export const vietnameseLetter = promotable((variant, kind) => {
  if (Object.values(variant.pieces).some((piece) => piece.western)) return westernLetter(variant, kind);
  return VIETNAMESE_LETTERS[variant.pieces[kind]?.kanji2 ?? ''] ?? kind;
});

function notation(system: System, ranks: Notation['ranks']): Notation {
  return { write: (position, usi) => write(system, position, usi), square: system.square, ranks };
}

export const westernDigits = notation(
  { letter: westernLetter, square: digits, origin: (sq) => sq },
  'digits',
);

export const westernLetters = notation(
  { letter: westernLetter, square: (sq) => sq, origin: (sq) => sq },
  'letters',
);

export const vietnamese = notation(
  { letter: vietnameseLetter, square: digits, origin: (sq) => `(${sq})` },
  'digits',
);

/** The same on boards where files or ranks are more than nine. */
export const vietnameseLetters = notation(
  { letter: vietnameseLetter, square: (sq) => sq, origin: (sq) => `(${sq})` },
  'letters',
);
