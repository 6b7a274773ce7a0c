/** Who is a beginner: somebody who has finished few games and has no certain strength. */

import type { Strength } from '../wire/generated';
import { BEGINNER_GAMES, settings } from './settings';

export function finishedGame(): void {
  settings.gamesFinished.value = Math.min(BEGINNER_GAMES, settings.gamesFinished.peek() + 1);
}

/** Whoever has a grade or a certain rating has played before, if not in this browser. */
export function hasStrength({ grade, rating, provisional }: Strength): void {
  if (grade !== null || (rating !== null && !provisional)) settings.gamesFinished.value = BEGINNER_GAMES;
}

/** §3.5 Whether check is called in one's own game, or in another's. */
export function callsCheck(isOwn: boolean): boolean {
  const mode = settings.checkSound.peek();
  if (mode !== 'auto') return mode === 'on';
  return isOwn && settings.gamesFinished.peek() < BEGINNER_GAMES;
}
