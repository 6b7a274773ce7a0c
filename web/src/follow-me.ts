/** What the tab hears about whoever looks at it: their games, their challenges, and who they are. */

import { heardOfChallenge, holdChallenges } from './challenges/challenge-store';
import { t } from './i18n';
import { go, isAt } from './router';
import { myGames, theSocket, user } from './session';
import { askAgenda } from './tournaments/agenda-bar';
import { toast } from './ui/toast';
import type { MeEvent, MeSnapshot } from './wire/generated';

/** How long a page has to move over to a following game before a notice says it has started. */
const FOLLOW_MS = 1_500;

/** A game of ours started somewhere: go there from the lobby, say so elsewhere. */
export function followMe(): () => void {
  return theSocket().follow('me', {
    snapshot(snapshot) {
      const { my_games, challenges } = snapshot as MeSnapshot;
      myGames.value = my_games;
      holdChallenges(challenges);
    },
    event(raw) {
      const event = raw as MeEvent;
      if (event.t === 'you') {
        user.value = event.user;
        return;
      }
      if (heardOfChallenge(event) || event.t !== 'game_started') return;
      const { game, side, tournament } = event;
      if (tournament) askAgenda();
      myGames.value = [...myGames.value.filter((it) => it.game !== game), { game, side }];
      if (isAt('/:code', { code: event.game })) return;
      // A round waits for nobody: its players are taken to their boards wherever they are.
      if (tournament || isAt('/') || isAt('/tournaments/:code')) return go(`/${event.game}`);
      setTimeout(() => {
        // A rematch takes the page there by itself, a moment later.
        if (location.pathname !== `/${event.game}`)
          toast.show(t().lobby.started, 'good', { href: `/${event.game}`, text: t().lobby.goThere });
      }, FOLLOW_MS);
    },
  });
}
