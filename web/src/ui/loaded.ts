/** What a view asks the server for: busy, there, missing or failed, and asked for again. */

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Problem, problemOf } from '../api/request';

/** How soon is asked again for what is seen already and could not be brought up to date. */
const AGAIN_MS = [2_000, 5_000, 15_000] as const;

/** How often a view that nothing else keeps up to date is asked for while it is looked at. */
export const OFTEN_MS = 15_000;

export type State<T> =
  | { is: 'busy' }
  | { is: 'ready'; value: T }
  /** The server says that there is no such thing, or not for whoever asks. */
  | { is: 'missing'; problem: Problem }
  /** The server was not reached, or is too busy: it is worth asking again. */
  | { is: 'failed'; problem: Problem };

export interface Loaded<T> {
  state: State<T>;
  /** What is there, if anything is. */
  value: T | null;
  /** Asks again; what is there stays until there is an answer. */
  again(): Promise<void>;
  /** What it is now, by an answer to something else. */
  put(value: T): void;
}

export function failure(cause: unknown): State<never> {
  const problem = problemOf(cause);
  const isAnswer = problem.status >= 400 && problem.status < 500 && problem.status !== 429;
  return { is: isAnswer ? 'missing' : 'failed', problem };
}

/**
 * Loads when the view comes and whenever one of `on` changes. A late answer to an earlier question
 * is not taken.
 */
export function useLoaded<T>(load: () => Promise<T>, on: readonly unknown[] = []): Loaded<T> {
  const state = useSignal<State<T>>({ is: 'busy' });
  const asked = useRef(0);
  const waits = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const ask = async (n_failed = 0) => {
    clearTimeout(waits.current);
    asked.current++;
    const own = asked.current;
    const found = await load().then((value): State<T> => ({ is: 'ready', value }), failure);
    if (own !== asked.current) return;
    if (found.is !== 'failed' || state.peek().is !== 'ready') {
      state.value = found;
      return;
    }
    // What has been seen stays while the server cannot be reached. What was to be brought up to date
    // may not change again for a long time, so nothing else would ask for it.
    const after = AGAIN_MS[Math.min(n_failed, AGAIN_MS.length - 1)];
    waits.current = setTimeout(() => void ask(n_failed + 1), after);
  };
  useEffect(() => {
    state.value = { is: 'busy' };
    void ask();
    return () => {
      clearTimeout(waits.current);
      asked.current++;
    };
  }, on);
  return loadedOf(state, () => ask());
}

/**
 * The same, asked for anew whenever the page is looked at again, and while it is looked at every
 * `everyMs`.
 */
export function useFresh<T>(
  load: () => Promise<T>,
  on: readonly unknown[] = [],
  everyMs?: number,
): Loaded<T> {
  const loaded = useLoaded(load, on);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void loaded.again();
    };
    document.addEventListener('visibilitychange', look);
    const timer = everyMs === undefined ? undefined : setInterval(look, everyMs);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, on);
  return loaded;
}

export function loadedOf<T>(state: Signal<State<T>>, again: () => Promise<void>): Loaded<T> {
  return {
    get state() {
      return state.value;
    },
    get value() {
      return state.value.is === 'ready' ? state.value.value : null;
    },
    again,
    put(value) {
      state.value = { is: 'ready', value };
    },
  };
}

export interface PageOf<T> {
  items: T[];
  /** What the next page is asked for by; null at the end. */
  next: string | null;
}

export interface Paged<T> extends Loaded<PageOf<T>> {
  items: T[];
  /** Reads the next page behind what is there; null at the end. */
  more: (() => void) | null;
}

/** A list that comes in pages, as far as it was read; `read('')` is its first. */
export function usePaged<T>(
  read: (next: string) => Promise<PageOf<T>>,
  on: readonly unknown[] = [],
): Paged<T> {
  const first = useLoaded(() => read(''), on);
  const there = first.value;
  const next = there?.next;
  const more = async () => {
    if (!there || !next) return;
    const found = await read(next).catch(() => null);
    // The list may be another by now.
    if (found && first.value === there)
      first.put({ items: [...there.items, ...found.items], next: found.next });
  };
  return Object.assign(first, { items: there?.items ?? [], more: next ? () => void more() : null });
}
