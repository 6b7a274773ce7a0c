/** Puts a `Board` on the page's elements and keeps it in step with the game. */

import { computed, effect, untracked } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Board, type BoardLook } from '../board/board';
import { language } from '../i18n';
import { notationName, settings } from '../settings/settings';
import { notationFor } from '../shogi/notation';
import type { GameStore } from './game-store';

const ANIMATION_MS = 160;

export interface BoardRefs {
  board: RefObject<HTMLDivElement | null>;
  handTop: RefObject<HTMLDivElement | null>;
  handBottom: RefObject<HTMLDivElement | null>;
  /** The board once it stands. */
  current: RefObject<Board | null>;
}

export function useBoard(store: GameStore, ready: boolean): BoardRefs {
  const refs: BoardRefs = {
    board: useRef<HTMLDivElement>(null),
    handTop: useRef<HTMLDivElement>(null),
    handBottom: useRef<HTMLDivElement>(null),
    current: useRef<Board | null>(null),
  };
  useEffect(() => {
    const elements = [refs.board.current, refs.handTop.current, refs.handBottom.current];
    const [board, handTop, handBottom] = elements;
    const first = untracked(() => pictureOf(store));
    if (!ready || !board || !handTop || !handBottom || !first) return;
    const made = new Board(
      { board, handTop, handBottom },
      { onMove: (from, to) => store.attempt({ from, to }), onPremove: (move) => store.setPremove(move) },
      first,
      untracked(() => lookOf(store)),
    );
    refs.current.current = made;
    const stops = keepInStep(made, store);
    return () => {
      for (const stop of stops) stop();
      refs.current.current = null;
      made.destroy();
    };
  }, [store, ready]);
  return refs;
}

function keepInStep(board: Board, store: GameStore): (() => void)[] {
  const look = computed(() => JSON.stringify(lookOf(store)));
  let known = look.peek();
  return [
    effect(() => {
      const picture = pictureOf(store);
      if (picture) board.show(picture);
    }),
    effect(() => {
      const game = store.game.value;
      const shown = store.shown.value;
      const offered = store.offered.value;
      const premoves = store.premoves.value;
      if (!game || !shown) return;
      board.offer(offered || premoves ? game.you : null, shown.position.turn, offered);
      board.allowPremoves(premoves);
      const laid = store.premove.value;
      if (laid && game.you) board.layPremove(laid, game.you);
      else board.cancelPremove();
    }),
    effect(() => {
      if (look.value === known) return;
      known = look.value;
      board.setLook(untracked(() => lookOf(store)));
    }),
  ];
}

function pictureOf(store: GameStore) {
  const shown = store.shown.value;
  return shown && { ...shown, orientation: store.orientation.value };
}

function lookOf(store: GameStore): BoardLook {
  const game = store.game.value;
  const { ranks } = notationFor(notationName(language.value), game?.variant ?? 'standard');
  return {
    animationMs: settings.animation.value ? ANIMATION_MS : 0,
    // §2.1 In strict games no destination is shown.
    showDests: settings.showDests.value && game?.rules.illegal !== 'loses',
    coordinates: settings.coordinates.value,
    files: 'numeric',
    ranks: ranks === 'kanji' ? 'japanese' : ranks === 'letters' ? 'engine' : 'numeric',
  };
}
