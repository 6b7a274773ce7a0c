/** Which tie-breaks and points an organiser is offered. */

import type { SCORING, TieBreak } from '../wire/ranking';
import { CRITERIA, TIEBREAKS } from '../wire/ranking';

export type Award = keyof typeof SCORING;

/** What the form says of the format. */
export interface Kind {
  format: string;
  /** What pairs teams. */
  inner: string;
}

const isBracket = ({ format, inner }: Kind) => format === 'team' && inner.endsWith('elimination');

/** The format's own order; nothing where matches decide. */
export function ownOrder(kind: Kind): readonly TieBreak[] {
  return isBracket(kind) ? [] : (CRITERIA[kind.format] ?? []);
}

/** Every tie-break that can tell anybody apart there. */
export function offered(kind: Kind): TieBreak[] {
  if (ownOrder(kind).length === 0) return [];
  return TIEBREAKS.filter(
    (it) =>
      (it !== 'board_points' || kind.format === 'team') && (it !== 'mcmahon' || kind.format === 'mcmahon'),
  );
}

const BY_PAIRING: readonly Award[] = ['win', 'draw', 'loss', 'bye', 'absence', 'missed', 'no_show'];
/** Everybody has a game in every round, or rests. */
const BY_PLAN: readonly Award[] = ['win', 'draw', 'loss', 'no_show'];

/** What can be worth something there: a bracket counts no points, and an arena its own. */
export function awardsOf(kind: Kind): readonly Award[] {
  switch (kind.format) {
    case 'swiss':
    case 'mcmahon':
      return BY_PAIRING;
    case 'team':
      return isBracket(kind) ? [] : BY_PAIRING;
    case 'round_robin':
    case 'league':
      return BY_PLAN;
    default:
      return [];
  }
}
