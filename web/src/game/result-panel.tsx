/** How the game ended, in words, and what can be done with it now. */

import { useSignal } from '@preact/signals';
import { fileOfGame } from '../archive/archive-api';
import { DownloadDialog, GameFiles } from '../archive/downloads';
import { t } from '../i18n/of-boards';
import { shownName } from '../people/shown-name';
import { Promotion } from '../players/promotion';
import { canJudge } from '../review/engine-variants';
import { invitations } from '../review/invitations';
import { BEGINNER_GAMES, settings } from '../settings/settings';
import { other } from '../shogi/position';
import { isVisitor } from '../site/guest-keeps';
import { ActionRow } from '../ui/action-row';
import { EmbedDialog } from '../ui/embedding';
import { lateBoard } from '../ui/late';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';
import type { GameResult, GameSnapshot, GameStrengths } from '../wire/generated';
import { isBeginnersOpponent, opponentOf } from './game-state';
import type { GameStore } from './game-store';
import { headline, reasonText, tone } from './result-words';

interface Props {
  store: GameStore;
  game: GameSnapshot;
  /** What the game changed, once it is known. */
  strengths: GameStrengths | null;
}

// Few games are a beginner's that was just lost.
const AfterLoss = lateBoard(() => import('./after-loss').then((it) => it.AfterLoss));

export function ResultPanel({ store, game, strengths }: Props) {
  const words = t();
  const { result } = game;
  if (!result) return null;
  const invited = invitations.value.get(game.game);
  const own = game.you ? strengths?.players[game.you] : null;
  const isKind = isLossToLearnFrom(game, result);
  return (
    <section class={`result card ${tone(game, result)}`} aria-live="polite" tabIndex={-1}>
      <div class="result-head">
        <h2>
          {headline(game, result)} <span class="result-reason">{reasonText(game, result)}</span>
        </h2>
        {mayKeep(game, result) && (
          <More game={game} reviews={isKind && isBeginnersOpponent(opponentOf(game))} />
        )}
      </div>
      {result.unrated && <p class="note">{words.result.unrated[result.unrated]}</p>}
      {own?.awarded && own.handle && <Promotion handle={own.handle} grade={own.awarded} />}
      {invited !== undefined && <p class="own-award">{words.review.invites(shownName(invited))}</p>}
      {isKind ? (
        <AfterLoss store={store} game={game} isInvited={invited !== undefined} />
      ) : (
        <ActionRow>
          <Onward store={store} game={game} result={result} invited={invited !== undefined} />
        </ActionRow>
      )}
    </section>
  );
}

/** Of a game without moves there is nothing to look through or to keep. */
const mayKeep = (game: GameSnapshot, result: GameResult): boolean =>
  game.phase === 'over' && game.ply > 0 && result.reason !== 'aborted';

/** Whether somebody has lost to the machine, or one of their first games. */
function isLossToLearnFrom(game: GameSnapshot, result: GameResult): boolean {
  if (!game.you || game.tournament || result.winner !== other(game.you) || result.next) return false;
  const isNew = isVisitor() && settings.gamesFinished.value < BEGINNER_GAMES;
  return mayKeep(game, result) && (opponentOf(game)?.engine === true || isNew);
}

interface OnwardProps extends Pick<Props, 'store' | 'game'> {
  result: GameResult;
  /** Whether the opponent waits in the review. */
  invited: boolean;
}

/** What comes next: another game, and a look at this one. */
function Onward({ store, game, result, invited }: OnwardProps) {
  const words = t();
  const mayAsk = game.you && !game.tournament && !result.next;
  const isAlone = opponentOf(game)?.engine === true;
  return (
    <>
      {result.next && (
        <a class="button primary" href={`/${result.next}`}>
          {words.game.nextGame}
        </a>
      )}
      {game.tournament && (
        <a class={result.next ? 'button' : 'button primary'} href={`/tournaments/${game.tournament}`}>
          {words.tournaments.toTournament}
        </a>
      )}
      {mayAsk && !game.offers.some((it) => it.kind === 'rematch') && (
        <button
          type="button"
          class={invited ? undefined : 'primary'}
          onClick={() => store.command({ t: 'rematch' })}
        >
          {words.game.rematch}
        </button>
      )}
      {mayKeep(game, result) && (
        <a
          class={!invited && (game.you || game.tournament || result.next) ? 'button' : 'button primary'}
          href={`/review/${game.game}`}
          title={game.you && !isAlone ? words.review.together : undefined}
        >
          {words.review.open}
        </a>
      )}
    </>
  );
}

/** All else that can be done with a game that is over; its review too, where no button leads there. */
function More({ game, reviews }: Pick<Props, 'game'> & { reviews: boolean }) {
  const words = t();
  const isAlone = opponentOf(game)?.engine === true;
  const embeds = useSignal(false);
  const downloads = useSignal(false);
  return (
    <MoreMenu
      aside={
        <>
          {embeds.value && <EmbedDialog of="game" code={game.game} onClose={() => (embeds.value = false)} />}
          {downloads.value && (
            <DownloadDialog onClose={() => (downloads.value = false)}>
              <GameFiles
                linkOf={fileOfGame(game.game)}
                name={game.game}
                variant={game.variant}
                line={{ start: game.start, moves: game.moves.map(({ usi }) => usi) }}
              />
            </DownloadDialog>
          )}
        </>
      }
    >
      {reviews && <MenuAct icon="branch" text={words.review.open} href={`/review/${game.game}`} />}
      {game.you && canJudge(game.variant) && (
        <MenuAct
          icon="target"
          text={words.review.learn.title}
          href={`/review?game=${game.game}&learn=${game.you}`}
        />
      )}
      <MenuAct icon="book" text={words.study.add.title} href={`/study/add?game=${game.game}`} />
      <MenuAct icon="download" text={words.game.download} onClick={() => (downloads.value = true)} />
      {!(game.you && isAlone) && (
        <MenuAct icon="code" text={words.embed.copy} onClick={() => (embeds.value = true)} />
      )}
    </MoreMenu>
  );
}
