/**
 * What the tab hears about whoever looks at it: their games, their challenges, and who they are.
 */

import { signal } from '@preact/signals';
import { bellNew, heardOfBell } from './bell/bell-store';
import { heardOfChallenge, holdChallenges } from './challenges/challenge-store';
import { heardOfTurn } from './correspondence/correspondence-store';
import { t } from './i18n';
import { heardOfReview } from './review/invitations';
import { go, isAt, route } from './router';
import { myGames, theSocket, user } from './session';
import { settings } from './settings/settings';
import { bell } from './sound/effects';
import { flashTitle } from './title';
import { askAgenda } from './tournaments/agenda-store';
import { toast } from './ui/toast';
import type { MeEvent, MeSnapshot } from './wire/generated';

/** A game of ours that began while another one is on this page; null when there is none. */
export const calledTo = signal<string | null>(null);

/**
 * The tournament in which a game of ours began last: a second one at once is a simul of which we
 * are the host.
 */
let begun: { tournament: string; game: string } | null = null;

/**
 * Takes us to every game of ours that begins, from wherever we are but another board at which we
 * play. A game that waits for us, against a machine and without a clock, is left for it.
 */
export function followMe(): () => void {
  const stopRoute = route.subscribe(({ parts }) => {
    if (calledTo.peek() !== null && parts.code === calledTo.peek()) calledTo.value = null;
  });
  const unfollow = theSocket().follow('me', {
    snapshot(snapshot) {
      const { my_games, challenges, bell_new = 0 } = snapshot as MeSnapshot;
      bellNew.value = bell_new;
      myGames.value = my_games;
      if (!my_games.some(({ game }) => game === calledTo.peek())) calledTo.value = null;
      holdChallenges(challenges);
    },
    event(raw) {
      const event = raw as MeEvent;
      if (event.t === 'you') {
        user.value = event.user;
        return;
      }
      if (event.t === 'rematch') {
        void import('./game/rematch-notice').then((it) => it.heardOfRematch(event));
        return;
      }
      if (heardOfChallenge(event) || heardOfTurn(event) || heardOfReview(event) || heardOfBell(event)) return;
      if (event.t !== 'game_started') return;
      const { game, side, tournament, correspondence = false, waits = false } = event;
      if (tournament) askAgenda();
      const atAnother = myGames.value.some(
        (it) => it.game !== game && !it.waits && isAt('/:code', { code: it.game }),
      );
      myGames.value = [
        ...myGames.value.filter((it) => it.game !== game),
        { game, side, correspondence, waits },
      ];
      if (isAt('/:code', { code: game })) return;
      if (correspondence) {
        const words = t().correspondence;
        toast.show(words.started, 'good', { href: `/${game}`, text: words.go });
        return;
      }
      if (tournament && isAt('/tournaments/:code/host', { code: tournament })) return;
      const isSecond =
        tournament && begun?.tournament === tournament && myGames.value.some((it) => it.game === begun?.game);
      if (isSecond) {
        if (begun && isAt('/:code', { code: begun.game })) go(`/tournaments/${tournament}/host`);
        return;
      }
      begun = tournament ? { tournament, game } : begun;
      // Its first move is due soon: a player who is not looking must be notified.
      if (settings.bells.value) bell();
      flashTitle(t().lobby.started);
      if (!atAnother) go(`/${game}`);
      // Of a round the agenda speaks.
      else if (!tournament) calledTo.value = game;
    },
  });
  return () => {
    stopRoute();
    unfollow();
  };
}
