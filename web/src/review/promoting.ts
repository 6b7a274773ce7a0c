/** Lines of thought as people would play them: the engine often leaves a piece for no reason as it is. */

import { legalMoves } from '../shogi/law';
import { type Position, play } from '../shogi/position';
import { couldPromote } from '../shogi/promotion';
import { formatUsi, parseUsi, type Usi } from '../shogi/usi';
import type { BestLine } from './engine-words';

/** Promoted, these can do whatever they could before. */
const GAIN_ONLY = ['P', 'B', 'R'];

/**
 * The moves, with every pawn, bishop and rook promoted that may be, as long as what follows can be
 * played then, too: where it cannot, as before a mate by a dropped pawn, leaving it is the point.
 */
export function promoting(start: Position, moves: readonly string[]): string[] {
  const played: string[] = [];
  let position = start;
  for (const [n, text] of moves.entries()) {
    const move = fitting(position, text);
    if (!move) return [...played, ...moves.slice(n)];
    const promoted = withPromotion(position, move);
    const chosen = promoted && isPlayable(play(position, promoted), moves.slice(n + 1)) ? promoted : move;
    played.push(formatUsi(chosen));
    position = play(position, chosen);
  }
  return played;
}

/** The lines so played; of those that begin alike then, the best. */
export function promotingLines(position: Position, lines: readonly BestLine[]): BestLine[] {
  const kept = new Map<string | undefined, BestLine>();
  for (const line of lines) {
    const moves = promoting(position, line.moves);
    const [first] = moves;
    if (!kept.has(first)) kept.set(first, { ...line, rank: kept.size, moves });
  }
  return [...kept.values()];
}

/** A move of a piece that may have been promoted before, which then cannot be once more. */
function fitting({ board }: Position, text: string): Usi | null {
  const move = parseUsi(text);
  const isPromoted = move?.promote === true && board.get(move.from)?.kind.startsWith('+') === true;
  return move && isPromoted ? { ...move, promote: false } : move;
}

function withPromotion(position: Position, move: Usi): Usi | null {
  if (move.drop !== null || move.promote) return null;
  const isGain = GAIN_ONLY.includes(position.board.get(move.from)?.kind ?? '');
  if (!isGain || !couldPromote(position, move.from, move.to)) return null;
  const promoted = { ...move, promote: true };
  return isLegal(position, promoted) ? promoted : null;
}

function isPlayable(start: Position, moves: readonly string[]): boolean {
  let position = start;
  for (const text of moves) {
    const move = fitting(position, text);
    if (!move || !isLegal(position, move)) return false;
    position = play(position, move);
  }
  return true;
}

function isLegal(position: Position, move: Usi): boolean {
  const legal = legalMoves(position);
  if (move.drop !== null) return legal.get(`${move.drop}*`)?.has(move.to) === true;
  const promotion = legal.get(move.from)?.get(move.to);
  return promotion !== undefined && promotion !== (move.promote ? 'no' : 'must');
}
