/** The legal moves of a position, as frames have them. */

import type { Dests } from './wire.js';

/** Every move in USI that `dests` allows: `{"8h": "2b?7g"}` is 8h2b, 8h2b+ and 8h7g. */
export function movesOf(dests: Dests): string[] {
  const moves: string[] = [];
  for (const [origin, targets] of Object.entries(dests)) {
    for (const [, square, promotion] of targets.matchAll(/(\d{1,2}[a-m])([?+]?)/g)) {
      if (promotion !== '+') moves.push(`${origin}${square}`);
      if (promotion !== '') moves.push(`${origin}${square}+`);
    }
  }
  return moves;
}
