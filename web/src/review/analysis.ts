/**
 * What the engine in the browser has found out about a review: for the panel, the bar, the arrow
 * and the moves.
 */

import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { myGames } from '../session';
import type { Position } from '../shogi/position';
import { sfenOf } from '../shogi/position';
import type { ReviewNode } from '../wire/generated';
import { type Engine, startEngine } from './engine';
import { canJudge } from './engine-variants';
import type { BestLine, Judged } from './engine-words';
import { type Verdict, verdictOf } from './mistakes';
import { promotingLines } from './promoting';
import { engineLeave } from './review-api';
import type { ReviewStore } from './review-store';

/**
 * How long the position that is looked at is thought over, and how many of its best lines are
 * found: one more than are shown, as two may differ only in a promotion.
 */
const HERE = { ms: 8_000, lines: 4 };
const SHOWN_LINES = 3;
/**
 * How long each position of a whole line is, once after the other: first so that the graph stands
 * soon, then better, from the end to the beginning, as what comes of a position is then known
 * already.
 */
const FIRST_PASS = { ms: 120, lines: 1 };
const LAST_PASS = { ms: 480, lines: 1 };
const PASSES = [FIRST_PASS, LAST_PASS];
/** How long a position is that somebody waits for. */
const AWAITED = { ms: 1_500, lines: 1 };
/** The engine stops a little before its time. */
const NEARLY = 0.95;
/** How often what the engine says is shown, in ms. */
const SHOWN_EVERY = 80;
/** Positions that are remembered across a reload, and how many moves of each one's best line. */
const KEPT_MAX = 1_000;
const MOVES_KEPT = 10;

export type EngineState = 'off' | 'loading' | 'on' | 'forbidden' | 'failed';

export interface Analysis {
  readonly state: ReadonlySignal<EngineState>;
  /** What the engine calls itself. */
  readonly engine: ReadonlySignal<string>;
  /**
   * The best lines of the position that is looked at, as far as they are known, the best one first.
   */
  readonly lines: ReadonlySignal<BestLine[]>;
  /** What is known, by the number of the node. */
  readonly judged: ReadonlySignal<ReadonlyMap<number, Judged>>;
  /** Null as long as positions of the line that is shown were not judged. */
  readonly verdict: ReadonlySignal<Verdict | null>;
  /** Whether there is something to judge in the line that is shown. */
  readonly isUnjudged: ReadonlySignal<boolean>;
  /** How much of the judging of the whole line is done; null while nobody asked for it. */
  readonly progress: ReadonlySignal<{ done: number; of: number } | null>;
  readonly canJudge: ReadonlySignal<boolean>;
  start(): Promise<void>;
  stop(): void;
  /** Judges every position of the line that is shown, or stops doing so. */
  judgeLine(): Promise<void>;
  /** Judges one position before anything else; null where nothing is found out. */
  judgeOne(node: ReviewNode): Promise<Judged | null>;
  /** Looks at the next mistake of the line, or the one before. */
  walk(by: 1 | -1): void;
  close(): void;
}

export function createAnalysis(store: ReviewStore): Analysis {
  const state = signal<EngineState>('off');
  const name = signal('');
  /** By the position itself, as nodes of a copy may have the numbers of other nodes. */
  const known = signal<ReadonlyMap<string, Judged>>(new Map());
  const lines = signal<ReadonlyMap<string, BestLine[]>>(new Map());
  const progress = signal<{ done: number; of: number } | null>(null);
  /** How many wait for one position to be judged. */
  const awaited = signal(0);
  let engine: Engine | null = null;
  /** How often somebody wanted the line judged. */
  let runs = 0;

  const judged = computed(() => {
    const found = new Map<number, Judged>();
    for (const [id, position] of store.positions.value) {
      const it = known.value.get(keyOf(position));
      if (it) found.set(id, it);
    }
    return found;
  });
  const moves = computed(() => store.path.value.filter(({ end }) => end === undefined));
  const verdict = computed(() => {
    const of = judged.value;
    // The last move may be one that somebody has just tried.
    const unknown = moves.value.filter(({ id }) => !of.has(id)).length;
    return unknown > 1 || moves.value.length < 3 ? null : verdictOf(moves.value, store.positions.value, of);
  });
  const isJudgingLine = computed(() => progress.value !== null);
  const stopKeeping = keepAcrossReloads(known);

  const stop = (why: EngineState) => {
    engine?.close();
    engine = null;
    progress.value = null;
    state.value = why;
  };

  const judge = async (node: ReviewNode, how: { ms: number; lines: number }): Promise<void> => {
    const position = store.positions.peek().get(node.id);
    if (!position || node.end !== undefined || !engine) return;
    if (isKnown(known.peek().get(keyOf(position)), how.ms)) return;
    await thinkOver(engine, position, how, { known, lines });
  };

  const stopHere = effect(() => {
    const node = store.node.value;
    const isFree = !isJudgingLine.value && awaited.value === 0;
    if (state.value === 'on' && node && isFree) void judge(node, HERE);
  });
  // Who sits down at a rated game meanwhile has no engine any more.
  const stopLeave = effect(() => {
    void myGames.value;
    if (state.peek() === 'off' || state.peek() === 'failed') return;
    void engineLeave().then((leave) => {
      if (leave.ok && !leave.value.allowed) stop('forbidden');
      else if (leave.ok && state.peek() === 'forbidden') state.value = 'off';
    });
  });

  return {
    state,
    engine: name,
    lines: computed(() => {
      const position = store.positions.value.get(store.node.value?.id ?? -1);
      const isOver = store.node.value?.end !== undefined;
      return (position && !isOver && lines.value.get(keyOf(position))) || [];
    }),
    judged,
    verdict,
    isUnjudged: computed(() => moves.value.some(({ id }) => !isKnown(judged.value.get(id), LAST_PASS.ms))),
    progress,
    canJudge: computed(() => canJudge(store.tree.value?.variant ?? '')),
    async start() {
      state.value = 'loading';
      const leave = await engineLeave();
      if (!leave.ok || !leave.value.allowed) return stop(leave.ok ? 'forbidden' : 'failed');
      try {
        engine = await startEngine();
        name.value = engine.name;
        state.value = 'on';
      } catch {
        stop('failed');
      }
    },
    stop: () => stop('off'),
    async judgeLine() {
      if (progress.peek()) {
        progress.value = null;
        return;
      }
      const path = moves.peek();
      const of = PASSES.length * path.length;
      const mine = ++runs;
      let done = 0;
      progress.value = { done, of };
      for (const pass of PASSES) {
        for (const node of pass === FIRST_PASS ? path : [...path].reverse()) {
          await judge(node, pass);
          // It was stopped, or stopped and started again.
          if (!progress.peek() || mine !== runs) return;
          progress.value = { done: ++done, of };
        }
      }
      progress.value = null;
    },
    async judgeOne(node) {
      awaited.value = awaited.peek() + 1;
      await judge(node, AWAITED);
      awaited.value = awaited.peek() - 1;
      return judged.peek().get(node.id) ?? null;
    },
    walk(by) {
      const order = store.path.peek().map(({ id }) => id);
      const at = order.indexOf(store.node.peek()?.id ?? 0);
      const places = (verdict.peek()?.mistakes ?? []).map(({ node }) => order.indexOf(node));
      const next = by > 0 ? places.find((it) => it > at) : places.findLast((it) => it < at);
      const node = next === undefined ? undefined : order[next];
      if (node !== undefined) store.look(node);
    },
    close() {
      stopHere();
      stopLeave();
      stopKeeping();
      engine?.close();
      engine = null;
    },
  };
}

/** What is known of positions, by their keys. */
interface Found {
  known: Signal<ReadonlyMap<string, Judged>>;
  lines: Signal<ReadonlyMap<string, BestLine[]>>;
}

/** Has the engine think a position over, and keeps what it finds. */
async function thinkOver(
  engine: Engine,
  position: Position,
  how: { ms: number; lines: number },
  { known, lines }: Found,
): Promise<void> {
  const key = keyOf(position);
  const begun = performance.now();
  let found: BestLine[] = [];
  let looking: BestLine[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    clearTimeout(timer);
    timer = undefined;
    const shown = promotingLines(position, found);
    const [best] = shown;
    const before = known.peek().get(key);
    // What was thought over for longer stays.
    if (!best || best.depth < (before?.depth ?? 0)) return;
    const { worth, depth, moves } = best;
    const ms = Math.max(before?.ms ?? 0, performance.now() - begun);
    batch(() => {
      known.value = new Map(known.peek()).set(key, { worth, depth, moves, ms });
      lines.value = new Map(lines.peek()).set(key, shown.slice(0, SHOWN_LINES));
    });
  };
  const isPlayable = await engine.ask({
    variant: position.variant.name,
    sfen: sfenOf(position),
    turn: position.turn,
    ...how,
    onLine(line) {
      // Lines are comparable when all of them were looked at as far.
      looking = line.rank === 0 ? [line] : [...looking, line];
      if (looking.length < found.length) return;
      found = looking;
      timer ??= setTimeout(show, SHOWN_EVERY);
    },
  });
  if (found.length > 0) show();
  else if (!isPlayable) {
    const mate = position.turn === 'sente' ? -1 : 1;
    known.value = new Map(known.peek()).set(key, {
      worth: { mate },
      depth: 0,
      moves: [],
      ms: Number.MAX_VALUE,
    });
  }
}

/** Whether it was thought over for so long already. */
const isKnown = (judged: Judged | undefined, ms: number) => (judged?.ms ?? 0) >= ms * NEARLY;

const keys = new WeakMap<Position, string>();

/** What tells positions apart: all but the number of the move. */
function keyOf(position: Position): string {
  const key = keys.get(position) ?? sfenOf(position);
  keys.set(position, key);
  return key;
}

/** Where this tab keeps what was found out, whichever review it was for. */
const KEPT = 'komadai.analysis';

/** What was found out outlives a reload of this tab, and a review that gets an address. */
function keepAcrossReloads(known: Signal<ReadonlyMap<string, Judged>>): () => void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
    if (Array.isArray(kept)) known.value = new Map(kept as [string, Judged][]);
  } catch {
    // It is found out once more.
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const kept = [...known.peek()].slice(-KEPT_MAX);
    const short = kept.map(([key, it]) => [key, { ...it, moves: it.moves.slice(0, MOVES_KEPT) }]);
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(short));
    } catch {
      // There is no room: it is found out once more.
    }
  };
  const stop = effect(() => {
    if (known.value.size > 0) timer ??= setTimeout(keep, 1_000);
  });
  return () => {
    stop();
    if (timer !== undefined) keep();
  };
}
