/** A set-up in the words of the language. */

import { t } from '../i18n';
import type { Setup } from '../wire/generated';

/** Everything but the clock: variant, handicap, side and rules, as far as they are not the usual. */
export function setupInWords(setup: Setup, whose: 'theirs' | 'mine' = 'theirs'): string {
  const words = t();
  const parts = [
    setup.rated ? words.ratings.rated : null,
    setup.variant === 'standard' ? null : (words.variants[setup.variant] ?? setup.variant),
    typeof setup.start === 'object'
      ? words.setup.ownStart
      : setup.start === 'even'
        ? null
        : setup.start === 'suggested'
          ? words.ratings.suggested
          : words.handicaps[setup.start],
    setup.side === 'random'
      ? null
      : (whose === 'mine' ? words.challenges.youSit : words.lobby.theySit)(
          setup.start === 'even' || typeof setup.start === 'object'
            ? words.sides[setup.side]
            : words.sides[setup.side === 'sente' ? 'shitate' : 'uwate'],
        ),
    typeof setup.rules === 'string' ? words.setup.presets[setup.rules] : words.setup.presets.custom,
  ];
  return parts.filter(Boolean).join(' · ');
}
