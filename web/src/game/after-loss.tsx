/** After a game that somebody has lost who is still learning: what cheers up, and the next steps. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/of-boards';
import { NEEDED } from '../learn/course';
import { lessonsDone, loadLessons } from '../learn/lessons';
import { playEngine } from '../lobby/lobby-store';
import { theSocket } from '../session';
import { ActionRow } from '../ui/action-row';
import { toast } from '../ui/toast';
import type { GameSnapshot, Setup, Side } from '../wire/generated';
import { isBeginnersOpponent, opponentOf } from './game-state';
import type { GameStore } from './game-store';
import { positionBefore } from './take-back';

/** How many of one's own moves are taken back. */
const MOVES_BACK = 3;

interface Props {
  store: GameStore;
  game: GameSnapshot;
  /** Whether the opponent waits in the review: nobody needs cheering up then. */
  isInvited: boolean;
}

export function AfterLoss({ store, game, isInvited }: Props) {
  const words = t();
  const { afterLoss } = words.review;
  useEffect(loadLessons, []);
  const busy = useSignal(false);
  const opponent = opponentOf(game);
  const learns = !opponent?.engine || isBeginnersOpponent(opponent);
  const earlier = game.you && positionBefore(store.line.value, game.you, MOVES_BACK);
  const takeBack = async (side: Side, level: number, sfen: string) => {
    if (busy.peek()) return;
    busy.value = true;
    const refused = await playEngine(theSocket(), anew(game, side, sfen), level, null);
    busy.value = false;
    if (refused) toast.refusal(refused);
  };
  const done = lessonsDone.value;
  const next = done && NEEDED.find(({ name }) => !done.has(name));
  return (
    <>
      {learns && !isInvited && <p class="after-loss">{afterLoss.kind}</p>}
      <ActionRow>
        {!game.offers.some((it) => it.kind === 'rematch') && (
          <button type="button" class="primary" onClick={() => store.command({ t: 'rematch' })}>
            {opponent?.engine ? afterLoss.again : words.game.rematch}
          </button>
        )}
        {game.you && opponent?.level !== undefined && earlier && (
          <button
            type="button"
            title={afterLoss.takeBackHelp}
            disabled={busy.value}
            onClick={() => void takeBack(game.you as Side, opponent.level as number, earlier)}
          >
            {afterLoss.takeBack}
          </button>
        )}
        {!isBeginnersOpponent(opponent) && (
          <a class="button" href={`/review/${game.game}`} title={words.review.together}>
            {words.review.open}
          </a>
        )}
        {learns && game.variant === 'standard' && next && (
          <a class="button" href={`/learn/${next.name}`}>
            {afterLoss.nextLesson}
          </a>
        )}
      </ActionRow>
    </>
  );
}

/** A game that changes nothing but what somebody knows. */
const anew = (game: GameSnapshot, side: Side, sfen: string): Setup => ({
  variant: game.variant,
  start: { sfen },
  rules: game.rules,
  clock: { kind: 'untimed' },
  side,
  rated: false,
});
