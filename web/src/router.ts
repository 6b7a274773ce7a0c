/**
 * Which page an address shows, and how the browser goes from one to the next. The pages are in
 * `routes.tsx`.
 */

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Early } from './i18n';

/** What the parts of an address were that stand for something. */
export type Parts = Readonly<Record<string, string>>;

/** What a part of an address may be, by its name. */
const PARTS = {
  /** Of a game, a review or a tournament; 0, O, I and l are left out. */
  code: '[1-9A-HJ-NP-Za-km-z]{10}',
  /** Of a chapter of a study, which is a review. */
  chapter: '[1-9A-HJ-NP-Za-km-z]{10}',
  /** Of a player in a tournament, as the address writes it. */
  entry: '[^/]{1,200}',
  /** A game that was brought along. */
  id: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  pool: '[A-Za-z0-9_-]{1,64}',
  slug: '[a-z][a-z0-9-]{2,29}',
  handle: '[A-Za-z0-9_-]{1,40}',
  grade: '\\d{1,2}[kd]',
  number: '[1-9]\\d{0,5}',
  lesson: '[a-z_]{1,40}',
  variant: '[a-z_]{1,40}',
  topic: 'privacy|conduct|contact|source',
  rest: '.*',
};

export type PartName = keyof typeof PARTS;

/** The words of the menu; one with several pages opens into them. */
export const MENU = ['play', 'learn', 'watch', 'tools', 'community'] as const;
export type MenuName = (typeof MENU)[number];

export interface About {
  /** What the page is called; a page that knows better says so by `useTitle`. */
  title?(words: Early, parts: Parts): string;
  /**
   * Under which word of the menu it stands, in the order of the rows, and how it is called there.
   */
  menu?: { under: MenuName; word(words: Early): string };
  /** What it takes to see it: an account, with why; or a role. */
  needs?: { account(words: Early): string } | { role: 'moderator' | 'admin'; else(words: Early): string };
  /**
   * Isolated from all other pages, as the server says in its headers: the browser goes there and
   * back.
   */
  isolated?: true;
  /** Shown without the frame, within another site's page. */
  bare?: true;
  /** Has a board that is to be as large as the window allows: nothing stands below it. */
  board?: true;
}

export interface Row extends About {
  /** A part that begins with a colon is one of `PARTS`. */
  path: string;
  /**
   * What belongs to everybody's first visit is there at once; everything else once it has been
   * loaded.
   */
  page: ComponentType<Parts> | null;
  load(): Promise<ComponentType<Parts>>;
}

export interface Place<R> {
  /** Null when there is no page. */
  row: R | null;
  parts: Parts;
  /** The address, as the row's page is told apart from the same page of something else. */
  path: string;
}

/** The first row that an address fits. */
export function placeIn<R extends { path: string }>(rows: readonly R[], address: string): Place<R> {
  const path = `/${address.replace(/^\/|\/$/g, '')}`;
  for (const row of rows) {
    const found = patternOf(row.path).exec(path);
    if (found) return { row, parts: { ...found.groups }, path };
  }
  return { row: null, parts: {}, path };
}

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const made = new RegExp(
    `^${path.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>${PARTS[name as PartName]})`)}$`,
  );
  patterns.set(path, made);
  return made;
}

/** The code in what a person pasted: a link or the code itself. */
export function codeIn(text: string): string | null {
  const last = text.trim().split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1) ?? '';
  return new RegExp(`^${PARTS.code}$`).test(last) ? last : null;
}

export const route = signal<Place<Row>>({ row: null, parts: {}, path: '/' });

/**
 * The last time somebody went on to another page here: its address, and whether the page has the
 * keyboard and was told.
 */
export const arrival: { at: string | null; focused: boolean; told: string | null } = {
  at: null,
  focused: false,
  told: null,
};

function arrive(place: Place<Row>): void {
  if (place.path !== route.peek().path)
    Object.assign(arrival, { at: place.path, focused: false, told: null });
  route.value = place;
}

let routes: readonly Row[] = [];

let isStranger = () => true;

const isIsolated = (path: string) => placeIn(routes, path).row?.isolated === true;

/** Whether a page is on: `isAt('/:code', { code })` while that game is. */
export function isAt(path: string, parts: Parts = {}): boolean {
  const at = route.value;
  return at.row?.path === path && Object.entries(parts).every(([name, part]) => at.parts[name] === part);
}

/** Where one signs in. */
const SIGN_IN = '/account';

/** Whoever has no account, and goes to sign in, comes back to the page they were on. */
function withWayBack(path: string): string {
  const [page = '', hash] = path.split('#');
  const isThere = location.pathname === SIGN_IN || location.pathname === '/';
  if (page !== SIGN_IN || isThere || !isStranger()) return path;
  const back = location.pathname + location.search + location.hash;
  return `${SIGN_IN}?${new URLSearchParams({ back })}${hash === undefined ? '' : `#${hash}`}`;
}

export function go(to: string): void {
  const path = withWayBack(to);
  const page = path.split(/[?#]/)[0] ?? '/';
  if (isIsolated(page) !== isIsolated(location.pathname)) {
    location.assign(path);
    return;
  }
  if (path !== location.pathname + location.search + location.hash) history.pushState(null, '', path);
  arrive(placeIn(routes, page));
  window.scrollTo(0, 0);
}

/** Loads what the page of an address needs before somebody goes there. */
export function fetchAhead(path: string): void {
  const { row } = placeIn(routes, path);
  // Whoever cannot have it now is told when they go there.
  if (row && !row.page) row.load().catch(() => {});
}

/** The page of any game, whatever its code. */
export const SOME_GAME = '/1111111111';

/** A link of our own in the part of the page that an event is about. */
function ownLink(event: Event): HTMLAnchorElement | null {
  const link = (event.target as Element | null)?.closest('a') ?? null;
  return link && link.origin === location.origin && !link.pathname.startsWith('/api/') ? link : null;
}

/**
 * Follows the address bar and plain clicks on links of our own; called once, with how to tell
 * whether somebody has no account.
 */
export function startRouter(rows: readonly Row[], isUnknown: () => boolean): void {
  routes = rows;
  isStranger = isUnknown;
  route.value = placeIn(routes, location.pathname);
  window.addEventListener('popstate', () => {
    arrive(placeIn(routes, location.pathname));
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = ownLink(event);
    if (!link || link.target || link.hasAttribute('download')) return;
    // To another part of the same page the browser goes itself.
    if (link.hash && link.pathname + link.search === location.pathname + location.search) return;
    if (isIsolated(link.pathname) !== isIsolated(location.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  // Whoever points at a link is about to follow it.
  for (const sign of ['pointerover', 'focusin'])
    document.addEventListener(sign, (event) => {
      const link = ownLink(event);
      if (link && !isIsolated(link.pathname)) fetchAhead(link.pathname);
    });
}
