/** The position in the editor: what is held, what was done, and what the server says of it. */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { BoardModel } from '../board/board-grid';
import type { Asking } from '../board/promotion-choice';
import { fromSfen, type Piece, type Position, sfenOf } from '../shogi/position';
import { checkedRoyals } from '../shogi/reach';
import type { Square } from '../shogi/square';
import { variantOf } from '../shogi/variant';
import type { Socket } from '../socket/socket';
import type { PositionVerdict, Side } from '../wire/generated';
import { hold, isSfen, move, put, take, toggle, turnOver } from './edit';

/**
 * What the next press puts down: a kind of piece again and again, nothing, or the piece of a
 * square.
 */
export type Held = { t: 'piece'; piece: Piece } | { t: 'eraser' } | { t: 'square'; at: Square };

/** Where something is dragged from, and to; null is beside the board. */
export type Source = Held | { t: 'hand'; side: Side; kind: string };
export type Target = { t: 'square'; at: Square } | { t: 'hand'; side: Side } | null;

/** How many changes can be undone. */
const UNDO_MAX = 200;

/** How long a position stays before the server is asked about it. */
const ASK_AFTER_MS = 120;

export interface EditorStore extends BoardModel, Asking {
  readonly position: ReadonlySignal<Position>;
  readonly sfen: ReadonlySignal<string>;
  readonly held: ReadonlySignal<Held | null>;
  /** What the server says of it; null until it has answered, and where it cannot read it. */
  readonly verdict: ReadonlySignal<PositionVerdict | null>;
  readonly mayUndo: ReadonlySignal<boolean>;
  take(held: Held | null): void;
  press(at: Square): void;
  pressHand(side: Side): void;
  drop(from: Source, to: Target): void;
  /** Anything else that makes another position of this one. */
  change(to: (position: Position) => Position): void;
  /** Reads a text; false where it does not fit the board. */
  read(text: string): boolean;
  choose(variant: string): void;
  undo(): void;
  flip(): void;
  close(): void;
}

export function createEditor(socket: Socket, variant: string, sfen: string | null): EditorStore {
  const table = variantOf(variant);
  const first = sfen !== null && isSfen(table, sfen) ? sfen : table.start;
  const position = signal(fromSfen(table.name, first));
  const held = signal<Held | null>(null);
  const past = signal<readonly Position[]>([]);
  const orientation = signal<Side>('sente');
  const verdict = signal<PositionVerdict | null>(null);

  const set = (next: Position) => {
    if (next === position.peek()) return;
    past.value = [...past.peek().slice(1 - UNDO_MAX), position.peek()];
    position.value = next;
  };
  const text = computed(() => sfenOf(position.value));
  const stopAsking = effect(() => {
    const asked = { variant: position.value.variant.name, sfen: text.value };
    verdict.value = null;
    const timer = setTimeout(() => {
      void socket.send({ t: 'position', ...asked }).then((answer) => {
        if (text.peek() !== asked.sfen) return;
        verdict.value = answer.t === 'ack' ? (answer.position ?? null) : null;
      });
    }, ASK_AFTER_MS);
    return () => clearTimeout(timer);
  });

  const press = (at: Square) => {
    const here = position.peek();
    const what = held.peek();
    if (what?.t === 'piece') return set(toggle(here, at, what.piece));
    if (what?.t === 'eraser') return set(put(here, at, null));
    if (what === null) {
      if (here.board.has(at)) held.value = { t: 'square', at };
      return;
    }
    // Where it stands already it shows its other face, and can be pressed on.
    if (what.at === at) return set(turnOver(here, at));
    held.value = null;
    set(move(here, what.at, at));
  };

  return {
    position,
    sfen: text,
    held,
    verdict,
    mayUndo: computed(() => past.value.length > 0),
    game: signal({ you: null, handicap: null }),
    orientation,
    offered: signal(null),
    premoves: signal(null),
    asking: signal(null),
    line: computed(() => [position.value]),
    shown: computed(() => ({
      position: position.value,
      last: held.value?.t === 'square' ? [held.value.at] : [],
      checks: checkedRoyals(position.value),
    })),
    attempt() {},
    answerPromotion() {},
    stepping: signal(null),
    answerStep() {},
    pass() {},
    take(next) {
      held.value = next;
    },
    press,
    pressHand(side) {
      const what = held.peek();
      if (what?.t === 'piece') set(hold(position.peek(), side, what.piece.kind, 1));
      if (what?.t !== 'square') return;
      held.value = null;
      set(take(position.peek(), what.at, side));
    },
    drop(from, to) {
      const here = position.peek();
      if (from.t === 'hand') {
        const without = hold(here, from.side, from.kind, -1);
        if (to?.t === 'square') set(put(without, to.at, { side: from.side, kind: from.kind }));
        else set(to ? hold(without, to.side, from.kind, 1) : without);
      } else if (from.t === 'square') {
        if (to?.t === 'square') set(move(here, from.at, to.at));
        else set(to ? take(here, from.at, to.side) : put(here, from.at, null));
      } else if (from.t === 'piece') {
        if (to?.t === 'square') set(put(here, to.at, from.piece));
        else if (to) set(hold(here, to.side, from.piece.kind, 1));
      } else if (to?.t === 'square') set(put(here, to.at, null));
      held.value = null;
    },
    change(to) {
      held.value = null;
      set(to(position.peek()));
    },
    read(typed) {
      const { variant: here } = position.peek();
      if (!isSfen(here, typed)) return false;
      held.value = null;
      const read = fromSfen(here.name, typed.trim());
      if (sfenOf(read) !== text.peek()) set(read);
      return true;
    },
    choose(name) {
      held.value = null;
      const chosen = variantOf(name);
      set(fromSfen(chosen.name, chosen.start));
    },
    undo() {
      const before = past.peek().at(-1);
      if (!before) return;
      held.value = null;
      past.value = past.peek().slice(0, -1);
      position.value = before;
    },
    flip() {
      orientation.value = orientation.peek() === 'sente' ? 'gote' : 'sente';
    },
    close: stopAsking,
  };
}
