/** The document's title: what the page on says of itself, else what its row calls it. */

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from './i18n';
import { route } from './router';

const SITE = 'Komadai';

/** Said by the page that is on, whole; null when it says nothing. */
export const ownTitle = signal<string | null>(null);

export const titled = (name: string) => `${name} – ${SITE}`;

/** Says what the page is called, for as long as it is on; null leaves it to others. */
export function useTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return;
    const own = titled(name);
    ownTitle.value = own;
    return () => {
      if (ownTitle.peek() === own) ownTitle.value = null;
    };
  }, [name]);
}

/** Keeps the title right from now on. */
export function keepTitle(): void {
  effect(() => {
    const { row, parts } = route.value;
    const name = row?.title?.(t(), parts);
    document.title = ownTitle.value ?? (name ? titled(name) : SITE);
  });
}
