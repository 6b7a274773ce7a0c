/** The document's title: what the page on says of itself, else what its row calls it. */

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SITE_NAME } from './branding';
import { t } from './i18n';
import { route } from './router';

/** Said by the page that is on, whole; null when it says nothing. */
export const ownTitle = signal<string | null>(null);

/** How much is new to us or waits for us: it stands before every title. */
export const waitingThings = signal(0);

/** What a tab that nobody looks at calls out just now. */
const calling = signal<string | null>(null);

export const titled = (name: string) => `${name} – ${SITE_NAME}`;

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

/** How often a title that calls changes. */
const FLASH_MS = 1_000;

/** Lets the title of a tab that nobody looks at call for a look, until it is looked at. */
export function flashTitle(call: string): void {
  if (!document.hidden) return;
  let on = false;
  const flash = () => {
    on = !on;
    calling.value = on ? `● ${call}` : null;
  };
  flash();
  const timer = setInterval(flash, FLASH_MS);
  const stop = () => {
    if (document.hidden) return;
    clearInterval(timer);
    calling.value = null;
    document.removeEventListener('visibilitychange', stop);
  };
  document.addEventListener('visibilitychange', stop);
}

/** Keeps the title right from now on. */
export function keepTitle(): void {
  effect(() => {
    const { row, parts } = route.value;
    const name = row?.title?.(t(), parts);
    const own = ownTitle.value ?? (name ? titled(name) : SITE_NAME);
    const n = waitingThings.value;
    document.title = calling.value ?? (n > 0 ? `(${n}) ${own}` : own);
  });
}
