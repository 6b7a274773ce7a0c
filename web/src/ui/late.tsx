/**
 * Parts and pages that are kept out of what everyone loads, and what stands there when one does not
 * come.
 */

import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type LateWords, loadLateWords } from '../i18n';
import { type Loaded, useLoaded } from './loaded';
import { PartFailed } from './page';
import { loadBoardStyles, loadPageStyles } from './styles';

/** How long what can wait waits at most for a page that has nothing else to do. */
const REST_MS_MAX = 2_000;

/** Once the page has nothing better to do. */
export const atRest = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: REST_MS_MAX });
    else setTimeout(resolve, REST_MS_MAX);
  });

/** What need not be there at once. */
export function AtRest({ children }: { children: ComponentChildren }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    void atRest().then(() => setDue(true));
  }, []);
  return isDue ? <>{children}</> : null;
}

/** What everything late needs: its words and its styles. */
export const loadLateParts = (words: LateWords = 'all') =>
  Promise.all([loadLateWords(words), words === 'all' ? loadPageStyles() : loadBoardStyles()]);

/** A part of a page that is loaded where it is first shown, or before by whoever expects that. */
export type LatePart<P> = ComponentType<P> & { fetchAhead(): void };

/** `Meanwhile` stands there until it has come. */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  words: LateWords = 'all',
  Meanwhile: ComponentType<P> | null = null,
): LatePart<P> {
  const part = signal<ComponentType<P> | null>(null);
  const fetch = async () => {
    const [loaded] = await Promise.all([load(), loadLateParts(words)]);
    part.value ??= loaded;
  };
  function Late(props: P) {
    const loaded = useLate(fetch);
    const Part = part.value;
    if (Part) return <Part {...props} />;
    return Meanwhile && loaded.state.is === 'busy' ? <Meanwhile {...props} /> : <PartFailed of={loaded} />;
  }
  return Object.assign(Late, {
    // What does not come now is asked for again where it is shown.
    fetchAhead: () => void fetch().catch(() => {}),
  });
}

/** The same for a board, which does with the words of boards. */
export const lateBoard = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType<P> | null = null,
) => late(load, 'boards', Meanwhile);

/**
 * A browser may remember that a file could not be loaded, and the next version has others: all is
 * loaded again.
 */
export function useLate<T>(load: () => Promise<T>, on: readonly unknown[] = []): Loaded<T> {
  const { state, value, put } = useLoaded(load, on);
  return { state, value, put, again: async () => location.reload() };
}
