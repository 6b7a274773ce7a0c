/**
 * A game in the words of the language: whether it is rated comes first, and nothing is said of what
 * is usual.
 */

import { clocksInWords, correspondenceInWords } from '../clock/format';
import type { Early } from '../i18n';
import { t } from '../i18n';
import { noted } from '../i18n/listed';
import { isMember } from '../session';
import { variantOf } from '../shogi/variant';
import type { Options } from '../ui/choice';
import type { Clock, GameSnapshot, Preset, Seek, Setup } from '../wire/generated';
import { isGain, isHandicap } from './handicaps';

/** Everything but the clock of a game that is offered. */
export function setupInWords(setup: Setup, whose: 'theirs' | 'mine' = 'theirs'): string {
  const words = t();
  const parts = [
    ratedInWords(setup.rated ?? false),
    variantInWords(setup.variant),
    startInWords(setup),
    setup.side === 'random'
      ? null
      : (whose === 'mine' ? words.challenges.youSit : words.lobby.theySit)(
          isHandicap(setup.start) ? (setup.side === 'sente' ? 'shitate' : 'uwate') : setup.side,
        ),
    rulesInWords(typeof setup.rules === 'string' ? setup.rules : null),
  ];
  return noted(parts);
}

/**
 * The same of what somebody offers or searches for. A quick search is rated if both can play rated
 * games, which guests cannot.
 */
export function seekInWords({ setup, quick }: Seek, isMine: boolean): string {
  if (!quick) return setupInWords(setup);
  if (isMine && setup.rated) return noted([t().lobby.ratedIfBoth, variantInWords(setup.variant)]);
  return setupInWords({ ...setup, rated: (setup.rated ?? false) && isMember.value });
}

/** Null where it begins as the variant does. */
function startInWords({ variant, start }: Setup): string | null {
  const { setup, ratings } = t();
  if (typeof start === 'string')
    return start === 'even' ? null : start === 'suggested' ? ratings.suggested : startName(start);
  const named = Object.entries(variantOf(variant).starts ?? {}).find(([, sfen]) => sfen === start.sfen);
  return named ? startName(named[0]) : setup.ownStart;
}

/** §3.2 Handicaps to choose from, with the gains under a heading of their own. */
export function handicapChoices<T extends string>(handicaps: readonly T[]): Options<T> {
  const named = (it: T) => [it, startName(it)] as const;
  const gains = handicaps.filter(isGain);
  const others = handicaps.filter((it) => !isGain(it)).map(named);
  return gains.length > 0 ? [...others, { heading: t().setup.gains, options: gains.map(named) }] : others;
}

/** The name of a handicap or of another start of a variant. */
export function startName(start: string): string {
  const { handicaps, starts } = t();
  const names: Record<string, string> = { ...handicaps, ...starts };
  return names[start] ?? start;
}

type AtBoard = Pick<GameSnapshot, 'rated' | 'clock' | 'variant' | 'handicap' | 'preset' | 'rules'>;

/** All of a game that has a board. */
export function gameInWords(game: AtBoard): string {
  const words = t();
  const parts = [
    ratedInWords(game.rated),
    clocksInWords(words, game.clock),
    variantInWords(game.variant),
    game.handicap && words.handicaps[game.handicap],
    rulesInWords(game.preset),
    game.rules.illegal === 'loses' && words.game.strict,
  ];
  return noted(parts);
}

const ratedInWords = (rated: boolean) => (rated ? t().ratings.rated : t().ratings.notRated);

const variantInWords = (variant: string) =>
  variant === 'standard' ? null : (t().variants[variant] ?? variant);

/** Null for the rules that a game has unless somebody chooses others. */
const rulesInWords = (preset: Preset | null) =>
  preset === 'casual' ? null : t().setup.presets[preset ?? 'custom'];

/** A time control in two lines: what one has to begin with, and what comes with the moves. */
export function quickInWords(words: Early, clock: Clock): [string, string] {
  const { minutes, seconds, after, each, plus, sudden } = words.lobby.time;
  switch (clock.kind) {
    case 'byoyomi':
      return clock.main_ms === 0
        ? [seconds(clock.byoyomi_ms / 1000), each]
        : [minutes(clock.main_ms / 60_000), after(clock.byoyomi_ms / 1000)];
    case 'consideration':
      return [minutes(clock.main_ms / 60_000), after(clock.byoyomi_ms / 1000)];
    case 'fischer':
      return [minutes(clock.main_ms / 60_000), plus(clock.increment_ms / 1000)];
    case 'sudden_death':
      return [minutes(clock.main_ms / 60_000), sudden];
    case 'stopwatch':
      return [minutes(clock.main_minutes), ''];
    case 'correspondence':
      return [correspondenceInWords(words, clock), ''];
    case 'untimed':
      return [words.time.untimed, ''];
  }
}
