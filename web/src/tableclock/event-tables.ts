/**
 * The tables of events at which this device is the clock: what is known of each, and what is to be
 * reported from it. A report stays here until the server has taken or refused it; its id makes sure
 * that it counts once, from however many tabs it is sent.
 */

import { signal } from '@preact/signals';
import { ask, type Problem, settled } from '../api/request';
import { isMember, user } from '../session';
import { uuid } from '../uuid';
import type { TableOfEvent, TableReport } from '../wire/generated';
import { dropClock } from './kept-clock';

const KEY = 'event-tables';

/** So many tables are remembered, the latest. */
const TABLES_MAX = 12;

/** How often what waits is tried again while the page is open. */
const TRY_EVERY_MS = 10_000;

/** How far a report has come. */
export type ReportState =
  | 'waiting'
  | 'sent'
  /** Another result counts, as the arbiter has entered it. */
  | 'decided'
  /** The game is not there any more, or the key is void. */
  | 'void';

export interface OwnReport {
  id: string;
  report: TableReport;
  state: ReportState;
  /** The key under which it was made: a slip that is scanned later may be that of other players. */
  key?: string;
  /** Whose word it is, where there is no key. */
  by?: string;
}

/** A table at which this device is the clock. */
export interface EventTable {
  code: string;
  game: string;
  /** The key of its slip; empty on a player's own phone. */
  key: string;
  /** What the server has said of it; null while it was never reached. */
  known: TableOfEvent | null;
  /** Who was named second has turned out to be sente by furigoma. */
  turned?: boolean;
  own?: OwnReport;
}

export const tables = signal<readonly EventTable[]>(readKept());

/** Where the clock of a game is kept. */
export const slotOf = ({ code, game }: Pick<EventTable, 'code' | 'game'>) => `table-clock ${code} ${game}`;

const isOf = (code: string, game: string) => (it: EventTable) => it.code === code && it.game === game;

export const tableAt = (code: string, game: string) => tables.value.find(isOf(code, game)) ?? null;

/** The latest table of an event. */
export const latestOf = (code: string) => tables.value.findLast((it) => it.code === code) ?? null;

function readKept(): EventTable[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEventTable) : [];
  } catch {
    return [];
  }
}

function isEventTable(kept: unknown): kept is EventTable {
  const it = kept as Partial<EventTable> | null;
  return (
    typeof it?.code === 'string' &&
    typeof it.game === 'string' &&
    typeof it.key === 'string' &&
    (it.known === null || typeof it.known === 'object')
  );
}

/** Changes a table, as it stands by now: another tab may have changed others. */
function change(code: string, game: string, to: (it: EventTable) => EventTable): void {
  const all = readKept();
  const was = all.find(isOf(code, game)) ?? { code, game, key: '', known: null };
  const others = all.filter((it) => !isOf(code, game)(it));
  // What has not been sent is not dropped, however old it is.
  const room = others.filter((it) => it.own?.state !== 'waiting').slice(0, -TABLES_MAX + 1);
  for (const old of room) dropClock(slotOf(old));
  tables.value = [...others.filter((it) => !room.includes(it)), to(was)];
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.value));
  } catch {
    // Without storage it is known as long as the page is open.
  }
}

/**
 * This device is the clock of a table from now on; of a new one its slip says what there is to know. A
 * table with another key may have other players: what was reported of the one before is not said of it.
 */
export const takeTable = (code: string, game: string, key = '', slip: TableOfEvent | null = null) =>
  change(code, game, (it) => {
    const taken = { ...it, key: key || it.key, known: it.known ?? slip };
    const isOther = it.key !== '' && taken.key !== it.key;
    return isOther && it.own && it.own.state !== 'waiting' ? begunAnew(taken) : taken;
  });

/** A table of which nothing was reported. */
function begunAnew({ own: _, ...table }: EventTable): EventTable {
  dropClock(slotOf(table));
  return table;
}

export const turnTable = (code: string, game: string, turned: boolean) =>
  change(code, game, (it) => ({ ...it, turned }));

/** Notes what the players have agreed on, and sends it as soon as there is a network. */
export function reportFrom(code: string, game: string, report: TableReport): Promise<void> {
  const by = user.peek()?.id;
  change(code, game, (it) => ({
    ...it,
    own: { id: uuid(), report, state: 'waiting', ...(it.key ? { key: it.key } : by ? { by } : {}) },
  }));
  return sendWaiting();
}

/** Asks for a table as it is now. Whether the server was reached; a game that is gone is void. */
export async function askFor(code: string, game: string): Promise<boolean> {
  const key = tableAt(code, game)?.key ?? '';
  const path = { code, game };
  const found = await settled(ask('GET', '/tournaments/{code}/tables/{game}', { path, query: { key } }));
  if (found.ok) change(code, game, (it) => ({ ...it, known: found.value }));
  return found.ok || found.problem.status === 404;
}

const isPassing = ({ status }: Problem) => status === 0 || status === 429 || status >= 500;

let sending: Promise<void> | null = null;

/** Sends what waits, one after the other. */
export function sendWaiting(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  for (const { code, game, key: latest, own } of readKept()) {
    if (own?.state !== 'waiting') continue;
    const key = own.key ?? latest;
    // Without a key it is a player's word: it waits until that player is signed in.
    if (key === '' && (!isMember.peek() || (own.by ?? user.peek()?.id) !== user.peek()?.id)) continue;
    const body = { id: own.id, key, report: own.report };
    const path = { code, game };
    const done = await settled(ask('POST', '/tournaments/{code}/tables/{game}/report', { path, body }));
    if (!done.ok && isPassing(done.problem)) continue;
    await askFor(code, game);
    const isDecided = !done.ok && done.problem.code !== 'player_only' && done.problem.status !== 404;
    const state = done.ok ? 'sent' : isDecided ? 'decided' : 'void';
    change(code, game, (it) => {
      if (it.own?.id !== own.id) return it;
      return state === 'void' && it.key !== key ? begunAnew(it) : { ...it, own: { ...own, state } };
    });
  }
}

let keeps = false;

/**
 * Sends what waits as long as any page of ours is open: at once, and whenever there may be a network
 * again. A page that is left for another goes on with it.
 */
export function keepSending(): void {
  if (keeps) {
    void sendWaiting();
    return;
  }
  keeps = true;
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY) tables.value = readKept();
  };
  const again = () => void sendWaiting();
  setInterval(() => {
    if (tables.value.some((it) => it.own?.state === 'waiting')) again();
  }, TRY_EVERY_MS);
  window.addEventListener('online', again);
  window.addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', again);
  isMember.subscribe(again);
  again();
}
