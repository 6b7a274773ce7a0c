/** Puts a `Board` on the page's elements and keeps it in step with the review. */

import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Brush, Drawing } from '../board/board';
import { type BoardRefs, useBoard } from '../board/use-board';
import { parseUsi } from '../shogi/usi';
import type { ReviewStore } from './review-store';

/** `hint` is the best move here, in USI, as long as it is to be shown. */
export function useReviewBoard(
  store: ReviewStore,
  brush: Brush | null,
  hint: ReadonlySignal<string | null>,
): BoardRefs {
  const colour = useRef(brush);
  colour.current = brush;
  const picture = () => {
    const shown = store.shown.value;
    // What was refused is put back though the position is the same.
    void store.refreshed.value;
    return shown && { ...shown, orientation: store.orientation.value };
  };
  const refs = useBoard(
    {
      picture,
      callbacks: {
        onMove: (from, to) => store.attempt({ from, to }),
        onDraw: (drawings) => keepDrawings(store, drawings, colour.current),
      },
      follow: [
        (board) => {
          const turn = picture()?.position.turn;
          if (!turn) return;
          const offered = store.asking.value ? null : store.offered.value;
          board.offer(offered ? turn : null, turn, offered);
          board.draw(store.node.value?.shapes ?? []);
        },
        (board) => {
          const usi = parseUsi(hint.value ?? '');
          const turn = picture()?.position.turn;
          const from = usi && (usi.from ?? `${usi.drop}*`);
          board.arrows(from ? [{ from, to: usi.to, brush: 'alternative2' }] : [], turn);
        },
      ],
    },
    [store],
  );
  useEffect(() => refs.current.current?.drawOnly(brush !== null), [brush]);
  return refs;
}

/** What is new has the colour in hand, unless a modifier key chose another. */
function keepDrawings(store: ReviewStore, drawings: Drawing[], brush: Brush | null): void {
  const node = store.node.peek();
  if (!node) return;
  const before = node.shapes ?? [];
  const isOld = (it: Drawing) =>
    before.some((old) => old.from === it.from && old.to === it.to && old.brush === it.brush);
  const shapes = drawings.flatMap((it) => {
    if (isOld(it) || it.brush !== 'green' || !brush) return [it];
    const drawn = { ...it, brush };
    // The same once more takes it away.
    return isOld(drawn) ? [] : [drawn];
  });
  store.edit({ t: 'draw', node: node.id, shapes });
}
