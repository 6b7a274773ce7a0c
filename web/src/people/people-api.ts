/** Those who have accounts: who somebody is in short, and who is called so. `/api/v1/people` */

import { ask } from '../api/request';
import type { Person } from '../wire/generated';

/** Somebody as a page knows them: at least by name. */
export interface Named {
  name: string;
  /** The public id. */
  user?: string | null | undefined;
  handle?: string | null | undefined;
  guest?: boolean | undefined;
  /** Whether it is the machine. */
  engine?: boolean | undefined;
  /** Whether it is the account of a program. */
  bot?: boolean | undefined;
}

/**
 * Where somebody's page is; null for those who have none: guests, the machine, and whoever is known
 * by name alone.
 */
export function pageOf({ user, handle, guest, engine }: Named): string | null {
  if (guest || engine) return null;
  if (handle) return `/@/${handle}`;
  return user ? `/people/${user}` : null;
}

/** How long what was told about somebody is shown again without asking. */
const KEPT_MS = 20_000;

const told = new Map<string, { atMs: number; person: Promise<Person> }>();

/** Somebody in short, by a public id or by `@` and a handle. */
export function personBy(who: string): Promise<Person> {
  const before = told.get(who);
  const now = performance.now();
  if (before && now - before.atMs < KEPT_MS) return before.person;
  for (const [key, { atMs }] of told) if (now - atMs >= KEPT_MS) told.delete(key);
  const person = ask('GET', '/people/{who}', { path: { who } });
  told.set(who, { atMs: now, person });
  person.catch(() => told.delete(who));
  return person;
}

export const keyOf = ({ user, handle }: Named): string => (handle ? `@${handle}` : (user ?? ''));

/** Those one of whose names begins so. */
export const peopleNamed = async (name: string): Promise<Person[]> =>
  (await ask('GET', '/people', { query: { name } })).people;
