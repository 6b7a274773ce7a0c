/** A comment as it is read: the moves it points at lead to their positions. */

import { Fragment } from 'preact';
import type { ReviewTree } from '../wire/generated';
import { partsOf } from './move-links';
import { textOfNode } from './move-texts';
import type { ReviewStore } from './review-store';
import { nodeOf } from './tree';

interface Props {
  store: ReviewStore;
  tree: ReviewTree;
  text: string;
}

export function CommentText({ store, tree, text }: Props) {
  const positions = store.positions.value;
  return (
    <>
      {partsOf(text).map((part, i) => {
        if (part.is === 'text') return <Fragment key={i}>{part.text}</Fragment>;
        const node = nodeOf(tree, part.node);
        // A move that was deleted since, or that is not to be seen yet.
        if (!node) return <Fragment key={i}>…</Fragment>;
        return (
          <button key={i} type="button" class="link move-link" onClick={() => store.look(node.id)}>
            {textOfNode(tree, positions, node)}
          </button>
        );
      })}
    </>
  );
}
