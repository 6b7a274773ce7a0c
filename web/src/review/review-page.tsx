/** A review: the board on which anything may be tried, the tree of moves, comments and drawings. */

import '../styles/review.css';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/whole';
import { theSocket } from '../session';
import { Blank, Busy } from '../ui/page';
import type { Side } from '../wire/generated';
import { type Chapter, Desk } from './review-desk';
import { createReviewStore, type From } from './review-store';
import { nodeOf } from './tree';

export function ReviewPage({ code }: { code: string }) {
  return <Review from={{ code }} />;
}

interface ReviewProps {
  from: From;
  /** Whose mistakes are to be learnt from at once. */
  learns?: Side | undefined;
  /** Whether it was brought by who looks at it. */
  isBrought?: boolean;
  /** What its study says of it, if it is a chapter. */
  chapter?: Chapter | undefined;
}

export function Review({ from, learns, isBrought = false, chapter }: ReviewProps) {
  const [store] = useState(() => createReviewStore(theSocket(), from));
  useEffect(() => store.close, [store]);
  const words = t();
  const tree = store.tree.value;
  // Who comes by a link to a comment sees its position.
  useEffect(() => {
    const [, node] = /^#(\d{1,6})$/.exec(location.hash) ?? [];
    if (!tree || !node) return;
    history.replaceState(null, '', location.pathname);
    if (nodeOf(tree, Number(node))) store.look(Number(node));
  }, [tree === null]);
  if (store.gone.value !== null)
    return (
      <Blank
        title={words.review.notFound}
        text={store.gone.value === 'game_not_over' ? words.review.notOver : words.review.notFoundHelp}
        href={chapter ? '/study' : '/review'}
        to={chapter ? words.study.title : words.review.title}
      />
    );
  if (!tree) return <Busy />;
  return <Desk store={store} tree={tree} learns={learns} isBrought={isBrought} chapter={chapter} />;
}
