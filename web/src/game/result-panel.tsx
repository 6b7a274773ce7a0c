/** How the game ended, in words, and what can be done with it now. */

import { fileOfGame } from '../archive/archive-api';
import { Downloads } from '../archive/downloads';
import { pieceOf, sideWord } from '../board/words';
import { t } from '../i18n/of-boards';
import { Promotion } from '../players/promotion';
import { changeText } from '../ratings/words';
import { canJudge } from '../review/engine-variants';
import { invitations } from '../review/invitations';
import { type Variant, variantOf } from '../shogi/variant';
import { EmbedButton } from '../ui/embedding';
import { Icon } from '../ui/icon';
import type { GameResult, GameSnapshot, GameStrengths } from '../wire/generated';
import { NO_RESULT } from './game-state';
import type { GameStore } from './game-store';

interface Props {
  store: GameStore;
  game: GameSnapshot;
  /** What the game changed, once it is known. */
  strengths: GameStrengths | null;
}

export function ResultPanel({ store, game, strengths }: Props) {
  const words = t();
  const { result } = game;
  if (!result) return null;
  // Of a game without moves there is nothing to look through or to keep.
  const hasMoves = game.ply > 0;
  const invited = invitations.value.get(game.game);
  const own = game.you ? strengths?.players[game.you] : null;
  return (
    <section class={`result card ${tone(game, result)}`} aria-live="polite">
      <h2>{headline(game, result)}</h2>
      <p>{reasonText(game, result)}</p>
      {result.unrated && <p class="note">{words.result.unrated[result.unrated]}</p>}
      {own && own.change !== null && (
        <p class="own-change">
          {words.ratings.changed(changeText(own.change))}
          {own.strength.rating !== null && (
            <span class="note">
              {' '}
              {own.strength.rating} → {own.strength.rating + own.change}
            </span>
          )}
        </p>
      )}
      {own?.awarded && own.handle && <Promotion handle={own.handle} grade={own.awarded} />}
      {result.next && (
        <a class="button primary" href={`/${result.next}`}>
          {words.game.nextGame}
        </a>
      )}
      {game.tournament && (
        <a class={result.next ? 'button plain' : 'button primary'} href={`/tournaments/${game.tournament}`}>
          {words.tournaments.toTournament}
        </a>
      )}
      {game.you && !game.tournament && !result.next && !game.offers.some((it) => it.kind === 'rematch') && (
        <button type="button" class="primary" onClick={() => store.command({ t: 'rematch' })}>
          <Icon name="repeat" />
          {words.game.rematch}
        </button>
      )}
      {game.phase === 'over' && hasMoves && result.reason !== 'aborted' && (
        <>
          {invited !== undefined && <p class="own-award">{words.review.invites(invited)}</p>}
          <a class={game.you ? 'button plain' : 'button'} href={`/review/${game.game}`}>
            <Icon name="eye" />
            {game.you ? words.review.together : words.review.open}
          </a>
          <a class="button plain" href={`/study/add?game=${game.game}`}>
            <Icon name="plus" />
            {words.study.add.title}
          </a>
          {game.you && canJudge(game.variant) && (
            <a class="button plain" href={`/review?game=${game.game}&learn=${game.you}`}>
              <Icon name="book" />
              {words.review.learn.title}
            </a>
          )}
        </>
      )}
      {hasMoves && (
        <div class="row">
          <Downloads
            linkOf={fileOfGame(game.game)}
            name={game.game}
            variant={game.variant}
            line={{ start: game.start, moves: game.moves.map(({ usi }) => usi) }}
          />
          <EmbedButton of="game" code={game.game} />
        </div>
      )}
    </section>
  );
}

export function headline(game: GameSnapshot, result: GameResult): string {
  const words = t().result;
  if (result.winner) {
    if (game.you) return result.winner === game.you ? words.youWin : words.youLose;
    return words.wins(sideWord(game, result.winner));
  }
  if (NO_RESULT.has(result.reason)) return words.noResult;
  return result.next && result.reason === 'repetition' ? words.replayed : words.draw;
}

export function reasonText(game: Pick<GameSnapshot, 'variant' | 'handicap'>, result: GameResult): string {
  const words = t().result;
  const why =
    whoLeft(game, result) ??
    ownReason(variantOf(game.variant), result.reason) ??
    words.reasons[result.reason];
  return result.illegal ? words.illegally(why, words.illegal[result.illegal]) : why;
}

/** Which side left, or did not come, where it is known. */
function whoLeft(game: Pick<GameSnapshot, 'handicap'>, { reason, left }: GameResult): string | null {
  if (left === null || (reason !== 'abandoned' && reason !== 'no_show')) return null;
  return t().result.own[reason](sideWord(game, left));
}

/**
 * What the reason is called where the variant has an ending of its own; null for the usual words.
 */
function ownReason(variant: Variant, reason: GameResult['reason']): string | null {
  const words = t().result.own;
  const royal = () => pieceOf(variant.name, variant.royals[0] ?? '');
  switch (reason) {
    case 'repetition':
      return {
        policy: null,
        attacker_loses: null,
        third_draws: words.thirdTime,
        sente_loses: words.senteLoses,
        mover_loses: words.moverLoses,
      }[variant.repetition];
    case 'try':
      return variant.impasse ? null : words.farRank(royal());
    case 'royal_captured':
      return words.captured(royal());
    default:
      return null;
  }
}

function tone(game: GameSnapshot, result: GameResult): string {
  if (!game.you || !result.winner) return 'plain';
  return result.winner === game.you ? 'won' : 'lost';
}
