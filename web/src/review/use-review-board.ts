/** Puts a `Board` on the page's elements and keeps it in step with the review. */

import { effect, untracked } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Board, type BoardLook, type Brush, type Drawing } from '../board/board';
import { language } from '../i18n';
import { notationName, settings } from '../settings/settings';
import { notationFor } from '../shogi/notation';
import type { ReviewStore } from './review-store';

const ANIMATION_MS = 160;

export function useReviewBoard(store: ReviewStore, brush: Brush | null) {
  const refs = {
    board: useRef<HTMLDivElement>(null),
    handTop: useRef<HTMLDivElement>(null),
    handBottom: useRef<HTMLDivElement>(null),
    current: useRef<Board | null>(null),
  };
  const colour = useRef(brush);
  colour.current = brush;
  useEffect(() => {
    const [board, handTop, handBottom] = [refs.board, refs.handTop, refs.handBottom].map((it) => it.current);
    const first = untracked(() => pictureOf(store));
    if (!board || !handTop || !handBottom || !first) return;
    const made = new Board(
      { board, handTop, handBottom },
      {
        onMove: (from, to) => store.attempt({ from, to }),
        onDraw: (drawings) => keepDrawings(store, drawings, colour.current),
      },
      first,
      lookOf(store),
    );
    refs.current.current = made;
    const stops = [
      effect(() => {
        const picture = pictureOf(store);
        if (!picture) return;
        made.show(picture);
        const offered = store.asking.value ? null : store.offered.value;
        made.offer(offered ? picture.position.turn : null, picture.position.turn, offered);
        made.draw(store.node.value?.shapes ?? []);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      refs.current.current = null;
      made.destroy();
    };
  }, [store]);
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
  const shapes = drawings.map((it) => (!isOld(it) && it.brush === 'green' && brush ? { ...it, brush } : it));
  store.edit({ t: 'draw', node: node.id, shapes });
}

function pictureOf(store: ReviewStore) {
  const shown = store.shown.value;
  // What was refused is put back though the position is the same.
  void store.refreshed.value;
  return shown && { ...shown, orientation: store.orientation.value };
}

function lookOf(store: ReviewStore): BoardLook {
  const variant = store.study.peek()?.variant ?? 'standard';
  const { ranks } = notationFor(notationName(language.peek()), variant);
  return {
    animationMs: settings.animation.peek() ? ANIMATION_MS : 0,
    showDests: settings.showDests.peek(),
    coordinates: settings.coordinates.peek(),
    files: 'numeric',
    ranks: ranks === 'kanji' ? 'japanese' : ranks === 'letters' ? 'engine' : 'numeric',
  };
}
