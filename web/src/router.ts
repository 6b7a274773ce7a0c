/**
 * Which page an address shows. `/` the lobby, `/CODE` a game, `/kifu` the archive, `/kifu/ID` a game
 * in it, `/@/NAME` a player, `/@/NAME/GRADE` a certificate, `/players` the strongest, `/games` a search,
 * `/watch` running games, `/review` and `/review/CODE` reviews, `/tsume` problems, `/tsume/N` one of them,
 * `/notices#TOKEN` where a letter's link for no more letters leads,
 * `/learn` the course, `/learn/NAME` a lesson of it, `/settings` what one has set, `/account` who one is,
 * `/privacy`, `/contact` and `/source` what everybody may know of the site, `/moderation` the desk of those
 * who run it, `/admin` how the server is, `/design` the parts of the interface.
 * `/tournaments`, `/tournaments/new`, `/tournaments/CODE` and `/tournaments/CODE/edit` tournaments,
 * `/clubs`, `/clubs/new`, `/clubs/NAME` and `/clubs/NAME/edit` clubs,
 * `/embed/tournaments/CODE` one within another site's page.
 */

import { signal } from '@preact/signals';

export type Route =
  | { page: 'lobby' }
  | { page: 'game'; code: string }
  | { page: 'account' }
  | { page: 'archive' }
  | { page: 'replay'; id: string }
  | { page: 'profile'; id: string }
  | { page: 'certificate'; id: string }
  | { page: 'players' }
  | { page: 'search' }
  | { page: 'tsume'; id: string }
  | { page: 'learn'; id: string }
  | { page: 'settings' }
  | { page: 'notices-off' }
  | { page: 'watch' }
  | { page: 'about'; topic: 'privacy' | 'contact' | 'source' }
  | { page: 'moderation' }
  | { page: 'admin' }
  | { page: 'tournaments' }
  | { page: 'embed'; code: string }
  | { page: 'tournament'; code: string }
  | { page: 'tournament-settings'; code: string }
  | { page: 'clubs' }
  | { page: 'club'; slug: string }
  | { page: 'club-form'; slug: string }
  | { page: 'design' }
  | { page: 'review'; code: string | null }
  | { page: 'unknown' };

/** The signs of a game's code; 0, O, I and l are left out. */
const CODE = /^[1-9A-HJ-NP-Za-km-z]{10}$/;

/** The id of a game that was brought along. */
const IMPORT = /^kifu\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A tournament within another site's page. */
const EMBEDDED = /^embed\/tournaments\/([1-9A-HJ-NP-Za-km-z]{10})$/;

/** A tournament, and its settings. */
const TOURNAMENT = /^tournaments\/([1-9A-HJ-NP-Za-km-z]{10})(\/edit)?$/;

/** A club, and its settings. */
const CLUB = /^clubs\/([a-z][a-z0-9-]{2,29})(\/edit)?$/;

/** A player's page, and the certificate of a grade of theirs. */
const PLAYER = /^@\/([A-Za-z0-9_-]{1,40})(?:\/(\d{1,2}[kd]))?$/;

/** The problems, or one by its number. */
const TSUME = /^tsume(?:\/([1-9]\d{0,5}))?$/;

/** The course, or a lesson by its name. */
const LESSON = /^learn(?:\/([a-z_]{1,40}))?$/;

export function routeOf(path: string): Route {
  const name = path.replace(/^\/|\/$/g, '');
  if (name === '') return { page: 'lobby' };
  if (name === 'account') return { page: 'account' };
  if (name === 'privacy' || name === 'contact' || name === 'source') return { page: 'about', topic: name };
  if (name === 'moderation') return { page: 'moderation' };
  if (name === 'admin') return { page: 'admin' };
  if (name === 'design') return { page: 'design' };
  if (name === 'review' || name.startsWith('review/')) return { page: 'review', code: codeIn(name) };
  if (name === 'kifu') return { page: 'archive' };
  if (name === 'tournaments') return { page: 'tournaments' };
  if (name === 'tournaments/new') return { page: 'tournament-settings', code: '' };
  const embedded = EMBEDDED.exec(name)?.[1];
  if (embedded) return { page: 'embed', code: embedded };
  const [, event, edit] = TOURNAMENT.exec(name) ?? [];
  if (event) return { page: edit ? 'tournament-settings' : 'tournament', code: event };
  if (name === 'clubs') return { page: 'clubs' };
  if (name === 'clubs/new') return { page: 'club-form', slug: '' };
  const [, club, change] = CLUB.exec(name) ?? [];
  if (club) return { page: change ? 'club-form' : 'club', slug: club };
  if (name === 'players') return { page: 'players' };
  if (name === 'games') return { page: 'search' };
  if (name === 'settings') return { page: 'settings' };
  if (name === 'notices') return { page: 'notices-off' };
  const tsume = TSUME.exec(name);
  if (tsume) return { page: 'tsume', id: tsume[1] ?? '' };
  const lesson = LESSON.exec(name);
  if (lesson) return { page: 'learn', id: lesson[1] ?? '' };
  if (name === 'watch') return { page: 'watch' };
  const player = PLAYER.exec(name);
  if (player?.[1]) {
    const [, handle, grade] = player;
    return grade ? { page: 'certificate', id: `${handle}/${grade}` } : { page: 'profile', id: handle ?? '' };
  }
  const id = IMPORT.exec(name)?.[1];
  if (id) return { page: 'replay', id };
  return CODE.test(name) ? { page: 'game', code: name } : { page: 'unknown' };
}

/** The code in what a person pasted: a link or the code itself. */
export function codeIn(text: string): string | null {
  const last = text.trim().split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1) ?? '';
  return CODE.test(last) ? last : null;
}

export const route = signal<Route>({ page: 'lobby' });

/** Reviews are an entry of their own, isolated from all other pages: the browser goes there and back. */
const isReview = (path: string) => /^\/review([/?]|$)/.test(path);

export function go(path: string): void {
  if (isReview(path) !== isReview(location.pathname)) {
    location.assign(path);
    return;
  }
  if (path !== location.pathname + location.search) history.pushState(null, '', path);
  route.value = routeOf(path.split('?')[0] ?? '/');
  window.scrollTo(0, 0);
}

/** Follows the address bar and plain clicks on links of our own; called once. */
export function startRouter(): void {
  route.value = routeOf(location.pathname);
  window.addEventListener('popstate', () => {
    route.value = routeOf(location.pathname);
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api/')) return;
    if (isReview(link.pathname) !== isReview(location.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
