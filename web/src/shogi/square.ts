/**
 * Squares in USI spelling: file from the right in decimal, rank a letter from the top (`7g`,
 * `13m`).
 */

export type Square = string;

/** File 1… from the right and rank 0… from the top, as sente sees the board. */
export function square(file: number, rank: number): Square {
  return `${file}${String.fromCharCode(97 + rank)}`;
}

export function fileOf(sq: Square): number {
  return Number.parseInt(sq, 10);
}

/** 0 = the top rank. */
export function rankOf(sq: Square): number {
  return sq.charCodeAt(sq.length - 1) - 97;
}
