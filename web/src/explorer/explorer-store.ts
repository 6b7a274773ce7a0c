/** What the opening explorer is asked, and what it has answered. */

import { type ReadonlySignal, signal } from '@preact/signals';
import { ask, type Problem, settled } from '../api/request';
import { type Position, sfenOf } from '../shogi/position';
import type { ExplorerAnswer, paths, Side, Speed, VariantName } from '../wire/generated';

/** Whose games: a source of the server's, one's own, or a player's whose handle is typed. */
export type Whose = { t: 'source'; name: string } | { t: 'mine' } | { t: 'player' };

/** Since when, in years; null is ever. */
export type Since = 1 | 5 | null;

export const RATINGS = [1000, 1200, 1400, 1600, 1800, 2000, 2200] as const;

export interface Filter {
  whose: Whose;
  handle: string;
  side: Side | null;
  ratingFrom: number | null;
  speed: Speed | null;
  since: Since;
}

export const ALL_GAMES: Filter = {
  whose: { t: 'source', name: 'people' },
  handle: '',
  side: null,
  ratingFrom: null,
  speed: null,
  since: null,
};

export interface ExplorerStore {
  readonly filter: ReadonlySignal<Filter>;
  /** The last answer, which stays until there is another one. */
  readonly answer: ReadonlySignal<ExplorerAnswer | null>;
  /** Why there is no answer. */
  readonly problem: ReadonlySignal<Problem | null>;
  /** Whether the answer is of the position that was asked about last. */
  readonly isThere: ReadonlySignal<boolean>;
  choose(filter: Partial<Filter>): void;
  /** Asks about a position, a moment later, unless another one comes. */
  look(position: Position): void;
  close(): void;
}

/** How long a position stays before the server is asked about it. */
const ASK_AFTER_MS = 150;

/** How many answers are remembered. */
const KEPT = 100;

type Query = NonNullable<paths['/explorer']['get']>['parameters']['query'];

/** What is asked about a position; null where it is not said yet whose games. */
export function queryOf(position: Position, filter: Filter, own: string | null, now: Date): Query | null {
  const { whose, side, ratingFrom, speed, since } = filter;
  const player = whose.t === 'source' ? null : whose.t === 'mine' ? own : filter.handle.trim();
  if (player === '' || (whose.t === 'mine' && player === null)) return null;
  return {
    variant: position.variant.name as VariantName,
    sfen: sfenOf(position),
    ...(whose.t === 'source' ? { source: whose.name } : {}),
    ...(player === null ? {} : { player: player.replace(/^@/, '') }),
    ...(side && player !== null ? { side } : {}),
    ...(ratingFrom === null ? {} : { rating_from: ratingFrom }),
    ...(speed === null ? {} : { speeds: speed }),
    ...(since === null ? {} : { from: monthBefore(now, since) }),
  };
}

/** The month so many years ago, as `2025-11`. */
const monthBefore = (now: Date, years: number): string =>
  `${now.getUTCFullYear() - years}-${String(now.getUTCMonth() + 1).padStart(2, '0')}`;

/**
 * `own` is the handle of whoever looks, if they have one; a player who is given is asked about
 * first.
 */
export function createExplorer(own: () => string | null, player: string | null = null): ExplorerStore {
  const filter = signal<Filter>(
    !player ? ALL_GAMES : { ...ALL_GAMES, whose: { t: 'player' }, handle: player },
  );
  const answer = signal<ExplorerAnswer | null>(null);
  const problem = signal<Problem | null>(null);
  const isThere = signal(false);
  const known = new Map<string, ExplorerAnswer>();
  let position: Position | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = '';

  const show = (found: ExplorerAnswer) => {
    answer.value = found;
    problem.value = null;
    isThere.value = true;
  };
  const look = () => {
    clearTimeout(timer);
    const query = position && queryOf(position, filter.peek(), own(), new Date());
    if (!query) {
      answer.value = null;
      return;
    }
    const key = JSON.stringify(query);
    asked = key;
    const before = known.get(key);
    if (before) {
      show(before);
      return;
    }
    isThere.value = false;
    timer = setTimeout(async () => {
      const found = await settled(ask('GET', '/explorer', { query }));
      // Whoever steps on quickly is not told of what they have left behind.
      if (asked !== key) return;
      if (!found.ok) {
        answer.value = null;
        problem.value = found.problem;
        isThere.value = true;
        return;
      }
      if (known.size >= KEPT) known.clear();
      // More is counted while games wait.
      if (found.value.n_waiting === 0) known.set(key, found.value);
      show(found.value);
    }, ASK_AFTER_MS);
  };
  return {
    filter,
    answer,
    problem,
    isThere,
    choose(part) {
      filter.value = { ...filter.peek(), ...part };
      look();
    },
    look(next) {
      position = next;
      look();
    },
    close() {
      clearTimeout(timer);
      asked = '';
    },
  };
}

/** How games ended. */
export interface Results {
  sente: number;
  gote: number;
  draws: number;
}

/** Shares of a hundred, which add up to it. */
export function shares({ sente, gote, draws }: Results): Results {
  const all = Math.max(1, sente + gote + draws);
  const drawn = Math.round((100 * draws) / all);
  const first = Math.min(100 - drawn, Math.round((100 * sente) / all));
  return { sente: first, draws: drawn, gote: sente + gote + draws === 0 ? 0 : 100 - drawn - first };
}
