/** How the site is run, and what people do about one another: `/api/v1/site`, `…/me/relations`, `…/moderation`, `…/admin`. */

import { signal } from '@preact/signals';
import { request } from '../api/request';
import type { Side } from '../wire/generated';

export interface Site {
  registration: 'open' | 'invitation' | 'closed';
  banner: string;
  read_only: boolean;
  /** Whether the site sends letters. */
  mail: boolean;
  contact: string;
  source: string;
  commit: string | null;
  version: string;
  /** Unix milliseconds; 0 for good, null when the address is not banned. */
  banned_until: number | null;
}

export type Distance = 'mute' | 'block';

export interface Relation {
  user: string;
  name: string;
  distance: Distance;
}

/** Null until it is known. */
export const site = signal<Site | null>(null);

/** Whom this player keeps away. */
export const relations = signal<Relation[]>([]);

/** Asks once how the site is run; a page that cannot find out goes without. */
export function loadSite(): void {
  request<Site>('GET', '/site').then(
    (found) => {
      site.value = found;
    },
    () => {},
  );
}

export function loadRelations(): void {
  request<{ relations: Relation[] }>('GET', '/me/relations').then(
    (found) => {
      relations.value = found.relations;
    },
    () => {},
  );
}

export const distanceOf = (user: string | undefined): Distance | null =>
  relations.value.find((it) => it.user === user)?.distance ?? null;

/** Where somebody was met: at a side of a board, or on their page. */
export type Place = { game: string; side: Side } | { handle: string };

/** Keeps somebody away, or no longer; `user` names somebody who is kept away already. */
export async function keepAway(place: Place | { user: string }, distance: Distance | null): Promise<void> {
  const found = await request<{ relations: Relation[] }>('POST', '/me/relations', { ...place, distance });
  relations.value = found.relations;
}

export const REASONS = ['abuse', 'cheating', 'leaving', 'name', 'other'] as const;

export const report = (place: Place | { review: string }, reason: (typeof REASONS)[number], words: string) =>
  request<null>('POST', '/reports', { ...place, reason, words });
