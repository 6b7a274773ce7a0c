/** Walking through a review: along its line, and from variation to variation. */

import type { OwnKey, Walk } from '../board/steps';
import { t } from '../i18n/whole';
import type { ReviewStore } from './review-store';

export function walkOf(store: ReviewStore): Walk {
  const path = store.path.value;
  const place = path.findIndex((it) => it.id === store.node.value?.id);
  return { place, last: path.length - 1, go: (to) => store.step(to - place), flip: store.flip };
}

/** To the next variation of this move, or the one before. */
function sideways(store: ReviewStore, by: number): void {
  const node = store.node.peek();
  const siblings = store.tree.peek()?.nodes.filter((it) => it.parent === node?.parent) ?? [];
  const next = siblings[siblings.findIndex((it) => it.id === node?.id) + by];
  if (next) store.look(next.id);
}

/** The keys that lead from variation to variation. */
export function sidewaysKeys(store: ReviewStore): OwnKey[] {
  const words = t().review;
  return [
    { key: 'ArrowUp', does: () => sideways(store, -1), words: words.lineAbove },
    { key: 'ArrowDown', does: () => sideways(store, 1), words: words.lineBelow },
  ];
}
