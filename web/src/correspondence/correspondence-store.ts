/** Our games by correspondence: in which of them it is our move, and by when. */

import { computed, effect, signal } from '@preact/signals';
import { ask, orNull } from '../api/request';
import { route } from '../router';
import { myGames } from '../session';
import type { CorrespondenceGame } from '../wire/generated';

/** How often it is asked while somebody looks. */
const ASK_MS = 60_000;

/**
 * Those with us to move first, the one that is due soonest at the top; null until they are known.
 */
export const correspondence = signal<CorrespondenceGame[] | null>(null);

/** Whether we play any. */
export const playsByCorrespondence = computed(() => myGames.value.some((it) => it.correspondence));

/** Those that wait for our move. */
export const waitingForUs = computed(() => (correspondence.value ?? []).filter((it) => it.my_turn));

/** Asks for them; what cannot be had leaves what was known. */
export async function loadCorrespondence(): Promise<void> {
  const list = await orNull(ask('GET', '/me/correspondence'));
  if (list) correspondence.value = list.games;
}

/** Keeps them up to date as long as we play any. Returns how to stop. */
export function followCorrespondence(): () => void {
  const stopAsking = effect(() => {
    void route.value;
    void myGames.value;
    if (!playsByCorrespondence.value) {
      correspondence.value = null;
      return;
    }
    void loadCorrespondence();
    const timer = setInterval(() => !document.hidden && void loadCorrespondence(), ASK_MS);
    return () => clearInterval(timer);
  });
  const comesBack = () => !document.hidden && playsByCorrespondence.peek() && void loadCorrespondence();
  document.addEventListener('visibilitychange', comesBack);
  return () => {
    stopAsking();
    document.removeEventListener('visibilitychange', comesBack);
  };
}
