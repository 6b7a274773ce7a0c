/** Moves in USI spelling: `7g7f`, `8h2b+`, `P*5e`; `7j7i7h` goes by way of a square. */

import type { Square } from './square';

export interface BoardMove {
  drop: null;
  from: Square;
  /** §9.3 Where a piece with lion power steps first, if it goes by way of a square. */
  via?: Square;
  to: Square;
  promote: boolean;
}

export type Usi = BoardMove | { drop: string; from: null; to: Square; promote: false };

const SQUARE = '(1[0-3]|[1-9])([a-m])';
const MOVE = new RegExp(`^${SQUARE}(?:${SQUARE})?${SQUARE}(\\+?)$`);
const DROP = new RegExp(`^([A-Z])\\*${SQUARE}$`);

/** The move, or null when the text is none. */
export function parseUsi(text: string): Usi | null {
  const drop = DROP.exec(text);
  if (drop) return { drop: drop[1] ?? '', from: null, to: `${drop[2]}${drop[3]}`, promote: false };
  const move = MOVE.exec(text);
  if (!move) return null;
  const [, file, rank, viaFile, viaRank, toFile, toRank, mark] = move;
  const way = viaFile ? { via: `${viaFile}${viaRank}` } : {};
  return { drop: null, from: `${file}${rank}`, ...way, to: `${toFile}${toRank}`, promote: mark === '+' };
}

export function formatUsi(usi: Usi): string {
  return usi.drop !== null
    ? `${usi.drop}*${usi.to}`
    : `${usi.from}${usi.via ?? ''}${usi.to}${usi.promote ? '+' : ''}`;
}

/** The squares a move touches, as a move or its text; none where there is no move. */
export function squaresOf(move: Usi | string | null | undefined): Square[] {
  const usi = typeof move === 'string' ? parseUsi(move) : move;
  if (!usi) return [];
  if (usi.drop !== null) return [usi.to];
  return [...new Set([usi.from, ...(usi.via ? [usi.via] : []), usi.to])];
}

/** The move from an origin, a square or a piece in hand written `P*`. */
export function usiOf(from: string, to: Square, promote: boolean): Usi {
  return from.endsWith('*')
    ? { drop: from.slice(0, -1), from: null, to, promote: false }
    : { drop: null, from, to, promote };
}
