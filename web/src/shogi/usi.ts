/** Moves in USI spelling: `7g7f`, `8h2b+`, `P*5e`. */

import type { Square } from './square';

export type Usi =
  | { drop: null; from: Square; to: Square; promote: boolean }
  | { drop: string; from: null; to: Square; promote: false };

const MOVE = /^(1[0-3]|[1-9])([a-m])(1[0-3]|[1-9])([a-m])(\+?)$/;
const DROP = /^([A-Z])\*(1[0-3]|[1-9])([a-m])$/;

/** The move, or null when the text is none. */
export function parseUsi(text: string): Usi | null {
  const drop = DROP.exec(text);
  if (drop) return { drop: drop[1] ?? '', from: null, to: `${drop[2]}${drop[3]}`, promote: false };
  const move = MOVE.exec(text);
  if (move)
    return { drop: null, from: `${move[1]}${move[2]}`, to: `${move[3]}${move[4]}`, promote: move[5] === '+' };
  return null;
}

export function formatUsi(usi: Usi): string {
  return usi.drop !== null ? `${usi.drop}*${usi.to}` : `${usi.from}${usi.to}${usi.promote ? '+' : ''}`;
}
