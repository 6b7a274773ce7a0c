/** §2.3 Counting for impasse, so that a player sees how it stands. The server decides. */

import type { Handicap, RuleSet, Side } from '../wire/generated';
import { other, type Position } from './position';
import { rankOf } from './square';
import { inZone, unpromoted } from './variant';

/** §3.2 Points of the pieces uwate gave. */
const CREDIT: Record<Handicap, number> = {
  lance: 1,
  bishop: 5,
  rook: 5,
  rook_lance: 6,
  '2_piece': 10,
  '4_piece': 12,
  '6_piece': 14,
  '8_piece': 16,
  '10_piece': 18,
  '3_pawns': 24,
  naked_king: 27,
};

const ZONE_PIECES_NEEDED = 10;

export interface ImpasseCount {
  kingInZone: boolean;
  piecesInZone: number;
  piecesNeeded: number;
  /** Points of a declaration: hand and own pieces in the zone. */
  points: number;
  pointsNeeded: number;
  /** Points of an agreement: hand and the whole board. */
  allPoints: number;
}

export function countImpasse(
  position: Position,
  side: Side,
  impasse: RuleSet['impasse'],
  handicap: Handicap | null,
): ImpasseCount {
  const { variant } = position;
  const credit = handicap !== null && side === 'gote' ? CREDIT[handicap] : 0;
  let points = credit;
  let allPoints = credit;
  let piecesInZone = 0;
  let kingInZone = false;
  for (const [sq, piece] of position.board) {
    if (piece.side !== side) continue;
    const inside = inZone(variant, side, rankOf(sq));
    if (variant.royals.includes(piece.kind)) {
      kingInZone ||= inside;
      continue;
    }
    const worth = pointsOf(piece.kind);
    allPoints += worth;
    if (!inside) continue;
    points += worth;
    piecesInZone++;
  }
  for (const [kind, count] of position.hands[side]) {
    points += pointsOf(kind) * count;
    allPoints += pointsOf(kind) * count;
  }
  const pointsNeeded = impasse === 'points24' ? 31 : side === 'sente' ? 28 : 27;
  return { kingInZone, piecesInZone, piecesNeeded: ZONE_PIECES_NEEDED, points, pointsNeeded, allPoints };
}

/** Both kings stand in their own promotion zones, so that impasse may be agreed. */
export function bothEntered(position: Position): boolean {
  return (['sente', 'gote'] as const).every((side) => entered(position, side));
}

export function entered(position: Position, side: Side): boolean {
  const { variant } = position;
  return [...position.board].some(
    ([sq, piece]) =>
      piece.side === side && variant.royals.includes(piece.kind) && inZone(variant, side, rankOf(sq)),
  );
}

function pointsOf(kind: string): number {
  const plain = unpromoted(kind);
  return plain === 'R' || plain === 'B' ? 5 : 1;
}

/** Whether there is anything to count for this side yet: its king has entered, or the other's has. */
export function impasseIsNear(position: Position, side: Side): boolean {
  return entered(position, side) || entered(position, other(side));
}
