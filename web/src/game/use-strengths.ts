/** How strong the players are; after a rated game, what it changed. */

import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, orNull } from '../api/request';
import { isMember } from '../session';
import type { GameSnapshot, GameStrengths } from '../wire/generated';

/** A game is rated a moment after its end: it is asked again after so many milliseconds each. */
const AGAIN_MS = [150, 300, 600, 1_200, 2_400];

export function useStrengths(game: GameSnapshot): Signal<GameStrengths | null> {
  const strengths = useSignal<GameStrengths | null>(null);
  // Who has registered since the game began is a guest in it.
  const registered = game.you !== null && isMember.value;
  const account =
    registered || [game.players.sente, game.players.gote].some((player) => player && !player.guest);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (waits: readonly number[]) => {
      const answer = await orNull(ask('GET', '/games/{code}/ratings', { path: { code: game.game } }));
      if (gone) return;
      if (answer) strengths.value = answer;
      const changes = answer && game.phase === 'over' && game.rated && !answer.players.sente?.change;
      const [wait, ...rest] = waits;
      if (changes && wait !== undefined) timer = setTimeout(() => void look(rest), wait);
    };
    // Guests have no rating.
    if (account) void look(AGAIN_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [game.game, game.phase, account]);
  return strengths;
}
