/** The clocks of a board as they run here, between what is noted of them. */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { other } from '../shogi/position';
import type { AnnouncedTime, ScoreEntry, Side } from '../wire/generated';
import { leftAfter } from './clocks';
import type { Entered } from './score';

/** How often they are drawn anew. */
const TICK_MS = 250;

export interface ScoreClocks {
  readonly clocks: ReadonlySignal<Readonly<Record<Side, number | null>>>;
  readonly running: ReadonlySignal<Side | null>;
  /** A clock was pressed: it stops, is noted, and the other one runs. */
  press(side: Side): void;
  /** Notes the clock of the side that had the move, if it runs. */
  noteTurn(turn: Side | undefined): void;
  /** How long the side to move has thought, if its own clock runs here. */
  spent(): { spent_ms?: number };
  /** Both stand still, until a clock is pressed. */
  stop(): void;
  /** Begins a break, or ends it. */
  pause(): void;
  resume(): void;
  close(): void;
}

export function createScoreClocks(
  state: ReadonlySignal<Entered | null>,
  time: AnnouncedTime | null,
  enter: (entry: ScoreEntry) => void,
): ScoreClocks {
  const mainMs = time && time.main_s * 1_000;
  const thinking = signal<{ side: Side; since: number } | null>(null);
  /** Who was thinking when the break began, and for how long. */
  let thought: { side: Side; ms: number } | null = null;
  const now = signal(Date.now());
  const ticking = setInterval(() => {
    now.value = Date.now();
  }, TICK_MS);
  /** What was left before the move that is thought about. */
  const before = computed(() => {
    const known = state.value?.clocks;
    return { sente: known?.sente ?? mainMs, gote: known?.gote ?? mainMs };
  });
  const press = (side: Side) => {
    const at = thinking.peek();
    const left = before.peek()[side];
    if (at?.side === side && left !== null) {
      const remaining_ms = leftAfter(time, left, Date.now() - at.since);
      enter({ t: 'clock', side, remaining_ms });
    }
    thinking.value = { side: other(side), since: Date.now() };
  };
  return {
    clocks: computed(() => {
      const left = { ...before.value };
      const at = thinking.value;
      const known = at && left[at.side];
      if (at && typeof known === 'number') left[at.side] = Math.max(0, known - (now.value - at.since));
      return left;
    }),
    running: computed(() => thinking.value?.side ?? null),
    press,
    noteTurn(turn) {
      if (turn && thinking.peek()?.side === turn) press(turn);
    },
    spent() {
      const at = thinking.peek();
      const turn = state.peek()?.position.turn;
      return at && at.side === turn ? { spent_ms: Math.max(0, Date.now() - at.since) } : {};
    },
    stop() {
      thinking.value = null;
    },
    pause() {
      const at = thinking.peek();
      if (at) thought = { side: at.side, ms: Date.now() - at.since };
      thinking.value = null;
      enter({ t: 'paused' });
    },
    resume() {
      const side = state.peek()?.position.turn ?? 'sente';
      const ms = thought?.side === side ? thought.ms : 0;
      thought = null;
      thinking.value = { side, since: Date.now() - ms };
      enter({ t: 'resumed' });
    },
    close: () => clearInterval(ticking),
  };
}
