/** How a game ended, in words. */

import { pieceOf, sideWord } from '../board/words';
import { t } from '../i18n/of-boards';
import { type Variant, variantOf } from '../shogi/variant';
import type { GameResult, GameSnapshot } from '../wire/generated';
import { NO_RESULT } from './game-state';

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

/** How it is for who looks at it, for the style sheets. */
export function tone(game: GameSnapshot, result: GameResult): string {
  if (!game.you || !result.winner) return 'plain';
  return result.winner === game.you ? 'won' : 'lost';
}
