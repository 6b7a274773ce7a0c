/** Where one looks in a game: at which move, with what is tried out ahead of it, and from which side. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Position, play } from '../shogi/position';
import type { Usi } from '../shogi/usi';
import type { GameSnapshot, Side } from '../wire/generated';
import { lineOf } from './line';

export interface Looking {
  /** The moves of both sides that are tried out ahead of the game; null when none are to be. */
  readonly ahead: Signal<readonly Usi[] | null>;
  /** How many moves the position has behind it that is looked at; null for the newest. */
  readonly looked: Signal<number | null>;
  /** The positions of the game itself. */
  readonly played: ReadonlySignal<Position[]>;
  /** The same, and those that are tried out ahead. */
  readonly line: ReadonlySignal<Position[]>;
  readonly newest: ReadonlySignal<number>;
  readonly ply: ReadonlySignal<number>;
  readonly lookingBack: ReadonlySignal<boolean>;
  readonly orientation: ReadonlySignal<Side>;
  flip(): void;
}

export function createLooking(game: ReadonlySignal<GameSnapshot | null>): Looking {
  const ahead = signal<readonly Usi[] | null>(null);
  const looked = signal<number | null>(null);
  const flipped = signal(false);
  const played = lineOf(game);
  const line = computed(() => {
    const positions = [...played.value];
    for (const usi of ahead.value ?? []) {
      const before = positions.at(-1);
      if (before) positions.push(play(before, usi));
    }
    return positions;
  });
  const newest = computed(() => line.value.length - 1);
  const ply = computed(() => Math.min(looked.value ?? newest.value, newest.value));
  const lookingBack = computed(() => ply.value < newest.value);
  const orientation = computed<Side>(() => {
    const own = game.value?.you ?? 'sente';
    return flipped.value ? (own === 'sente' ? 'gote' : 'sente') : own;
  });
  return {
    ahead,
    looked,
    played,
    line,
    newest,
    ply,
    lookingBack,
    orientation,
    flip() {
      flipped.value = !flipped.value;
    },
  };
}
