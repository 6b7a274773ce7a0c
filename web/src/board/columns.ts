/**
 * How many columns a page with a board has, for those that put other parts into a second one.
 * `styles/table.css` says the same, and calls it the hall.
 */

import { computed, signal } from '@preact/signals';

const HALL = '(min-aspect-ratio: 14/9) and (min-width: 1200px) and (min-height: 620px)';

/** Where the players have cards, what is said has a column or a place of its own. */
const CARDS = `(min-aspect-ratio: 6/5) and (min-height: 740px), ${HALL}`;

function matching(query: string) {
  const media = typeof matchMedia === 'function' ? matchMedia(query) : null;
  const is = signal(media?.matches ?? false);
  media?.addEventListener('change', ({ matches }) => {
    is.value = matches;
  });
  return is;
}

const hasCards = matching(CARDS);

/** Whether there is a column at either side of the board. */
export const isHall = matching(HALL);

/** Whether what is said has only some lines beside or below the board, as on a phone. */
export const isTalkNarrow = computed(() => !hasCards.value);
