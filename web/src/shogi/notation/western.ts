/** The western systems: letter, `-` `x` `*`, square, then `+` or `=`; and the Vietnamese club's form of them. */

import type { Notation } from '../notation';
import type { Position } from '../position';
import { couldPromote } from '../promotion';
import { sourcesOf } from '../reach';
import { fileOf, rankOf, type Square } from '../square';
import type { Usi } from '../usi';

interface System {
  letter(kind: string): string;
  square(sq: Square): string;
  origin(sq: string): string;
}

function write(system: System, position: Position, usi: Usi): string {
  if (usi.drop !== null) return `${system.letter(usi.drop)}*${system.square(usi.to)}`;
  const piece = position.board.get(usi.from);
  if (!piece) return `${system.square(usi.from)}-${system.square(usi.to)}`;
  const ambiguous = sourcesOf(position, piece.side, piece.kind, usi.to).some((from) => from !== usi.from);
  const origin = ambiguous ? system.origin(system.square(usi.from)) : '';
  const action = position.board.has(usi.to) ? 'x' : '-';
  const ending = usi.promote ? '+' : couldPromote(position, usi.from, usi.to) ? '=' : '';
  return `${letterOf(system, piece.kind)}${origin}${action}${system.square(usi.to)}${ending}`;
}

function letterOf(system: System, kind: string): string {
  return kind.startsWith('+') ? `+${system.letter(kind.slice(1))}` : system.letter(kind);
}

const digits = (sq: Square) => `${fileOf(sq)}${rankOf(sq) + 1}`;

/** §5: the Vietnamese letters of the pieces. */
export const VIETNAMESE_LETTERS: Record<string, string> = {
  K: 'V',
  R: 'X',
  B: 'Tg',
  G: 'Vg',
  S: 'B',
  N: 'M',
  L: 'Th',
  P: 'T',
};

function notation(system: System, ranks: Notation['ranks']): Notation {
  return { write: (position, usi) => write(system, position, usi), ranks };
}

export const westernDigits = notation(
  { letter: (kind) => kind, square: digits, origin: (sq) => sq },
  'digits',
);

export const westernLetters = notation(
  { letter: (kind) => kind, square: (sq) => sq, origin: (sq) => sq },
  'letters',
);

export const vietnamese = notation(
  { letter: (kind) => VIETNAMESE_LETTERS[kind] ?? kind, square: digits, origin: (sq) => `(${sq})` },
  'digits',
);
