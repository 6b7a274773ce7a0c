/** What is said about the position that is looked at, and what can be done with its variation. */

import { type Signal, useSignal } from '@preact/signals';
import type { Brush } from '../board/board';
import { listed } from '../i18n/listed';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { Dialog, Sure } from '../ui/dialog';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';
import type { ReviewNode, ReviewTree } from '../wire/generated';
import { CommentText } from './comment-text';
import { Draw } from './drawing';
import { isMarkedWrong, marked } from './exercise-line';
import { hasLinks, linkToMove } from './move-links';
import { useMoveTexts } from './move-texts';
import type { ReviewStore } from './review-store';
import { ToldText } from './told-text';
import { branchOf, COMMENT_CHARS_MAX, childrenOf, HINT_CHARS_MAX } from './tree';

interface Props {
  store: ReviewStore;
  /** Whether touching the board draws, and in which colour. */
  brush: Signal<Brush | null>;
  /** Whether the reader solves it, so that moves are right or wrong and positions have hints. */
  isExercise: boolean;
}

export function Talk({ store, brush, isExercise }: Props) {
  const words = t().review;
  const node = store.node.value;
  const tree = store.tree.value;
  if (!node || !tree) return null;
  const text = node.comment ?? '';
  const shown = (
    <p class="comment" aria-live="polite">
      {text ? (
        <CommentText store={store} tree={tree} text={text} />
      ) : (
        <span class="note">{words.noComment}</span>
      )}
    </p>
  );
  if (!store.mayEdit.value)
    return (
      <section class="card talk">
        <Draw brush={brush} />
        {shown}
        <Signature store={store} node={node} />
      </section>
    );
  return (
    <section class="card talk">
      <header class="talk-head">
        <Draw brush={brush} />
        <NodeMenu store={store} tree={tree} node={node} isExercise={isExercise} />
      </header>
      <ToldText
        label={words.comment}
        lines={2}
        maxLength={COMMENT_CHARS_MAX}
        placeholder={words.commentExample}
        node={node.id}
        value={text}
        onTell={(at, text) => store.edit({ t: 'comment', node: at, text })}
      />
      <Signature store={store} node={node} />
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
    </section>
  );
}

/** Who wrote the comment, where that is known. */
function Signature({ store, node }: Pick<AtNode, 'store' | 'node'>) {
  const authors = store.shared.value?.authors ?? [];
  const names = (node.by ?? []).flatMap((place) => authors[place] ?? []);
  if (!node.comment || names.length === 0) return null;
  return <p class="note signature">{t().review.signed(listed(names.map(shownName)))}</p>;
}

interface AtNode {
  store: ReviewStore;
  tree: ReviewTree;
  node: ReviewNode;
}

/** What can be done with the position, and with the line that leads here. */
function NodeMenu({ store, tree, node, isExercise }: AtNode & { isExercise: boolean }) {
  const words = t().review;
  // The move that is asked about, with all that follows it.
  const asks = useSignal<number | null>(null);
  const links = useSignal(false);
  const remove = () => {
    if (childrenOf(tree, node.id).length > 0) asks.value = node.id;
    else store.edit({ t: 'delete', node: node.id });
  };
  const isWrong = isMarkedWrong(node);
  const isMove = node.parent !== null;
  const drawn = (node.shapes?.length ?? 0) > 0;
  const line = store.path.value.some((it) => it.parent !== null);
  if (!isMove && !drawn && !line) return null;
  return (
    <MoreMenu
      aside={
        <>
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
          {links.value && (
            <LinkDialog
              store={store}
              tree={tree}
              node={node}
              onClose={() => {
                links.value = false;
              }}
            />
          )}
        </>
      }
    >
      {line && (
        <MenuAct
          icon="copy"
          text={words.linkToMove}
          onClick={() => {
            links.value = true;
          }}
        />
      )}
      {isMove && branchOf(tree, node.id) !== null && (
        <MenuAct icon="up" text={words.promote} onClick={() => store.edit({ t: 'promote', node: node.id })} />
      )}
      {isMove && isExercise && (
        <MenuAct
          icon="flag"
          text={words.markWrong}
          pressed={isWrong}
          onClick={() =>
            store.edit({ t: 'comment', node: node.id, text: marked(node.comment ?? '', !isWrong) })
          }
        />
      )}
      {drawn && (
        <MenuAct
          icon="close"
          text={words.wipe}
          onClick={() => store.edit({ t: 'draw', node: node.id, shapes: [] })}
        />
      )}
      {isMove && <MenuAct icon="close" text={words.delete} onClick={remove} />}
    </MoreMenu>
  );
}

/** Puts a link to a move of this line, or of its variations, at the end of the comment. */
function LinkDialog({ store, tree, node, onClose }: AtNode & { onClose(): void }) {
  const text = useMoveTexts(tree, store.positions.value);
  const line = store.path.value.filter((it) => it.parent !== null);
  const point = (to: number) => {
    const comment = `${node.comment ?? ''} ${linkToMove(to)}`.trim();
    if (comment.length <= COMMENT_CHARS_MAX) store.edit({ t: 'comment', node: node.id, text: comment });
    onClose();
  };
  return (
    <Dialog title={t().review.linkToMove} onClose={onClose}>
      <ul class="link-list">
        {line.flatMap((it, i) =>
          childrenOf(tree, it.parent ?? 0).map((move) => (
            <li key={move.id}>
              <button type="button" class="link" onClick={() => point(move.id)}>
                <span class="move-number">{i + 1}</span> {text(move)}
              </button>
            </li>
          )),
        )}
      </ul>
    </Dialog>
  );
}
