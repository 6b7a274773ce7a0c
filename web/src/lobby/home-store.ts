/** What the server knows of us for the first page: what of ours goes on, and today's problems. */

import { effect, signal } from '@preact/signals';
import { ask, orNull } from '../api/request';
import { route } from '../router';
import { isMember, user } from '../session';
import type { Home } from '../wire/generated';

/** How many tiles the strip had last in this browser: that it had any means that we are known. */
const TILES = 'komadai.home.tiles';

/** Null until it is known, and while the server has never been reached. */
export const home = signal<Home | null>(null);

/** Whether the server could not be asked. */
export const homeFailed = signal(false);

/** How often it was asked, and which question the answer is to. */
let asked = 0;
let answered = 0;

/** Asks for it; what is known stays until there is an answer. */
export async function loadHome(): Promise<void> {
  asked += 1;
  const question = asked;
  const found = await orNull(ask('GET', '/home'));
  if (question < answered) return;
  answered = question;
  homeFailed.value = found === null;
  if (!found) return;
  home.value = found;
  if (!found.known) rememberTiles(0);
}

/** Where strangers do what makes them known. */
const DEEDS = ['/learn/:lesson', '/tsume/:number', '/tsume/rush', '/:code'];

/** Whether this tab has been anywhere of these. */
let hasDone = false;

effect(() => {
  if (DEEDS.includes(route.value.row?.path ?? '')) hasDone = true;
});

let owner: string | undefined;

// What is somebody's is not shown to whoever signs in after them.
effect(() => {
  const id = user.value?.id;
  if (owner !== undefined && id !== owner && answered > 0) {
    home.value = null;
    void loadHome();
  }
  owner = id;
});

/** How many tiles there is room for where none were seen before. */
const TILES_FIRST = 2;

/** How many tiles to keep room for until it is known; 0 for whoever seems to be a stranger. */
export const tilesToCome = () => tilesBefore() || (isMember.peek() || hasDone ? TILES_FIRST : 0);

function tilesBefore(): number {
  try {
    return Number(localStorage.getItem(TILES)) || 0;
  } catch {
    return 0;
  }
}

export function rememberTiles(n: number): void {
  try {
    if (n > 0) localStorage.setItem(TILES, String(n));
    else localStorage.removeItem(TILES);
  } catch {
    // Then the page makes room once it knows.
  }
}

/** How many tiles stand in a line at most, on a wide page and on a narrower one. */
const IN_LINE = { '--wide': 6, '--mid': 4 };

/** How many columns so many tiles have, so that lines are of about one length. */
export function columnsOf(n: number): Record<string, string> {
  const columns = (max: number) => Math.ceil(n / Math.ceil(n / max)) || 1;
  return Object.fromEntries(Object.entries(IN_LINE).map(([name, max]) => [name, String(columns(max))]));
}
