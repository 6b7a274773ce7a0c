/**
 * Parts and pages that are kept out of what everyone loads, and what stands there when one does not
 * come.
 */

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { type Loaded, useLoaded } from './loaded';
import { PartFailed } from './page';

/** A part of a page that is loaded where it is first shown. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = signal<ComponentType<P> | null>(null);
  return function Late(props: P) {
    const loaded = useLate(async () => {
      part.value ??= await load();
    });
    const Part = part.value;
    return Part ? <Part {...props} /> : <PartFailed of={loaded} />;
  };
}

/**
 * A browser may remember that a file could not be loaded, and the next version has others: all is
 * loaded again.
 */
export function useLate<T>(load: () => Promise<T>, on: readonly unknown[] = []): Loaded<T> {
  const { state, value, put } = useLoaded(load, on);
  return { state, value, put, again: async () => location.reload() };
}
