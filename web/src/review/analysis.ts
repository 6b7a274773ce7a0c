/** What the engine in the browser has found out about a review: for the panel, the bar, the arrow and the moves. */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { myGames } from '../session';
import { canJudge, type Engine, startEngine } from './engine';
import type { BestLine, Worth } from './engine-words';
import { type Verdict, verdictOf } from './mistakes';
import { engineLeave } from './review-api';
import { type ReviewStore, sfenOf } from './review-store';

/** How long the position that is looked at is thought over. */
const HERE_MS = 8_000;
/** How long each position of a whole line is. */
const LINE_MS = 400;
/** Positions that are remembered across a reload. */
const KEPT_MAX = 2_000;

export type EngineState = 'off' | 'loading' | 'on' | 'forbidden' | 'failed';

/** What is known of a position: what it is worth, and the best line from there in USI. */
interface Judged {
  worth: Worth;
  depth: number;
  moves: string[];
}

export interface Analysis {
  readonly state: ReadonlySignal<EngineState>;
  /** What the engine calls itself. */
  readonly engine: ReadonlySignal<string>;
  /** The best lines of the position that is looked at, as far as they are known. */
  readonly lines: ReadonlySignal<BestLine[]>;
  readonly judged: ReadonlySignal<ReadonlyMap<number, Judged>>;
  readonly worths: ReadonlySignal<ReadonlyMap<number, Worth>>;
  readonly verdict: ReadonlySignal<Verdict>;
  /** How many positions of the line are done; null while it is not judged as a whole. */
  readonly progress: ReadonlySignal<{ done: number; of: number } | null>;
  readonly canJudge: ReadonlySignal<boolean>;
  start(): Promise<void>;
  stop(): void;
  /** Judges every position of the line that is shown, or stops doing so. */
  judgeLine(): Promise<void>;
  /** Looks at the next mistake of the line, or the one before. */
  walk(by: 1 | -1): void;
  close(): void;
}

export function createAnalysis(store: ReviewStore): Analysis {
  const state = signal<EngineState>('off');
  const name = signal('');
  const here = signal<{ node: number; lines: BestLine[] } | null>(null);
  const judged = signal<ReadonlyMap<number, Judged>>(new Map());
  const progress = signal<{ done: number; of: number } | null>(null);
  let engine: Engine | null = null;

  const worths = computed(() => new Map([...judged.value].map(([id, { worth }]) => [id, worth])));
  const verdict = computed(() => verdictOf(store.path.value, store.positions.value, worths.value));
  const key = store.code === null ? null : `komadai.analysis.${store.code}`;
  const stopKeeping = keepAcrossReloads(key, judged);

  const stop = (why: EngineState) => {
    engine?.close();
    engine = null;
    here.value = null;
    progress.value = null;
    state.value = why;
  };

  const judge = (id: number, ms: number): Promise<void> => {
    const node = store.path.peek().find((it) => it.id === id) ?? store.node.peek();
    const position = store.positions.peek().get(id);
    if (!position || !node || node.end !== undefined || !engine) return Promise.resolve();
    const found: BestLine[] = [];
    return engine.ask({
      variant: position.variant.name,
      sfen: sfenOf(position),
      turn: position.turn,
      ms,
      onLine(line) {
        found[line.rank] = line;
        here.value = { node: id, lines: found.filter(Boolean) };
        const { worth, depth, moves } = line;
        // What was thought over for longer stays.
        if (line.rank === 0 && depth >= (judged.peek().get(id)?.depth ?? 0))
          judged.value = new Map([...judged.peek(), [id, { worth, depth, moves }]]);
      },
    });
  };

  const stopHere = effect(() => {
    const node = store.node.value;
    if (state.value === 'on' && node && progress.peek() === null) void judge(node.id, HERE_MS);
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
    lines: computed(() => (here.value && here.value.node === store.node.value?.id ? here.value.lines : [])),
    judged,
    worths,
    verdict,
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
      const path = store.path.peek().filter(({ end }) => end === undefined);
      progress.value = { done: 0, of: path.length };
      for (const [done, { id }] of path.entries()) {
        if (!engine || progress.peek() === null) return;
        if (!judged.peek().has(id)) await judge(id, LINE_MS);
        if (progress.peek() === null) return;
        progress.value = { done: done + 1, of: path.length };
      }
      progress.value = null;
      const node = store.node.peek();
      if (node) void judge(node.id, HERE_MS);
    },
    walk(by) {
      const order = store.path.peek().map(({ id }) => id);
      const at = order.indexOf(store.node.peek()?.id ?? 0);
      const places = verdict.peek().mistakes.map(({ node }) => order.indexOf(node));
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

/** Positions of a shared review keep their numbers, so what was found out about them outlives a reload of this tab. */
function keepAcrossReloads(key: string | null, judged: { value: ReadonlyMap<number, Judged> }): () => void {
  if (key === null) return () => undefined;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    if (Array.isArray(kept)) judged.value = new Map(kept as [number, Judged][]);
  } catch {
    // It is found out once more.
  }
  return effect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify([...judged.value].slice(-KEPT_MAX)));
    } catch {
      // There is no room: it is found out once more.
    }
  });
}
