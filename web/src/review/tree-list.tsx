/** The line that is looked at, with the variations at each of its moves. */

import { useFollowing } from '../game/move-list';
import { t } from '../i18n/whole';
import { SideMark } from '../ui/icon';
import type { ReviewTree } from '../wire/generated';
import { Sign } from './judgement';
import type { Kind, Mistake } from './mistakes';
import { useMoveTexts } from './move-texts';
import type { ReviewStore } from './review-store';
import { childrenOf } from './tree';

interface Props {
  store: ReviewStore;
  tree: ReviewTree;
  /** The moves of the line that gave something away. */
  mistakes: readonly Mistake[];
}

export function TreeList({ store, tree, mistakes }: Props) {
  const words = t();
  const path = store.path.value;
  const positions = store.positions.value;
  const at = store.node.value?.id;
  const text = useMoveTexts(tree, positions);
  const kinds = new Map(mistakes.map(({ node, kind }) => [node, kind]));
  const list = useFollowing([at, path.length]);
  return (
    <ol class="moves" ref={list} aria-label={words.game.moveList}>
      {path.map((node, ply) => {
        const siblings = node.parent === null ? [] : childrenOf(tree, node.parent);
        return (
          <li key={node.id}>
            <button
              type="button"
              class="move"
              aria-current={node.id === at}
              onClick={() => store.look(node.id)}
            >
              <span class="move-number">{ply}</span>
              {node.usi !== undefined && <SideMark side={positions.get(node.parent ?? 0)?.turn ?? 'sente'} />}
              <span class="move-text">{text(node)}</span>
              {kinds.has(node.id) && <Sign kind={kinds.get(node.id) as Kind} />}
              <span class="move-time">{node.comment ? '✎' : ''}</span>
            </button>
            {siblings.length > 1 && (
              <span class="variations">
                {siblings
                  .filter((it) => it !== node)
                  .map((it) => (
                    <button
                      key={it.id}
                      type="button"
                      class="quiet"
                      title={words.archive.variation}
                      onClick={() => store.look(it.id)}
                    >
                      {text(it)}
                    </button>
                  ))}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
