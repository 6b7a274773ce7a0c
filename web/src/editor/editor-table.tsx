// biome-ignore-all lint/a11y/useSemanticElements: a fieldset would draw itself
// biome-ignore-all lint/a11y/noStaticElementInteractions: a press on a stand is for the pointer; keys have buttons that do the same
/**
 * A board on which a position is set up by hand, and what belongs to it: pieces, tools, hands, the
 * text.
 */

import '../styles/editor.css';
import { useSignal } from '@preact/signals';
import { type ComponentChildren, h } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { useFrame } from '../board/frame';
import { Play } from '../board/table';
import { useBoard } from '../board/use-board';
import { pieceName, pieceOf } from '../board/words';
import { listed } from '../i18n/listed';
import { t } from '../i18n/whole';
import { fromSfen, other } from '../shogi/position';
import { Icon, type IconName } from '../ui/icon';
import { Page } from '../ui/page';
import { TextField } from '../ui/text-field';
import type { Side } from '../wire/generated';
import { type Dragged, sideOfStand, useDragging } from './dragging';
import { clear, hold, holdRest, mirror, missing, swapSides } from './edit';
import type { EditorStore } from './editor-store';

export const SIDES = ['sente', 'gote'] as const;

/** A page: the board, and beside it whatever its page has to say. */
export function EditorTable({ store, children }: { store: EditorStore; children: ComponentChildren }) {
  const { variant } = store.position.value;
  const bottom = store.orientation.value;
  const frame = useFrame(variant, bottom);
  const refs = useBoard(
    {
      picture() {
        const shown = store.shown.value;
        return shown && { ...shown, orientation: store.orientation.value };
      },
      callbacks: { onMove() {} },
    },
    [store, variant],
  );
  const area = useRef<HTMLDivElement>(null);
  const dragged = useDragging(store, () => area.current);
  const held = store.held.value;
  const keyboard = {
    store,
    picked: held?.t === 'square' ? held.at : null,
    onPick: () => store.take(null),
    onSquare: store.press,
  };
  return (
    <div
      class="table-frame"
      ref={area}
      onClick={(event) => {
        const side =
          event.target instanceof Element &&
          !event.target.closest('button') &&
          sideOfStand(store, event.target);
        if (side) store.pressHand(side);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') store.take(null);
      }}
    >
      <Page class={`table trainer editor ${frame.class}`} style={frame.style}>
        <Play refs={refs} bottom={bottom} keyboard={keyboard} />
        <div class="trainer-words">{children}</div>
        {dragged.value && <Ghost of={dragged.value} />}
      </Page>
    </div>
  );
}

const roleOf = (kind: string) =>
  kind.startsWith('+') ? `pro-${kind.slice(1).toLowerCase()}` : kind.toLowerCase();

function Picture({ side, kind }: { side: Side; kind: string }) {
  return h('sg-hp-wrap', { 'aria-hidden': 'true' }, h('piece', { class: `${side} ${roleOf(kind)}` }));
}

function Ghost({ of: { piece, x, y } }: { of: Dragged }) {
  return (
    <div class="editor-ghost" style={{ left: `${x}px`, top: `${y}px` }}>
      <Picture {...piece} />
    </div>
  );
}

/** Every kind of piece for either side, and an eraser. */
export function Box({ store }: { store: EditorStore }) {
  const words = t().editor;
  const { variant } = store.position.value;
  const held = store.held.value;
  return (
    <div class="editor-box" role="group" aria-label={words.box}>
      {[other(store.orientation.value), store.orientation.value].map((side) => (
        <div key={side} role="group" aria-label={words.boxOf(side)}>
          {Object.keys(variant.pieces).map((kind) => {
            const isHeld = held?.t === 'piece' && held.piece.side === side && held.piece.kind === kind;
            return (
              <button
                key={kind}
                type="button"
                class="plain"
                data-side={side}
                data-kind={kind}
                aria-pressed={isHeld}
                aria-label={listed([pieceName(variant.name, kind), t().sides[side]])}
                onClick={() => store.take(isHeld ? null : { t: 'piece', piece: { side, kind } })}
              >
                <Picture side={side} kind={kind} />
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

export function Tools({ store }: { store: EditorStore }) {
  const words = t().editor;
  const isErasing = store.held.value?.t === 'eraser';
  const start = () => {
    const { variant } = store.position.peek();
    store.change(() => fromSfen(variant.name, variant.start));
  };
  const tools: [string, IconName, () => void][] = [
    [words.start, 'repeat', start],
    [words.clear, 'close', () => store.change(clear)],
    [words.mirror, 'mirror', () => store.change(mirror)],
    [words.swap, 'swap', () => store.change(swapSides)],
    [words.flip, 'flip', store.flip],
  ];
  return (
    <div class="editor-tools">
      <button type="button" disabled={!store.mayUndo.value} onClick={store.undo}>
        <Icon name="undo" />
        {words.undo}
      </button>
      <button
        type="button"
        aria-pressed={isErasing}
        onClick={() => store.take(isErasing ? null : { t: 'eraser' })}
      >
        {words.eraser}
      </button>
      {tools.map(([name, icon, act]) => (
        <button key={name} type="button" onClick={act}>
          <Icon name={icon} />
          {name}
        </button>
      ))}
    </div>
  );
}

export function Hands({ store }: { store: EditorStore }) {
  const words = t().editor;
  const { variant, hands } = store.position.value;
  const start = useMemo(() => fromSfen(variant.name, variant.start), [variant]);
  const hasRest = [...missing(store.position.value, start).values()].some((n) => n > 0);
  return (
    <details class="editor-hands" open>
      <summary>{words.hands}</summary>
      {SIDES.map((side) => (
        <div key={side} data-hand={side} role="group" aria-label={words.handOf(side)}>
          <span class="label">{t().sides[side]}</span>
          <ul>
            {variant.hand.map((kind) => {
              const piece = pieceOf(variant.name, kind);
              const n = hands[side].get(kind) ?? 0;
              const add = (by: number) => store.change((it) => hold(it, side, kind, by));
              return (
                <li key={kind} class={n === 0 ? 'none' : ''}>
                  <button
                    type="button"
                    class="plain"
                    aria-label={words.fewer(piece)}
                    disabled={n === 0}
                    onClick={() => add(-1)}
                  >
                    −
                  </button>
                  <span data-kind={kind} data-side={side} data-from="hand">
                    <Picture side={side} kind={kind} />
                  </span>
                  <output>{n}</output>
                  <button type="button" class="plain" aria-label={words.more(piece)} onClick={() => add(1)}>
                    +
                  </button>
                </li>
              );
            })}
          </ul>
          {hasRest && (
            <button
              type="button"
              class="quiet"
              onClick={() => store.change((it) => holdRest(it, start, side))}
            >
              {words.rest(side)}
            </button>
          )}
        </div>
      ))}
    </details>
  );
}

/** The position as a text, which can be pasted. */
export function Text({ store }: { store: EditorStore }) {
  const words = t().editor;
  const typed = useSignal<string | null>(null);
  const isBad = typed.value !== null;
  return (
    <>
      <TextField
        label={words.sfen}
        exact
        name="sfen"
        value={typed.value ?? store.sfen.value}
        onInput={(text) => {
          typed.value = store.read(text) ? null : text;
        }}
      />
      {isBad && (
        <p class="warning" role="alert">
          {words.sfenBad}
        </p>
      )}
    </>
  );
}
