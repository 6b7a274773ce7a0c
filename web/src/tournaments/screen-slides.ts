/** What the screen of a hall shows one after the other, and for how long. */

import type { Tournament, TournamentRound } from '../wire/generated';

export const VIEWS = ['boards', 'names', 'standings'] as const;
export type View = (typeof VIEWS)[number];

/** A part of what is shown, which takes as many pages as it needs. */
export interface Part {
  view: View;
  /** Which ranking, where there are several; otherwise 0. */
  at: number;
  n_rows: number;
}

export interface Slide extends Omit<Part, 'n_rows'> {
  page: number;
  n_pages: number;
  /** The rows from this one on, up to that one. */
  from: number;
  to: number;
}

/** How wide a column is at least, in letters of the screen. */
const COLUMN_EM: Record<View, number> = { boards: 30, names: 17, standings: 24 };

/** How high a row is, in letters. */
export const ROW_EM = 1.55;

/** The room for rows, in pixels, and the size of the letters. */
export interface Room {
  width: number;
  height: number;
  font: number;
}

export const columnsOf = (view: View, { width, font }: Room): number =>
  Math.max(1, Math.floor(width / (COLUMN_EM[view] * font)));

export const rowsOf = ({ height, font }: Room): number => Math.max(1, Math.floor(height / (ROW_EM * font)));

/** The pages of all parts, in their order; as many rows on each of a part's pages as can be. */
export function slidesOf(parts: readonly Part[], room: Room): Slide[] {
  return parts.flatMap(({ view, at, n_rows }) => {
    const most = columnsOf(view, room) * rowsOf(room);
    const n_pages = Math.max(1, Math.ceil(n_rows / most));
    const each = Math.ceil(n_rows / n_pages);
    return Array.from({ length: n_pages }, (_, page) => ({
      view,
      at,
      page,
      n_pages,
      from: page * each,
      to: Math.min(n_rows, (page + 1) * each),
    }));
  });
}

/** The time to read a line, and the least for a page, in milliseconds. */
const LINE_MS = 800;
const PAGE_MS = 8_000;

/** How long a page stays. */
export const staysMs = ({ from, to }: Slide): number => Math.max(PAGE_MS, (to - from) * LINE_MS);

const isOpen = ({ games }: TournamentRound) => games.some(({ result }) => result === null);

/**
 * The round that is played: the last one, but of rounds that were published ahead the first that is
 * not over; once all are, that of a play-off.
 */
export function roundNow(rounds: readonly TournamentRound[]): TournamentRound | undefined {
  let at = rounds.length - 1;
  const isAhead = ({ games, began_ms }: TournamentRound) =>
    began_ms === undefined && games.length > 0 && games.every(({ result }) => result === null);
  while (at > 0) {
    const [here, before] = [rounds[at], rounds[at - 1]];
    if (!here || !before || !isAhead(here) || !isOpen(before)) break;
    at--;
  }
  const here = rounds[at];
  if (!here || isOpen(here)) return here;
  return rounds.find(({ games }) => games.some((it) => it.result === null && it.play_off)) ?? here;
}

/** Size of the letters: readable from ten metres, unless the window is too narrow for a name. */
export const fontOf = (width: number, height: number, scale: number): number =>
  Math.max(10, Math.min(height * 0.042, width / 25) * scale);

/** For how long an announcement stands on the screen, in milliseconds. */
const ANNOUNCED_MS = 30 * 60_000;

/** What the organisers have announced lately. */
export function announcementNow({ announcements = [] }: Pick<Tournament, 'announcements'>, nowMs: number) {
  const last = announcements.at(-1);
  return last && nowMs - last.at_ms < ANNOUNCED_MS ? last : null;
}

/** What the clock of the screen counts: down to the next round, or up since this one began. */
export type ScreenClock = { t: 'until' | 'since'; ms: number; at_ms: number } | null;

export function clockNow(
  view: Pick<Tournament, 'phase' | 'next_ms' | 'plan'>,
  round: Pick<TournamentRound, 'began_ms'> | undefined,
  nowMs: number,
): ScreenClock {
  const next = view.phase === 'open' ? view.plan.starts_ms : view.phase === 'running' ? view.next_ms : null;
  if (next !== null && next !== undefined && next > nowMs)
    return { t: 'until', ms: next - nowMs, at_ms: next };
  const began = view.phase === 'running' ? round?.began_ms : undefined;
  return began === undefined ? null : { t: 'since', ms: Math.max(0, nowMs - began), at_ms: began };
}
