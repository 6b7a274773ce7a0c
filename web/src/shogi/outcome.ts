/** How a game ended, from one side. */

import type { Side } from '../wire/generated';

export type Outcome = 'won' | 'drawn' | 'lost';

export const outcomeFor = (side: Side | null, winner: Side | null): Outcome =>
  winner === null ? 'drawn' : winner === side ? 'won' : 'lost';
