/**
 * A rush in the browser: the board, what the server says to each move, and how much time is left by
 * its clock.
 */

import { batch, signal } from '@preact/signals';
import { problemOf as problemIn } from '../api/request';
import { readDests } from '../board/dests';
import { fromSfen } from '../shogi/position';
import { squaresOf } from '../shogi/usi';
import { pieceSound } from '../sound/effects';
import { createTrainer } from '../trainer/trainer';
import type { Rush, RushVerdict } from '../wire/generated';
import { answerRush, beginRush, rushOf } from './rush-api';

/** How long a move is looked at before the reply or the next problem. */
const LOOK_MS = 250;
/** How often the clock is drawn. */
const TICK_MS = 100;
/** How long to wait before the server is asked again that was not reached. */
const AGAIN_MS = 1_500;
/** Where this tab keeps which rush is its own, so that a reload goes on with it. */
const KEPT = 'komadai.rush';

export type RushStage = 'before' | 'solving' | 'waiting' | 'over';

export type RushAt = ReturnType<typeof createRush>;

export function createRush() {
  const rush = signal<Rush | null>(null);
  const stage = signal<RushStage>('before');
  const leftMs = signal(0);
  /** How the problem before went. */
  const before = signal<'solved' | 'failed' | null>(null);
  const unreachable = signal(false);
  let moves: string[] = [];
  /** When the time is up, by the clock of this page. */
  let endsAt = 0;
  let timers: ReturnType<typeof setTimeout>[] = [];
  let ticks: ReturnType<typeof setInterval> | undefined;
  const later = (ms: number, what: () => void) => timers.push(setTimeout(what, ms));

  const trainer = createTrainer((usi) => void tryMove(usi));

  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    clearInterval(ticks);
  };

  const play = (usi: string) => {
    moves = [...moves, usi];
    trainer.play(usi);
    pieceSound();
  };

  /** Shows what is to be solved now, or that it is over. */
  const show = (told: Rush) => {
    stop();
    moves = [];
    endsAt = performance.now() + told.left_ms;
    batch(() => {
      rush.value = told;
      leftMs.value = told.left_ms;
      unreachable.value = false;
      stage.value = told.problem ? 'solving' : 'over';
    });
    if (!told.problem) return forget();
    trainer.show(fromSfen('standard', told.problem.sfen), readDests(told.problem.dests));
    ticks = setInterval(tick, TICK_MS);
  };

  const tick = () => {
    leftMs.value = Math.max(0, endsAt - performance.now());
    if (leftMs.value > 0) return;
    clearInterval(ticks);
    void look();
  };

  /** Asks how the rush stands: whether the time is up says the server. */
  async function look() {
    const id = rush.peek()?.rush;
    if (id === undefined) return;
    try {
      const told = await rushOf(id);
      // What was on the board is on it still, as long as it is to be solved.
      if (told.problem && told.problem.place === rush.peek()?.problem?.place && moves.length > 0)
        return later(AGAIN_MS, () => void look());
      show(told);
    } catch (cause) {
      lost(cause);
    }
  }

  /**
   * Nothing was heard: it goes on when the server is there again, unless another rush has taken its
   * place.
   */
  const lost = (cause: unknown) => {
    if (problemIn(cause).status === 404) {
      forget();
      stop();
      stage.value = 'before';
      return;
    }
    moves = [];
    unreachable.value = true;
    later(AGAIN_MS, () => void look());
  };

  const take = (verdict: RushVerdict) => {
    unreachable.value = false;
    if (verdict.t === 'reply')
      return later(LOOK_MS, () => {
        play(verdict.usi);
        trainer.show(fromSfen('standard', verdict.sfen), readDests(verdict.dests), squaresOf(verdict.usi));
        stage.value = 'solving';
      });
    if (verdict.t === 'late') return show(verdict.rush);
    before.value = verdict.t;
    later(LOOK_MS, () => show({ ...verdict.rush, left_ms: Math.max(0, verdict.rush.left_ms - LOOK_MS) }));
  };

  async function tryMove(usi: string) {
    const now = rush.peek();
    if (!now?.problem) return;
    play(usi);
    before.value = null;
    stage.value = 'waiting';
    try {
      take(await answerRush(now.rush, now.problem.place, moves));
    } catch (cause) {
      lost(cause);
    }
  }

  return {
    trainer,
    rush,
    stage,
    leftMs,
    before,
    unreachable,
    stop,
    async start() {
      try {
        const begun = await beginRush();
        keep(begun.rush);
        before.value = null;
        show(begun);
      } catch {
        unreachable.value = true;
      }
    },
    /** Goes on with the rush that this tab was in. */
    async resume() {
      const id = kept();
      if (id === null) return;
      try {
        const told = await rushOf(id);
        if (told.problem) show(told);
        else forget();
      } catch (cause) {
        if (problemIn(cause).status === 404) forget();
      }
    },
  };
}

function keep(id: string): void {
  try {
    sessionStorage.setItem(KEPT, id);
  } catch {
    // A reload ends it.
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // Nothing was kept.
  }
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
