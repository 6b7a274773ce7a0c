/**
 * Learning from one's mistakes: the turning points of the main line, one after the other, each to
 * be played better.
 *
 * Everything is tried in a borrowed copy, so that nobody else sees it and the review stays as it
 * is.
 */

import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ReviewNode, Side } from '../wire/generated';
import type { Analysis } from './analysis';
import type { Worth } from './engine-words';
import type { Mistake } from './mistakes';
import type { ReviewStore } from './review-store';
import { type Answer, advantageOf, answerTo, isRight, turningPoints } from './turning-points';

/** A turning point, and how it went. */
export interface Point extends Mistake {
  /** The position in which the mistake was made. */
  before: number;
  /** The number of the move, from 1. */
  ply: number;
  played: string;
  n_tries: number;
  is: 'open' | 'found' | 'shown';
}

export type Stage =
  | 'off'
  /** Whose mistakes are wanted is asked. */
  | 'choosing'
  /** The engine looks for the turning points. */
  | 'preparing'
  | 'none'
  | 'asking'
  | 'checking'
  | 'answered'
  | 'shown'
  | 'over';

export interface SecondChance {
  readonly stage: ReadonlySignal<Stage>;
  readonly side: ReadonlySignal<Side>;
  readonly points: ReadonlySignal<readonly Point[]>;
  /** Which point is up, from 0. */
  readonly at: ReadonlySignal<number>;
  readonly point: ReadonlySignal<Point | null>;
  readonly answer: ReadonlySignal<Answer | null>;
  /** What the position was worth for the side that learns, if it resigned when it was ahead. */
  readonly resigned: ReadonlySignal<Worth | null>;
  choose(side: Side): void;
  start(side: Side): Promise<void>;
  /** Has the position once more. */
  retry(): void;
  showAnswer(): void;
  next(): void;
  leave(): void;
  /** Leaves, and shows the position that was resigned. */
  showResigned(): void;
  close(): void;
}

/** What the record calls the end of a game that somebody gave up. */
const RESIGNATION = 'resignation';

export function createSecondChance(store: ReviewStore, analysis: Analysis): SecondChance {
  const stage = signal<Stage>('off');
  const side = signal<Side>('sente');
  const points = signal<readonly Point[]>([]);
  const at = signal(0);
  const answer = signal<Answer | null>(null);
  /** Whether the line was given to the engine: one without work to do is done at once. */
  const isGiven = signal(false);
  const point = computed(() => points.value[at.value] ?? null);
  /** Where the game ended: a try leads elsewhere. */
  const last = signal<ReviewNode | undefined>(undefined);
  const resigned = computed(() => {
    const end = last.value;
    if (!end || end.end !== RESIGNATION || end.winner === side.value) return null;
    const worth = analysis.judged.value.get(end.parent ?? -1)?.worth;
    return worth ? advantageOf(worth, side.value) : null;
  });
  let giveBack: (() => void) | null = null;
  /** The try that is being checked, or was last. */
  let tried: number | null = null;

  const change = (what: Partial<Point>) => {
    points.value = points.peek().map((it, i) => (i === at.peek() ? { ...it, ...what } : it));
  };

  /** Shows the position before the mistake, for a better move. */
  const ask = (which: number) => {
    batch(() => {
      at.value = which;
      answer.value = null;
      tried = null;
      stage.value = 'asking';
      const it = points.peek()[which];
      if (it) store.look(it.before);
    });
  };

  const check = async (node: ReviewNode, of: Point) => {
    tried = node.id;
    stage.value = 'checking';
    const after = await analysis.judgeOne(node);
    const before = analysis.judged.peek().get(of.before);
    if (stage.peek() !== 'checking' || tried !== node.id) return;
    if (!after || !before || node.usi === undefined) return ask(at.peek());
    const found = answerTo({ side: of.side, usi: node.usi, played: of.played, lost: of.lost, before, after });
    batch(() => {
      answer.value = found;
      stage.value = 'answered';
      const n_tries = of.n_tries + 1;
      // Who has seen the answer has not found it.
      change(of.is === 'open' && isRight(found) ? { n_tries, is: 'found' } : { n_tries });
    });
  };

  const stopTries = effect(() => {
    const node = store.node.value;
    const of = point.peek();
    if (stage.peek() !== 'asking' || !node || !of || node.parent !== of.before) return;
    untracked(() => void check(node, of));
  });

  /** What the engine has found in the line. */
  const begin = () => {
    const path = store.path.peek();
    points.value = turningPoints(analysis.verdict.peek()?.mistakes ?? [], side.peek()).flatMap(
      (it): Point[] => {
        const ply = path.findIndex((node) => node.id === it.node);
        const { parent, usi } = path[ply] ?? {};
        if (typeof parent !== 'number' || usi === undefined) return [];
        return [{ ...it, before: parent, ply, played: usi, n_tries: 0, is: 'open' }];
      },
    );
    if (points.peek().length > 0) ask(0);
    else stage.value = 'none';
  };
  const stopPreparing = effect(() => {
    const isDone = isGiven.value && analysis.state.value === 'on' && analysis.progress.value === null;
    if (stage.value === 'preparing' && isDone) untracked(begin);
  });

  const leave = () => {
    batch(() => {
      stage.value = 'off';
      giveBack?.();
      giveBack = null;
    });
  };

  return {
    stage,
    side,
    points,
    at,
    point,
    answer,
    resigned,
    choose(preset) {
      side.value = preset;
      stage.value = 'choosing';
    },
    async start(of) {
      giveBack ??= store.borrow();
      batch(() => {
        side.value = of;
        points.value = [];
        isGiven.value = false;
        stage.value = 'preparing';
        store.look(0);
        last.value = store.path.peek().at(-1);
        if (store.orientation.peek() !== of) store.flip();
      });
      if (analysis.state.peek() !== 'on') await analysis.start();
      if (stage.peek() !== 'preparing') return;
      if (analysis.isUnjudged.peek() && !analysis.progress.peek()) void analysis.judgeLine();
      isGiven.value = true;
    },
    retry: () => ask(at.peek()),
    showAnswer() {
      const of = point.peek();
      const best = of && analysis.judged.peek().get(of.before)?.moves[0];
      if (!of || !best) return;
      batch(() => {
        stage.value = 'shown';
        answer.value = null;
        if (of.is === 'open') change({ is: 'shown' });
        store.look(of.before);
        store.edit({ t: 'play', after: of.before, usi: best });
      });
    },
    next() {
      if (at.peek() + 1 < points.peek().length) ask(at.peek() + 1);
      else stage.value = 'over';
    },
    leave,
    showResigned() {
      const node = last.peek()?.parent;
      leave();
      if (typeof node === 'number') store.look(node);
    },
    close() {
      stopTries();
      stopPreparing();
      leave();
    },
  };
}
