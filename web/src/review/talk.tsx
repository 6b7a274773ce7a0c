/** What is said about the position that is looked at, and what can be done with its variation. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { Sure } from '../ui/dialog';
import { TextField } from '../ui/text-field';
import type { ReviewStore } from './review-store';
import { branchOf, COMMENT_CHARS_MAX, childrenOf } from './tree';

/** How long typing rests before what was typed is told. */
const REST_MS = 1_500;

export function Talk({ store }: { store: ReviewStore }) {
  const words = t().review;
  const node = store.node.value;
  const tree = store.tree.value;
  const typed = useSignal<{ node: number; text: string } | null>(null);
  // The move that is asked about, with all that follows it.
  const asks = useSignal<number | null>(null);
  const tell = () => {
    const said = typed.peek();
    typed.value = null;
    if (said) store.edit({ t: 'comment', node: said.node, text: said.text });
  };
  useEffect(() => {
    if (!typed.value) return;
    const timer = setTimeout(tell, REST_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  if (!node || !tree) return null;
  const remove = () => {
    if (childrenOf(tree, node.id).length > 0) asks.value = node.id;
    else store.edit({ t: 'delete', node: node.id });
  };
  const text = typed.value?.node === node.id ? typed.value.text : (node.comment ?? '');
  const branch = branchOf(tree, node.id);
  return (
    <section class="card talk">
      {store.mayEdit.value ? (
        <TextField
          label={words.comment}
          lines={3}
          maxLength={COMMENT_CHARS_MAX}
          value={text}
          placeholder={words.commentExample}
          onInput={(now) => {
            // What was typed at another move is sent first.
            if (typed.value && typed.value.node !== node.id) tell();
            typed.value = { node: node.id, text: now };
          }}
          onLeave={tell}
        />
      ) : (
        <p class="comment" aria-live="polite">
          {text || <span class="note">{words.noComment}</span>}
        </p>
      )}
      {store.mayEdit.value && text && <p class="comment only-print">{text}</p>}
      {store.mayEdit.value && node.parent !== null && (
        <div class="row">
          {branch !== null && (
            <button type="button" onClick={() => store.edit({ t: 'promote', node: node.id })}>
              {words.promote}
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
        </div>
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
    </section>
  );
}
