/** Where pieces may go, as tsshogi judges it and the protocol says it. */

import { type Position as Oracle, Square } from 'tsshogi';
import type { Dests } from '../src/wire/generated';

const HAND_LETTERS: Record<string, string> = {
  rook: 'R',
  bishop: 'B',
  gold: 'G',
  silver: 'S',
  knight: 'N',
  lance: 'L',
  pawn: 'P',
};

/** Every legal move, found by asking the oracle about every pair of squares. */
export function destsOf(oracle: Oracle): Dests {
  const dests: Dests = {};
  const color = oracle.color;
  for (const from of Square.all) {
    const piece = oracle.board.at(from);
    if (piece?.color !== color) continue;
    let text = '';
    for (const to of Square.all) {
      const move = oracle.createMove(from, to);
      if (!move) continue;
      const plain = oracle.isValidMove(move);
      const promoted = oracle.isValidMove(move.withPromote());
      if (plain || promoted) text += `${to.usi}${promoted ? (plain ? '?' : '+') : ''}`;
    }
    if (text) dests[from.usi] = text;
  }
  const hand = oracle.hand(color);
  for (const [type, letter] of Object.entries(HAND_LETTERS)) {
    if (hand.count(type as Parameters<typeof hand.count>[0]) === 0) continue;
    let text = '';
    for (const to of Square.all) {
      const move = oracle.createMove(type as Parameters<typeof hand.count>[0], to);
      if (move && oracle.isValidMove(move)) text += to.usi;
    }
    if (text) dests[`${letter}*`] = text;
  }
  return dests;
}
