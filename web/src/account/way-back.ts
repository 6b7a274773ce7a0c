/**
 * Where whoever signs in goes on to: the page that sent them here. It is in the address, and kept
 * for a while, so that the letter about a forgotten password leads there too.
 */

import { ownAddress } from './own-address';

const KEY = 'komadai.back';

/** For how long it is kept: as long as somebody may look for a letter. */
const KEPT_MS = 60 * 60_000;

/** What the address says, if it is a page of this site. */
const named = () => ownAddress(new URLSearchParams(location.search).get('back'), location.origin);

/** Keeps where somebody comes from who has no account here yet, or is not signed in. */
export function keepWayBack(): void {
  const back = named();
  if (!back) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ back, at: Date.now() }));
  } catch {
    // A browser that stores nothing goes by the address.
  }
}

function kept(): string | null {
  try {
    const { back, at } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { back?: unknown; at?: unknown };
    const isFresh = typeof at === 'number' && Date.now() - at < KEPT_MS;
    return isFresh && typeof back === 'string' ? ownAddress(back, location.origin) : null;
  } catch {
    return null;
  }
}

/** Where to go on, once: null where nobody was sent here. */
export function takeWayBack(): string | null {
  const back = named() ?? kept();
  try {
    localStorage.removeItem(KEY);
  } catch {}
  return back;
}
