/** What the server says of clubs, and what is asked of it: `/api/v1/clubs`. */

import { ask, linkTo, pageAfter, problemOf, problemText as textOf } from '../api/request';
import { t } from '../i18n/whole';
import { type Loaded, OFTEN_MS, useFresh } from '../ui/loaded';
import { toast } from '../ui/toast';
import { uuid } from '../uuid';
import type { Club, ClubAct, ClubRole, ClubSettings, Joining } from '../wire/generated';

export const JOININGS = ['open', 'request', 'invitation'] as const satisfies readonly Joining[];

export const ROLES = ['owner', 'organiser', 'member'] as const satisfies readonly ClubRole[];

export const searchClubs = (q: string) => ask('GET', '/clubs', { query: { q } });

export const myClubs = () => ask('GET', '/clubs', { query: { mine: true } });

/** The clubs of a player that whoever asks may know of. */
export const clubsOf = (player: string) => ask('GET', '/clubs', { query: { player } });

export const foundClub = (create: string, slug: string, settings: ClubSettings) =>
  ask('POST', '/clubs', { body: { create, slug, settings } });

export const clubOf = (slug: string) => ask('GET', '/clubs/{slug}', { path: { slug } });

export const membersOf = (slug: string, variant: string, speed: string) =>
  ask('GET', '/clubs/{slug}/members', { path: { slug }, query: { variant, speed } });

export const deskOf = (slug: string) => ask('GET', '/clubs/{slug}/desk', { path: { slug } });

export const auditLogOf = (slug: string, next: string) =>
  ask('GET', '/clubs/{slug}/acts', { path: { slug }, query: pageAfter(next) });

export const coachingOf = (slug: string) => ask('GET', '/clubs/{slug}/coaching', { path: { slug } });

export const ratingOf = (slug: string) => ask('GET', '/clubs/{slug}/rating', { path: { slug } });

export const ladderOf = (slug: string) => ask('GET', '/clubs/{slug}/ladder', { path: { slug } });

export const bridgesOf = (slug: string) => ask('GET', '/clubs/{slug}/bridges', { path: { slug } });

/** How one of the reader's pupils gets on. */
export const progressOf = (slug: string, pupil: string) =>
  ask('GET', '/clubs/{slug}/pupils/{pupil}', { path: { slug, pupil } });

export const myHomework = () => ask('GET', '/me/homework');

export const archiveOf = (slug: string) => ask('GET', '/clubs/{slug}/archive', { path: { slug } });

export const archiveTableOf = (slug: string) => linkTo('/clubs/{slug}/archive.csv', { path: { slug } });

export const tableOf = (slug: string) => linkTo('/clubs/{slug}/members.csv', { path: { slug } });

export const readTable = (slug: string, body: Blob) =>
  ask('POST', '/clubs/{slug}/import', { path: { slug }, query: { id: uuid() }, body });

/** The rows that were refused, when that is what was wrong with a table. */
export const badRows = (cause: unknown) => problemOf(cause).told.rows ?? [];

/** Whose own clause says what exactly is wrong. */
const DETAILED = new Set(['bad_words', 'club_full']);

export const problemText = (cause: unknown) => textOf(cause, t().clubs.problems, DETAILED);

const send = (slug: string, act: ClubAct) =>
  ask('POST', '/clubs/{slug}/acts', { path: { slug }, body: { id: uuid(), act } });

/**
 * What an act gives: what is in a link that was made, `true` for the rest, null when it is refused.
 */
type Done = Promise<string | true | null>;

/** Does something to the club at hand; what is refused is shown. */
export type Does = (wanted: ClubAct) => Done;

/** Does something to a club; what is refused is shown. */
export async function act(slug: string, wanted: ClubAct): Done {
  try {
    const { token } = await send(slug, wanted);
    return token ?? true;
  } catch (problem) {
    toast.show(problemText(problem), 'bad');
    return null;
  }
}

/** Says something else of a club. Why not, in words. */
export async function editClub(slug: string, settings: ClubSettings): Promise<string | null> {
  try {
    await send(slug, { t: 'edit', settings });
    return null;
  } catch (problem) {
    return problemText(problem);
  }
}

/**
 * The club as it is now: asked for anew every few seconds while the page is looked at, and by
 * whoever changes something.
 */
export const useClub = (slug: string): Loaded<Club> => useFresh(() => clubOf(slug), [slug], OFTEN_MS);

/** What is in the link by which this page was opened. It is kept while somebody registers first. */
export function invitationTo(slug: string): string {
  const key = `komadai-club-${slug}`;
  const told = /^#invite=([A-Za-z0-9]{1,64})$/.exec(location.hash)?.[1];
  if (told) {
    sessionStorage.setItem(key, told);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(key) ?? '';
}

export const forgetInvitation = (slug: string) => sessionStorage.removeItem(`komadai-club-${slug}`);
