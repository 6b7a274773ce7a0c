/** What the page of running games asks for. Every answer is a value or null, when it cannot be had. */

import { signal } from '@preact/signals';
import { request, settled } from '../api/request';
import { ask } from '../ratings/ratings-api';
import type { Followed, FollowList, WatchList } from '../wire/generated';

export interface Filter {
  variant: string;
  speed: string;
  followed: boolean;
}

export function runningGames({ variant, speed, followed }: Filter): Promise<WatchList | null> {
  const query = new URLSearchParams();
  if (variant) query.set('variant', variant);
  if (speed) query.set('speed', speed);
  if (followed) query.set('followed', 'true');
  return ask<WatchList>(`/watch?${query}`);
}

/** Whom one follows; null until it is known. */
export const follows = signal<Followed[] | null>(null);

export async function loadFollows(): Promise<void> {
  const list = await ask<FollowList>('/me/follows');
  if (list) follows.value = list.follows;
}

/** Follows somebody or no longer; false when the server did not take it. */
export async function setFollow(handle: string, follow: boolean): Promise<boolean> {
  const path = `/me/follows/${encodeURIComponent(handle)}`;
  const { ok } = await settled(request(follow ? 'PUT' : 'DELETE', path));
  if (ok) await loadFollows();
  return ok;
}
