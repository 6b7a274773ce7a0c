/**
 * What the page of running games asks for. Every answer is a value or null, when it cannot be had.
 */

import { signal } from '@preact/signals';
import { ask, orNull, settled } from '../api/request';
import type { FollowedPerson, WatchList } from '../wire/generated';

export interface Filter {
  variant: string;
  speed: string;
  followed: boolean;
}

export function runningGames({ variant, speed, followed }: Filter): Promise<WatchList | null> {
  const query = { ...(variant && { variant }), ...(speed && { speed }), ...(followed && { followed }) };
  return orNull(ask('GET', '/watch', { query }));
}

/** Whom one follows; null until it is known. */
export const follows = signal<FollowedPerson[] | null>(null);

/** How often they were asked for. */
let asked = 0;

export async function loadFollows(): Promise<void> {
  asked++;
  const own = asked;
  const list = await orNull(ask('GET', '/me/follows'));
  // What was true before the last change may be told after it.
  if (list && own === asked) follows.value = list.follows;
}

/** Follows somebody or no longer; false when the server did not take it. */
export async function setFollow(handle: string, follow: boolean): Promise<boolean> {
  const at = { path: { handle } };
  const asked: Promise<null> = follow
    ? ask('PUT', '/me/follows/{handle}', at)
    : ask('DELETE', '/me/follows/{handle}', at);
  const { ok } = await settled(asked);
  if (ok) await loadFollows();
  return ok;
}
