/** Whose talk a line of the chat belongs to, and who is shown it. */

import { distanceOf } from '../site/site-api';
import type { ChatLine, GameSnapshot } from '../wire/generated';

/** What is said by somebody who is kept away is not shown. */
export const isHeard = (line: ChatLine) => distanceOf(line.user) === null;

/** Whose talk is shown: the players' at the board, or the watchers' beside it. */
export type Circle = 'players' | 'watchers';

export function circleOf(game: GameSnapshot, line: ChatLine): Circle {
  const { sente, gote } = game.players;
  const plays = [sente?.user, gote?.user, game.creator.user].some((it) => it && it === line.user);
  return line.side !== null || plays ? 'players' : 'watchers';
}

/**
 * Whether a line is for whoever looks at the game: what watchers say is not for those who play, as
 * long as they do.
 */
export function isSaidTo(game: GameSnapshot, line: ChatLine): boolean {
  const playing = game.you !== null && game.phase === 'playing';
  return isHeard(line) && (!playing || circleOf(game, line) === 'players');
}
