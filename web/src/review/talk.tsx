/** What is said about the position that is looked at, and what can be done with its variation. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { Sure } from '../ui/dialog';
import { Menu } from '../ui/menu';
import type { ReviewNode, ReviewTree } from '../wire/generated';
import { CommentText } from './comment-text';
import { isMarkedWrong, marked } from './exercise-line';
import { hasLinks, linkToMove } from './move-links';
import { useMoveTexts } from './move-texts';
import type { ReviewStore } from './review-store';
import { ToldText } from './told-text';
import { branchOf, COMMENT_CHARS_MAX, childrenOf, HINT_CHARS_MAX } from './tree';

interface Props {
  store: ReviewStore;
  /** Whether the reader solves it, so that moves are right or wrong and positions have hints. */
  isExercise: boolean;
}

export function Talk({ store, isExercise }: Props) {
  const words = t().review;
  const node = store.node.value;
  const tree = store.tree.value;
  if (!node || !tree) return null;
  const text = node.comment ?? '';
  if (!store.mayEdit.value)
    return (
      <section class="card talk">
        <p class="comment" aria-live="polite">
          {text ? (
            <CommentText store={store} tree={tree} text={text} />
          ) : (
            <span class="note">{words.noComment}</span>
          )}
        </p>
      </section>
    );
  return (
    <section class="card talk">
      <ToldText
        label={words.comment}
        lines={3}
        maxLength={COMMENT_CHARS_MAX}
        placeholder={words.commentExample}
        node={node.id}
        value={text}
        onTell={(at, text) => store.edit({ t: 'comment', node: at, text })}
      />
      {text && (
        <p class={`comment ${hasLinks(text) ? '' : 'only-print'}`}>
          <CommentText store={store} tree={tree} text={text} />
        </p>
      )}
      {isExercise && (
        <ToldText
          label={words.hint}
          help={words.hintHelp}
          lines={1}
          maxLength={HINT_CHARS_MAX}
          node={node.id}
          value={node.hint ?? ''}
          onTell={(at, text) => store.edit({ t: 'hint', node: at, text })}
        />
      )}
      <LinkMenu store={store} tree={tree} node={node} />
      {node.parent !== null && <Variation store={store} tree={tree} node={node} isExercise={isExercise} />}
    </section>
  );
}

interface AtNode {
  store: ReviewStore;
  tree: ReviewTree;
  node: ReviewNode;
}

/** Puts a link to a move of this line, or of its variations, at the end of the comment. */
function LinkMenu({ store, tree, node }: AtNode) {
  const text = useMoveTexts(tree, store.positions.value);
  const line = store.path.value.filter((it) => it.parent !== null);
  if (line.length === 0) return null;
  const point = (to: number) => {
    const comment = `${node.comment ?? ''} ${linkToMove(to)}`.trim();
    if (comment.length <= COMMENT_CHARS_MAX) store.edit({ t: 'comment', node: node.id, text: comment });
  };
  return (
    <Menu class="link-menu" face={t().review.linkToMove} buttonClass="quiet">
      {line.flatMap((it, i) =>
        childrenOf(tree, it.parent ?? 0).map((move) => (
          <li key={move.id}>
            <button type="button" class="link" onClick={() => point(move.id)}>
              <span class="move-number">{i + 1}</span> {text(move)}
            </button>
          </li>
        )),
      )}
    </Menu>
  );
}

/** What can be done with the line that leads here. */
function Variation({ store, tree, node, isExercise }: AtNode & { isExercise: boolean }) {
  const words = t().review;
  // The move that is asked about, with all that follows it.
  const asks = useSignal<number | null>(null);
  const remove = () => {
    if (childrenOf(tree, node.id).length > 0) asks.value = node.id;
    else store.edit({ t: 'delete', node: node.id });
  };
  const isWrong = isMarkedWrong(node);
  return (
    <div class="row">
      {branchOf(tree, node.id) !== null && (
        <button type="button" onClick={() => store.edit({ t: 'promote', node: node.id })}>
          {words.promote}
        </button>
      )}
      {isExercise && (
        <button
          type="button"
          aria-pressed={isWrong}
          onClick={() =>
            store.edit({ t: 'comment', node: node.id, text: marked(node.comment ?? '', !isWrong) })
          }
        >
          {words.markWrong}
        </button>
      )}
      <button type="button" class="quiet" onClick={remove}>
        {words.delete}
      </button>
      {(node.shapes?.length ?? 0) > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => store.edit({ t: 'draw', node: node.id, shapes: [] })}
        >
          {words.wipe}
        </button>
      )}
      {asks.value === node.id && (
        <Sure
          title={words.deleteAsk}
          yes={words.delete}
          onYes={() => store.edit({ t: 'delete', node: node.id })}
          onClose={() => {
            asks.value = null;
          }}
        />
      )}
    </div>
  );
}
