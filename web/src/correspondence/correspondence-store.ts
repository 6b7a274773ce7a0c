/** Our games by correspondence: in which of them it is our move, and by when. */

import { computed, effect, signal } from '@preact/signals';
import { ask, orNull } from '../api/request';
import { t } from '../i18n';
import { shownName } from '../people/shown-name';
import { isAt, route } from '../router';
import { myGames } from '../session';
import { toast } from '../ui/toast';
import type { CorrespondenceGame, MeEvent } from '../wire/generated';
import { newTurns } from './new-turns';

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

/** The opponent's name; without one while the game has none. */
export function opponentOf({ game, side }: CorrespondenceGame): string {
  const other = side === 'sente' ? 'gote' : 'sente';
  return shownName(game.players[other]?.name ?? t().sides[other]);
}

/** Says that it is our move; before the first of a game nobody has moved. */
export const turnText = (it: CorrespondenceGame): string =>
  (it.game.ply === 0 ? t().correspondence.ourMove : t().correspondence.yourTurn)(opponentOf(it));

/** How often they were asked for, and which question the list answers. */
let asked = 0;
let answered = 0;

/** Asks for them; what cannot be had, or comes late, leaves what is known. */
export async function loadCorrespondence(): Promise<void> {
  asked += 1;
  const question = asked;
  const list = await orNull(ask('GET', '/me/correspondence'));
  if (!list || question < answered) return;
  answered = question;
  const before = correspondence.value;
  correspondence.value = list.games;
  if (before) tellTurns(before, list.games);
}

/** Whether the event was about whose move it is. */
export function heardOfTurn(event: MeEvent): boolean {
  if (event.t !== 'turn') return false;
  void loadCorrespondence();
  return true;
}

const ABOUT = 'turn';

/** Says where the opponent has moved, but for the game that we look at. */
function tellTurns(before: readonly CorrespondenceGame[], now: readonly CorrespondenceGame[]): void {
  if (!now.some((it) => it.my_turn)) toast.forget(ABOUT);
  const [first, ...others] = newTurns(before, now).filter(({ game }) => !isAt('/:code', { code: game.game }));
  if (!first) return;
  const words = t().correspondence;
  const alone = others.length === 0;
  toast.say({
    about: ABOUT,
    text: alone ? turnText(first) : words.count(waitingForUs.value.length),
    tone: 'good',
    link: { href: alone ? `/${first.game.game}` : '/my-move', text: words.go },
  });
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
