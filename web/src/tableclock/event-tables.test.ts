import { beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../api/request';
import type { TableOfEvent, TableReport } from '../wire/generated';

/** What this device keeps. */
const kept = new Map<string, string>();
/** What the server is asked, and what it says to that. */
const asked: [verb: string, path: string, sent: unknown][] = [];
let says: (verb: string) => unknown;

vi.mock('../api/request', async (actual) => ({
  ...(await actual<object>()),
  ask: async (verb: string, path: string, sent: { path: object; body?: unknown }) => {
    asked.push([verb, path, sent.body ?? sent.path]);
    return says(verb);
  },
}));

/** Who is signed in. */
let me: string | null = null;

vi.mock('../session', () => ({
  isMember: { peek: () => me !== null, subscribe: () => undefined },
  user: { peek: () => me && { id: me } },
}));

const on = new Map<string, () => void>();
const listener = { addEventListener: (name: string, does: () => void) => on.set(name, does) };

/** The module as a page that was just opened has it. */
async function opened() {
  vi.resetModules();
  return import('./event-tables');
}

const REPORT: TableReport = { outcome: 'sente', moves: 43, sente_ms: 1, gote_ms: 2 };
const table = (changes: Partial<TableOfEvent> = {}): TableOfEvent => ({
  code: 'event',
  name: 'Giải',
  game: '1-1',
  round: 1,
  board: 1,
  sente: { entry: 'p1', name: 'An' },
  gote: { entry: 'p2', name: 'Bình' },
  toss: false,
  handicap: null,
  clock: { kind: 'sudden_death', main_ms: 600_000 },
  result: null,
  may_report: true,
  ...changes,
});
const offline = () => Promise.reject(new Problem('other', 0, {}));

beforeEach(() => {
  me = null;
  kept.clear();
  on.clear();
  asked.length = 0;
  says = () => table();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, to: string) => kept.set(key, to),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('window', listener);
  vi.stubGlobal('document', listener);
  vi.stubGlobal('setInterval', () => 0);
});

test('a report waits without a network, goes out once from whatever page is opened, and keeps its id', async () => {
  const clockPage = await opened();
  clockPage.takeTable('event', '1-1', 'key');
  says = offline;
  await clockPage.reportFrom('event', '1-1', REPORT);
  expect(clockPage.tableAt('event', '1-1')?.own?.state).toBe('waiting');
  const first = asked.find(([verb]) => verb === 'POST')?.[2] as { id: string };
  asked.length = 0;

  // Another page, which has nothing to do with clocks; the network is still down, and comes back.
  const other = await opened();
  other.keepSending();
  await other.sendWaiting();
  expect(other.tableAt('event', '1-1')?.own?.state).toBe('waiting');
  says = (verb) => (verb === 'GET' ? table({ report: REPORT }) : { version: 2 });
  asked.length = 0;
  on.get('online')?.();
  await other.sendWaiting();
  expect(other.tableAt('event', '1-1')?.own?.state).toBe('sent');
  expect(asked.filter(([verb]) => verb === 'POST').map(([, , body]) => body)).toEqual([
    { id: first.id, key: 'key', report: REPORT },
  ]);
  // What is sent is not sent again.
  asked.length = 0;
  await other.sendWaiting();
  expect(asked).toEqual([]);
});

test.each([
  [422, 'not_played', 'decided'],
  [422, 'player_only', 'void'],
  [404, 'not_found', 'void'],
  [503, 'stalled', 'waiting'],
  [429, 'too_many_attempts', 'waiting'],
] as const)('an answer %s %s leaves the report %s', async (status, code, state) => {
  const page = await opened();
  page.takeTable('event', '1-1', 'key');
  says = (verb) => (verb === 'GET' ? table() : Promise.reject(new Problem(code, status, {})));
  await page.reportFrom('event', '1-1', REPORT);
  expect(page.tableAt('event', '1-1')?.own?.state).toBe(state);
});

test('what a slip says is known at once, and what the server says counts more', async () => {
  const page = await opened();
  const slip = table({ name: '', round: 0 });
  page.takeTable('event', '1-1', 'key', slip);
  expect(page.tableAt('event', '1-1')?.known).toEqual(slip);
  expect(await page.askFor('event', '1-1')).toBe(true);
  // The same slip scanned again forgets neither names nor key.
  page.takeTable('event', '1-1', '', slip);
  expect(page.tableAt('event', '1-1')).toMatchObject({ key: 'key', known: { name: 'Giải' } });
  says = offline;
  expect(await page.askFor('event', '1-1'), 'not reached').toBe(false);
  expect(page.tableAt('event', '1-1')?.known?.name).toBe('Giải');
});

test('without a key a report waits until the player whose word it is has signed in', async () => {
  me = 'an';
  const page = await opened();
  page.takeTable('event', '1-1');
  says = offline;
  await page.reportFrom('event', '1-1', REPORT);
  says = (verb) => (verb === 'GET' ? table() : { version: 2 });
  const posted = () => asked.filter(([verb]) => verb === 'POST').length;
  asked.length = 0;
  for (const other of [null, 'binh']) {
    me = other;
    await page.sendWaiting();
    expect(posted(), String(other)).toBe(0);
    expect(page.tableAt('event', '1-1')?.own?.state).toBe('waiting');
  }
  me = 'an';
  await page.sendWaiting();
  expect(posted()).toBe(1);
  expect(page.tableAt('event', '1-1')?.own?.state).toBe('sent');
});

test('a report is not said of other players for whom the same table is paired anew', async () => {
  const page = await opened();
  page.takeTable('event', '1-1', 'old');
  says = offline;
  await page.reportFrom('event', '1-1', REPORT);
  page.takeTable('event', '1-1', 'new');
  says = (verb) => (verb === 'GET' ? table() : Promise.reject(new Problem('player_only', 422, {})));
  asked.length = 0;
  await page.sendWaiting();
  const sent = asked.filter(([verb]) => verb === 'POST').map(([, , body]) => (body as { key: string }).key);
  expect(sent).toEqual(['old']);
  expect(page.tableAt('event', '1-1'), 'they report theirs').toMatchObject({ key: 'new' });
  expect(page.tableAt('event', '1-1')?.own).toBeUndefined();
  // And where it had been sent before.
  says = (verb) => (verb === 'GET' ? table() : { version: 2 });
  await page.reportFrom('event', '1-1', REPORT);
  expect(page.tableAt('event', '1-1')?.own?.state).toBe('sent');
  page.takeTable('event', '1-1', 'new');
  expect(page.tableAt('event', '1-1')?.own?.state, 'the same slip').toBe('sent');
  page.takeTable('event', '1-1', 'third');
  expect(page.tableAt('event', '1-1')?.own).toBeUndefined();
});

test('so many tables are remembered, and one that waits is not dropped for others', async () => {
  const page = await opened();
  says = offline;
  page.takeTable('event', 'first', 'key');
  await page.reportFrom('event', 'first', REPORT);
  for (let n = 0; n < 20; n++) page.takeTable('event', `game-${n}`);
  expect(page.tables.value.length).toBe(13);
  expect(page.tableAt('event', 'first')?.own?.state).toBe('waiting');
  expect(page.tableAt('event', 'game-0')).toBeNull();
  expect(page.latestOf('event')?.game).toBe('game-19');
});

test('what is kept and cannot be read is nothing', async () => {
  for (const text of ['', '{', '7', '[{"code":1}]', '{"code":"a"}']) {
    kept.set('event-tables', text);
    expect((await opened()).tables.value, text).toEqual([]);
  }
});
