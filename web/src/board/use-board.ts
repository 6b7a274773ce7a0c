/**
 * Puts a `Board` on a page's elements and keeps it in step with the signals that say what it shows.
 */

import { computed, effect, type Signal, untracked, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { settings } from '../settings/settings';
import type { Position } from '../shogi/position';
import { type Asked, Board, type BoardCallbacks, type BoardLook, type Origin, type Picture } from './board';
import { rankWriting } from './coordinates';

const ANIMATION_MS = 160;

export interface BoardRefs {
  board: RefObject<HTMLDivElement | null>;
  handTop: RefObject<HTMLDivElement | null>;
  handBottom: RefObject<HTMLDivElement | null>;
  /** The board once it stands. */
  current: RefObject<Board | null>;
  /** The piece that somebody asks about, where it stands. */
  asked: Signal<{ position: Position; at: Asked } | null>;
  /** Asks about a piece. */
  ask(at: Asked): void;
  /** What is picked up on the board or from a stand. */
  picked: Signal<Origin | null>;
}

/** What a board shows. All of it reads signals, and is done again when one of them changes. */
export interface Scene {
  /** Null while there is nothing to show. */
  picture(): Picture | null;
  callbacks: BoardCallbacks;
  /** Whether the destinations of a piece that is picked up are marked. */
  showDests?(): boolean;
  /** What else stands on it: what may be moved, premoves, drawings, marks. */
  follow?: readonly ((board: Board) => void)[];
}

/**
 * The board is made when the elements and a first picture are there, and anew when one of `on`
 * changes.
 */
export function useBoard(scene: Scene, on: readonly unknown[]): BoardRefs {
  const refs: BoardRefs = {
    board: useRef<HTMLDivElement>(null),
    handTop: useRef<HTMLDivElement>(null),
    handBottom: useRef<HTMLDivElement>(null),
    current: useRef<Board | null>(null),
    asked: useSignal(null),
    picked: useSignal(null),
    ask(at) {
      const position = untracked(scene.picture)?.position;
      refs.asked.value = position ? { position, at } : null;
    },
  };
  useEffect(() => {
    const elements = [refs.board.current, refs.handTop.current, refs.handBottom.current];
    const [board, handTop, handBottom] = elements;
    const first = untracked(scene.picture);
    if (!board || !handTop || !handBottom || !first) return;
    const made = new Board(
      { board, handTop, handBottom },
      {
        onAsk: refs.ask,
        onPick: (origin) => {
          refs.picked.value = origin;
        },
        ...scene.callbacks,
      },
      first,
      untracked(() => lookOf(scene)),
    );
    refs.current.current = made;
    const stops = keepInStep(made, scene);
    return () => {
      for (const stop of stops) stop();
      refs.current.current = null;
      made.destroy();
    };
  }, on);
  return refs;
}

function keepInStep(board: Board, scene: Scene): (() => void)[] {
  const look = computed(() => JSON.stringify(lookOf(scene)));
  let known = look.peek();
  return [
    effect(() => {
      const picture = scene.picture();
      if (picture) board.show(picture);
    }),
    ...(scene.follow ?? []).map((follow) => effect(() => follow(board))),
    effect(() => {
      if (look.value === known) return;
      known = look.value;
      board.setLook(untracked(() => lookOf(scene)));
    }),
  ];
}

function lookOf({ picture, showDests }: Scene): BoardLook {
  const variant = untracked(picture)?.position.variant.name ?? 'standard';
  return {
    animationMs: settings.animation.value ? ANIMATION_MS : 0,
    showDests: showDests?.() ?? settings.showDests.value,
    coordinates: settings.coordinates.value,
    ranks: ({ kanji: 'japanese', letters: 'engine', digits: 'numeric' } as const)[rankWriting(variant)],
  };
}
