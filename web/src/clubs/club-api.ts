/** What the server says of clubs, and what is asked of it: `/api/v1/clubs`. */

import { useEffect } from 'preact/hooks';
import { addressOf, problemOf, request, problemText as textOf } from '../api/request';
import { t } from '../i18n';
import type { Summary as TournamentSummary } from '../tournaments/tournament-api';
import { type Loaded, useLoaded } from '../ui/loaded';
import { toast } from '../ui/toast';
import { uuid } from '../uuid';

export const JOININGS = ['open', 'request', 'invitation'] as const;
export type Joining = (typeof JOININGS)[number];

export const ROLES = ['owner', 'organiser', 'member'] as const;
export type Role = (typeof ROLES)[number];

export const LANGS = ['vi', 'en', 'ja'] as const;
export type Lang = (typeof LANGS)[number];

export interface Summary {
  slug: string;
  name: string;
  city: string;
  lang: Lang | '';
  private: boolean;
  joining: Joining;
  members: number;
  role: Role | null;
}

export interface Announcement {
  id: string;
  by: string;
  title: string;
  text: string;
  /** Unix milliseconds, as all instants here. */
  made: number;
  changed: number | null;
}

export interface Club {
  slug: string;
  name: string;
  private: boolean;
  joining: Joining;
  /** Whether more than the name is shown. */
  inside: boolean;
  city: string;
  about: string;
  link: string;
  lang: Lang | '';
  members: number;
  founded: number;
  you: {
    signed_in: boolean;
    role: Role | null;
    /** One's own line of the list. */
    member: string | null;
    joined: number | null;
    asked: number | null;
    declined: number | null;
    banned: boolean;
    /** The name on a line that waits for whoever looks. */
    offered: string | null;
  };
  announcements: Announcement[];
  tournaments: TournamentSummary[];
}

export interface Member {
  id: string;
  name: string;
  handle: string | null;
  role: Role;
  joined: number;
  rating: number | null;
  provisional: boolean;
  /** The grade earned here: `3k`. */
  earned: string | null;
  /** The one that the club has awarded: `3-kyu`. */
  club_grade: { grade: string; awarded: number | null } | null;
  /** For organisers, as is the next. */
  note?: string;
  offered?: string;
}

export interface Desk {
  requests: { handle: string; name: string; words: string; made: number }[];
  invitations: {
    id: string;
    by: string;
    made: number;
    expires: number;
    uses: number | null;
    used: number;
  }[];
  bans: { handle: string; name: string; reason: string; since: number }[];
}

export interface Deed {
  at: number;
  by: string;
  action: string;
  about: string | null;
  details: string;
}

export interface Settings {
  name: string;
  city: string;
  about: string;
  link: string;
  lang: Lang | '';
  private: boolean;
  joining: Joining;
}

export interface BadRow {
  line: number;
  problem: string;
  value: string;
}

export type Act = { t: string } & Record<string, unknown>;

const BASE = '/clubs';

const get = <T>(path: string) => request<T>('GET', `${BASE}${path}`);

export const searchClubs = (words: string) =>
  get<{ clubs: Summary[]; full: boolean }>(`?q=${encodeURIComponent(words)}`);

export const myClubs = () => get<{ clubs: Summary[] }>('?mine=true');

/** The clubs of a player that whoever asks may know of. */
export const clubsOf = (handle: string) => get<{ clubs: Summary[] }>(`?player=${encodeURIComponent(handle)}`);

export const foundClub = (create: string, slug: string, settings: Settings) =>
  request<{ slug: string }>('POST', BASE, { create, slug, settings });

export const clubOf = (slug: string) => get<Club>(`/${slug}`);

export const membersOf = (slug: string, variant: string, speed: string) =>
  get<{ members: Member[] }>(`/${slug}/members?variant=${variant}&speed=${speed}`);

export const deskOf = (slug: string) => get<Desk>(`/${slug}/desk`);

export const trailOf = (slug: string, page: string) =>
  get<{ acts: Deed[]; next: string | null }>(`/${slug}/acts${page && `?${page}`}`);

export const tableOf = (slug: string) => addressOf(`${BASE}/${slug}/members.csv`);

export const readTable = (slug: string, file: Blob) =>
  request<{ added: number; changed: number }>('POST', `${BASE}/${slug}/import?id=${uuid()}`, file);

/** The rows that were refused, when that is what was wrong with a table. */
export const badRows = (cause: unknown) => (problemOf(cause).told as { rows?: BadRow[] }).rows ?? [];

/** Whose own clause says what exactly is wrong. */
const DETAILED = new Set(['bad_words', 'club_full']);

export const problemText = (cause: unknown) => textOf(cause, t().clubs.problems, DETAILED);

/** Does something; what is refused is shown. What is in a link that was made, `true` for the rest, null when refused. */
export async function act(slug: string, wanted: Act): Promise<string | true | null> {
  try {
    const { token } = await request<{ token?: string }>('POST', `${BASE}/${slug}/acts`, {
      id: uuid(),
      act: wanted,
    });
    return token ?? true;
  } catch (problem) {
    toast.show(problemText(problem), 'bad');
    return null;
  }
}

/** Says something else of a club. Why not, in words. */
export async function editClub(slug: string, settings: Settings): Promise<string | null> {
  try {
    await request('POST', `${BASE}/${slug}/acts`, { id: uuid(), act: { t: 'edit', settings } });
    return null;
  } catch (problem) {
    return problemText(problem);
  }
}

/** The club as it is now: asked for anew when the page is looked at again, and by whoever changes something. */
export function useClub(slug: string): Loaded<Club> {
  const club = useLoaded(() => clubOf(slug), [slug]);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void club.again();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [slug]);
  return club;
}

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
