/**
 * How many columns a page with a board has, for those that put other parts into a second one.
 * `styles/table.css` says the same, and calls it the hall.
 */

import { signal } from '@preact/signals';

const HALL = '(min-aspect-ratio: 14/9) and (min-width: 1200px) and (min-height: 620px)';

const media = typeof matchMedia === 'function' ? matchMedia(HALL) : null;

/** Whether there is a column at either side of the board. */
export const isHall = signal(media?.matches ?? false);

media?.addEventListener('change', ({ matches }) => {
  isHall.value = matches;
});
