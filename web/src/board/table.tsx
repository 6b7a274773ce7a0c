/**
 * The table: a board between its stands, and what stands around them. Every page with a board takes
 * its parts from here; how large they are and where they go is `styles/table.css`.
 */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { t } from '../i18n/of-boards';
import { other } from '../shogi/position';
import type { Square } from '../shogi/square';
import type { Variant } from '../shogi/variant';
import { useArrival } from '../ui/page';
import type { Side } from '../wire/generated';
import { BoardGrid, type BoardModel, HandKeys } from './board-grid';
import { forbiddenFrom } from './dests';
import type { Kings } from './faces';
import { useFrame } from './frame';
import { PieceHint } from './piece-hint';
import { type Asking, PromotionChoice } from './promotion-choice';
import { StepChoice } from './step-choice';
import type { BoardRefs } from './use-board';

/** How somebody without a pointer picks pieces up. */
export interface Keyboard {
  store: BoardModel & Asking;
  picked: string | null;
  onPick(origin: string | null): void;
  /** Takes a press on a square instead of what it usually does. */
  onSquare?: ((sq: Square) => void) | undefined;
}

/** `said` is told what is picked up, or put down (null). */
export function useKeyboard(
  store: Keyboard['store'],
  refs: BoardRefs,
  said?: (origin: string | null) => void,
): Keyboard {
  const shown = store.shown.value;
  // A move of any kind puts down what the keyboard had picked up: it is in hand on one board only.
  const picked = useSignal<{ origin: string; on: typeof shown } | null>(null);
  const onPick = (origin: string | null) => {
    picked.value = origin === null ? null : { origin, on: store.shown.peek() };
    said?.(origin);
    const side = store.game.peek()?.you;
    if (side) refs.current.current?.pick(origin, side);
    // A piece taken from the stand is put on the board next.
    if (origin?.endsWith('*')) document.querySelector<HTMLElement>('.board-grid [tabindex="0"]')?.focus();
  };
  return { store, picked: picked.value?.on === shown ? picked.value.origin : null, onPick };
}

interface PlayProps {
  refs: BoardRefs;
  /** The side the board is seen from. */
  bottom: Side;
  /** Without it the board is looked at only. */
  keyboard?: Keyboard | undefined;
  /** What lies over the board for a moment. */
  over?: ComponentChildren;
}

/** A board between its stands. */
export function Play({ refs, bottom, keyboard, over }: PlayProps) {
  const stand = (place: 'top' | 'bottom', side: Side) => (
    <div class={`stand hand-${place}-area`}>
      <div ref={place === 'top' ? refs.handTop : refs.handBottom} aria-hidden="true" />
      {keyboard && <HandKeys {...keyboard} side={side} onAsk={refs.ask} />}
    </div>
  );
  const picked = refs.picked.value;
  const offered = keyboard?.store.offered.value;
  const forbidden = picked && offered ? forbiddenFrom(offered, picked).join() : '';
  useEffect(() => {
    refs.current.current?.forbid(forbidden ? forbidden.split(',') : []);
  }, [forbidden]);
  // A piece that has taken its first step is in hand for the second.
  const half = keyboard?.store.stepping.value;
  const side = keyboard?.store.game.value?.you;
  useLayoutEffect(() => {
    // A quick player has gone on meanwhile.
    if (half && side && keyboard?.store.stepping.peek() === half) refs.current.current?.pick(half.via, side);
  }, [half, side]);
  return (
    <div class="play">
      {stand('top', other(bottom))}
      <div class="ban-area">
        <div class="ban">
          <div class="ban-inner">
            <div ref={refs.board} class="sg-wrap" aria-hidden="true" />
            {keyboard && <BoardGrid {...keyboard} onAsk={refs.ask} />}
            {keyboard && <PromotionChoice store={keyboard.store} />}
            {keyboard && <StepChoice store={keyboard.store} picked={refs.picked.value} />}
            {over}
          </div>
        </div>
      </div>
      {stand('bottom', bottom)}
      {refs.asked.value && (
        <PieceHint
          {...refs.asked.value}
          onClose={() => {
            refs.asked.value = null;
          }}
        />
      )}
    </div>
  );
}

interface TableProps extends PlayProps {
  /** Said to those who do not see the names. */
  title: string;
  variant: Variant | undefined;
  kings?: Kings;
  /** More names for the style sheets. */
  class?: string;
  /** What stands above everything else. */
  head?: ComponentChildren;
  /** Who sits there, with the clock. */
  seat(side: Side, place: 'top' | 'bottom'): ComponentChildren;
  /** The moves, and the steps through them; null where they are not to be seen. */
  record: ComponentChildren;
  /** What is to be done. */
  desk?: ComponentChildren;
  /** What else there is to read. */
  rest?: ComponentChildren;
  children?: ComponentChildren;
}

/** A whole page around a board. */
export function Table(props: TableProps) {
  const { title, variant, bottom, kings, class: name = '', refs, keyboard, seat, record, desk, rest } = props;
  const frame = useFrame(variant, bottom, kings);
  const main = useArrival<HTMLElement>();
  return (
    <div class="table-frame">
      <main id="main" ref={main} class={`table ${name} ${frame.class}`} style={frame.style}>
        <h1 class="hidden-visually">{title}</h1>
        {props.head && <div class="table-head">{props.head}</div>}
        <div class="seat-top">{seat(other(bottom), 'top')}</div>
        <div class="rest">{rest}</div>
        <Play refs={refs} bottom={bottom} keyboard={keyboard} over={props.over} />
        <div class="right">
          {record !== null && (
            <section class="record card" aria-label={t().game.moves}>
              {record}
            </section>
          )}
          <div class="desk">{desk}</div>
          <div class="seat-bottom">{seat(bottom, 'bottom')}</div>
        </div>
      </main>
      {props.children}
    </div>
  );
}
