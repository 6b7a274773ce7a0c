/** Where the maker of a game sits that waits for a second player. */

import { user } from '../session';
import type { GameSnapshot, Player, Side } from '../wire/generated';

/**
 * The maker of a game that waits, where this is their seat: the one that they asked for, or else the
 * one nearer to themselves.
 */
export function creatorAt(
  { phase, wish, creator }: GameSnapshot,
  side: Side,
  place: 'top' | 'bottom',
): Player | null {
  if (phase !== 'waiting') return null;
  const own = creator.user === user.value?.id ? 'bottom' : 'top';
  return (wish === 'random' ? place === own : side === wish) ? creator : null;
}
