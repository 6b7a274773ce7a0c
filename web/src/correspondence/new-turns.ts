/** In which games by correspondence the opponent has moved between two lists of them. */

import type { CorrespondenceGame } from '../wire/generated';

type Listed = Pick<CorrespondenceGame, 'my_turn'> & {
  game: Pick<CorrespondenceGame['game'], 'game' | 'ply'>;
};

/** Those that wait for a move of ours and did not, or not in this position. */
export function newTurns<T extends Listed>(before: readonly T[], now: readonly T[]): T[] {
  const stood = new Map(before.map((it) => [it.game.game, it]));
  return now.filter((it) => {
    const known = stood.get(it.game.game);
    return it.my_turn && known !== undefined && !(known.my_turn && known.game.ply === it.game.ply);
  });
}
