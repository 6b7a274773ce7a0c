/**
 * How the site is run, and what people do about one another: `/api/v1/site`, `…/me/relations`,
 * `…/moderation`, `…/admin`.
 */

import { signal } from '@preact/signals';
import { ask } from '../api/request';
import type { Distance, Relation, ReportReason, Side, Site } from '../wire/generated';

/** Null until it is known. */
export const site = signal<Site | null>(null);

/** Whom this player keeps away. */
export const relations = signal<Relation[]>([]);

/** Asks once how the site is run; a page that cannot find out goes without. */
export function loadSite(): void {
  ask('GET', '/site').then(
    (found) => {
      site.value = found;
    },
    () => {},
  );
}

export function loadRelations(): void {
  ask('GET', '/me/relations').then(
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

/** What somebody has made, or said at a board or about a game by appointment. */
export type Work =
  | { review: string; line?: number }
  | { study: string }
  | { tsume: number }
  | { appointment: { tournament: string; game: string } };

/** Keeps somebody away, or no longer; `user` names somebody who is kept away already. */
export async function keepAway(place: Place | { user: string }, distance: Distance | null): Promise<void> {
  const found = await ask('POST', '/me/relations', { body: { ...place, distance } });
  relations.value = found.relations;
}

export const REASONS = [
  'abuse',
  'cheating',
  'leaving',
  'name',
  'other',
] as const satisfies readonly ReportReason[];

export const report = (place: Place | Work, reason: ReportReason, words: string) =>
  ask('POST', '/reports', { body: { ...place, reason, words } });
