/** What an engine says in USI, read. */

import type { Side } from '../wire/generated';

/**
 * What a line of play is worth for sente: in points (評価値, a hundred for a pawn), or a mate
 * (negative: for gote).
 */
export type Worth = { points: number } | { mate: number };

/** What is known of a position. */
export interface Judged {
  worth: Worth;
  depth: number;
  /** The best line from there in USI; empty where no move is left. */
  moves: string[];
  /** How long it was thought over without a break. */
  ms: number;
}

export interface BestLine {
  /** 0 for the best line, 1 for the next … */
  rank: number;
  depth: number;
  worth: Worth;
  /** Moves in USI. */
  moves: string[];
}

/**
 * A line of thought out of `info …`; null for everything else. Scores are told from the side to
 * move.
 */
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
  const worth: Worth = words[score + 1] === 'mate' ? { mate: sign * value } : { points: sign * value };
  const rank = words.includes('multipv') ? Number(after('multipv')) - 1 : 0;
  return { rank, depth, worth, moves: words.slice(at + 1) };
}

/**
 * How likely sente wins, between 0 and 1. A lead of 600 points wins some 73 of 100 games;
 * `docs/engine.md` has more.
 */
export function chanceOf(worth: Worth): number {
  if ('mate' in worth) return worth.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-worth.points / 600));
}

/**
 * A worth as players write it: `+570`, `-40`; a mate by the words for one in so many moves, whoever
 * mates.
 */
export function worthText(worth: Worth, mateIn: (n: number) => string): string {
  if ('mate' in worth) return mateIn(Math.abs(worth.mate));
  const points = Math.round(worth.points);
  return points > 0 ? `+${points}` : `${points}`;
}
