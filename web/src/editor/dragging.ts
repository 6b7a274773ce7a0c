/**
 * Pieces that are dragged with a finger or the pointer: from the board, a hand or the box, to
 * wherever they are let go.
 */

import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Piece } from '../shogi/position';
import { other } from '../shogi/position';
import type { Side } from '../wire/generated';
import type { EditorStore, Source, Target } from './editor-store';

/** How far a finger may stray before it drags. */
const STRAY_PX = 6;

/** A piece on its way. */
export interface Dragged {
  piece: Piece;
  x: number;
  y: number;
}

/** What is dragged just now; `area` holds everything that pieces are dragged from and to. */
export function useDragging(store: EditorStore, area: () => HTMLElement | null): Signal<Dragged | null> {
  const dragged = useSignal<Dragged | null>(null);
  useEffect(() => {
    const within = area();
    if (!within) return;
    let begun: { source: Source; piece: Piece; x: number; y: number; pointer: number } | null = null;
    const stop = () => {
      begun = null;
      dragged.value = null;
    };
    const onDown = (event: PointerEvent) => {
      const found = event.isPrimary && event.button === 0 ? sourceAt(store, event.target) : null;
      begun = found && { ...found, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    };
    const onMove = (event: PointerEvent) => {
      if (begun?.pointer !== event.pointerId) return;
      const { clientX: x, clientY: y } = event;
      if (!dragged.peek() && Math.hypot(x - begun.x, y - begun.y) < STRAY_PX) return;
      dragged.value = { piece: begun.piece, x, y };
    };
    const onUp = (event: PointerEvent) => {
      if (begun?.pointer !== event.pointerId) return;
      const { source } = begun;
      const isDrag = dragged.peek() !== null;
      stop();
      if (!isDrag) return;
      store.drop(source, targetAt(store, document.elementFromPoint(event.clientX, event.clientY)));
      // The press that it was is no click.
      const swallow = (click: Event) => click.stopPropagation();
      within.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => within.removeEventListener('click', swallow, true));
    };
    within.addEventListener('pointerdown', onDown);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', stop);
    return () => {
      within.removeEventListener('pointerdown', onDown);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', stop);
    };
  }, [store]);
  return dragged;
}

function sourceAt(store: EditorStore, at: EventTarget | null): { source: Source; piece: Piece } | null {
  if (!(at instanceof Element)) return null;
  const { board } = store.position.peek();
  const square = at.closest<HTMLElement>('[data-square]')?.dataset['square'];
  const standing = square === undefined ? undefined : board.get(square);
  if (square !== undefined) return standing ? { source: { t: 'square', at: square }, piece: standing } : null;
  const { kind, side, from } = at.closest<HTMLElement>('[data-kind]')?.dataset ?? {};
  if (kind === undefined || (side !== 'sente' && side !== 'gote')) return null;
  const piece = { side, kind } as const;
  if (from !== 'hand') return { source: { t: 'piece', piece }, piece };
  const isHeld = (store.position.peek().hands[side].get(kind) ?? 0) > 0;
  return isHeld ? { source: { t: 'hand', side, kind }, piece } : null;
}

function targetAt(store: EditorStore, at: Element | null): Target {
  const square = at?.closest<HTMLElement>('.board-grid [data-square]')?.dataset['square'];
  if (square !== undefined) return { t: 'square', at: square };
  const side = sideOfStand(store, at);
  return side && { t: 'hand', side };
}

/** Whose stand it is. */
export function sideOfStand(store: EditorStore, at: Element | null): Side | null {
  const listed = at?.closest<HTMLElement>('[data-hand]')?.dataset['hand'];
  if (listed === 'sente' || listed === 'gote') return listed;
  const bottom = store.orientation.peek();
  if (at?.closest('.hand-bottom-area')) return bottom;
  return at?.closest('.hand-top-area') ? other(bottom) : null;
}
