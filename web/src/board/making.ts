/**
 * A move in the making: set down by pointer or key, perhaps asked about its promotion or its face,
 * perhaps only half done (§9.3), and settled at last. Games, reviews and lessons all make theirs
 * with it.
 */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Position, play } from '../shogi/position';
import type { Square } from '../shogi/square';
import { squaresOf, type Usi, usiOf } from '../shogi/usi';
import { type Offered, stepsFrom } from './dests';

export interface Attempt {
  from: string;
  to: Square;
}

/** A piece that has taken what stood beside it, and may go on. */
export interface Stepping {
  from: Square;
  via: Square;
  to: readonly Square[];
  /** Whether it may stay there. */
  mayStop: boolean;
}

export interface Making {
  /** What is to be answered: promotion, or with which face up a piece is dropped. */
  readonly asking: ReadonlySignal<Attempt | null>;
  readonly stepping: ReadonlySignal<Stepping | null>;
  /** Null while nothing is in the making. */
  readonly shown: ReadonlySignal<{ position: Position; last: Square[] } | null>;
  /** Where the piece that is half done may go on. */
  readonly next: ReadonlySignal<Offered | null>;
  /** False when it is not offered. */
  attempt(move: Attempt): boolean;
  /** Asks whether the move promotes. */
  ask(move: Attempt): void;
  /** For a drop: whether the other face is up. Null takes the move back. */
  answerPromotion(yes: boolean | null): void;
  /** Ends a move that is half done: where the piece is, where it came from, or not at all. */
  answerStep(how: 'stop' | 'back' | null): void;
  /** Plays the pass of the piece there. */
  pass(from: Square): void;
  clear(): void;
}

interface Here {
  position: Position | null;
  offered: Offered | null;
}

/** `here` says what is possible, `settle` is given what is decided. */
export function createMaking(here: () => Here, settle: (usi: Usi) => void): Making {
  const asking = signal<Attempt | null>(null);
  const stepping = signal<Stepping | null>(null);
  const clear = () => {
    asking.value = null;
    stepping.value = null;
  };
  const otherFace = (kind: string) => here().position?.variant.pieces[kind]?.turns;

  function drop({ from, to }: Attempt): boolean {
    const { offered } = here();
    const kind = from.slice(0, -1);
    const other = otherFace(kind);
    const faces = [kind, ...(other === undefined ? [] : [other])];
    const fits = faces.filter((face) => offered?.get(`${face}*`)?.has(to));
    if (fits.length > 1) asking.value = { from, to };
    else if (fits[0]) settle(usiOf(`${fits[0]}*`, to, false));
    return fits.length > 0;
  }

  function attempt(move: Attempt): boolean {
    const { position, offered } = here();
    const half = stepping.value;
    if (half) {
      if (move.from !== half.via || !half.to.includes(move.to)) return false;
      stepping.value = null;
      settle({ drop: null, from: half.from, via: half.via, to: move.to, promote: false });
      return true;
    }
    if (!offered) return false;
    if (move.from.endsWith('*')) return drop(move);
    const to = position?.board.has(move.to) ? stepsFrom(offered, move.from).get(move.to) : undefined;
    const promotion = offered.get(move.from)?.get(move.to);
    if (to) stepping.value = { from: move.from, via: move.to, to, mayStop: promotion !== undefined };
    else if (promotion === undefined) return false;
    else if (promotion === 'may') asking.value = move;
    else settle(usiOf(move.from, move.to, promotion === 'must'));
    return true;
  }

  return {
    asking,
    stepping,
    shown: computed(() => {
      const { position } = here();
      if (!position) return null;
      const half = stepping.value;
      if (half) {
        const usi = usiOf(half.from, half.via, false);
        return { position: { ...play(position, usi), turn: position.turn }, last: squaresOf(usi) };
      }
      const asked = asking.value;
      if (!asked) return null;
      const usi = usiOf(asked.from, asked.to, false);
      return { position: play(position, usi), last: squaresOf(usi) };
    }),
    next: computed(() => {
      const half = stepping.value;
      return half && new Map([[half.via, new Map(half.to.map((sq) => [sq, 'no' as const]))]]);
    }),
    attempt,
    ask(move) {
      asking.value = move;
    },
    answerPromotion(yes) {
      const move = asking.value;
      asking.value = null;
      if (!move || yes === null) return;
      const kind = move.from.endsWith('*') ? move.from.slice(0, -1) : null;
      if (kind !== null) settle(usiOf(`${yes ? (otherFace(kind) ?? kind) : kind}*`, move.to, false));
      else settle(usiOf(move.from, move.to, yes));
    },
    answerStep(how) {
      const half = stepping.value;
      stepping.value = null;
      if (!half || how === null) return;
      if (how === 'stop') settle(usiOf(half.from, half.via, false));
      else settle({ drop: null, from: half.from, via: half.via, to: half.from, promote: false });
    },
    pass(from) {
      const { offered } = here();
      const via = offered && passOf(offered, from, here().position);
      if (via) settle({ drop: null, from, via, to: from, promote: false });
    },
    clear,
  };
}

/** By way of which empty square the piece may pass, if it may. */
export function passOf(offered: Offered, from: Square, position: Position | null): Square | null {
  for (const [via, to] of stepsFrom(offered, from))
    if (!position?.board.has(via) && to.includes(from)) return via;
  return null;
}
