/** What an engine says in USI, read. */

import type { Side } from '../wire/generated';

/** What a line of play is worth for sente: in pawns, or a mate (negative: for gote) in so many moves. */
export type Worth = { pawns: number } | { mate: number };

export interface BestLine {
  /** 0 for the best line, 1 for the next … */
  rank: number;
  depth: number;
  worth: Worth;
  /** Moves in USI. */
  moves: string[];
}

/** A line of thought out of `info …`; null for everything else. Scores are told from the side to move. */
export function readInfo(text: string, turn: Side): BestLine | null {
  const words = text.split(' ');
  if (words[0] !== 'info') return null;
  const after = (name: string) => words[words.indexOf(name) + 1];
  const at = words.indexOf('pv');
  // A bound is no score.
  if (at < 0 || !words.includes('score') || words.includes('lowerbound') || words.includes('upperbound'))
    return null;
  const score = words.indexOf('score');
  const value = Number(words[score + 2]);
  const sign = turn === 'sente' ? 1 : -1;
  const depth = Number(after('depth'));
  if (!Number.isFinite(value) || !Number.isFinite(depth)) return null;
  const worth: Worth = words[score + 1] === 'mate' ? { mate: sign * value } : { pawns: (sign * value) / 100 };
  const rank = words.includes('multipv') ? Number(after('multipv')) - 1 : 0;
  return { rank, depth, worth, moves: words.slice(at + 1) };
}

/** A worth as a height between -1, lost for sente, and 1. */
export function heightOf(worth: Worth): number {
  if ('mate' in worth) return worth.mate > 0 ? 1 : -1;
  return Math.tanh(worth.pawns / 12);
}

/** A worth in the fewest signs: `+1.3`, `-0.4`, `#5`, `-#5`. */
export function worthText(worth: Worth): string {
  if ('mate' in worth) return `${worth.mate < 0 ? '-' : ''}#${Math.abs(worth.mate)}`;
  const text = worth.pawns.toFixed(1);
  return worth.pawns >= 0.05 ? `+${text}` : text.replace('-0.0', '0.0');
}
