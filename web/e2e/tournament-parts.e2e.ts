/** The page of a large tournament: what it shows at first, and what it fetches when that is opened. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import type { TournamentAct } from '../src/wire/generated';
import { isInOrder } from './order';
import { picture, usePeople } from './people';
import { type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

const PLAYERS = 30;
const ROUNDS = PLAYERS - 1;
const words = en.tournaments;

let server: RealServer;
let organiser: Player;
// A browser notes an answer that does not come.
const person = usePeople({ mayComplain: true });

beforeAll(async () => {
  server = await startRealServer();
  organiser = await register(server.url, 'organiser', '1d');
}, 60_000);
afterAll(async () => {
  organiser.close();
  await server.stop();
});

const post = (path: string, body: unknown) =>
  requestAs<{ code: string }>([server.url, organiser.cookie], 'POST', `/tournaments${path}`, body);

/** A round robin at real boards; the last round and the last board of the first are still being played. */
async function roundRobin(): Promise<string> {
  const entries = Array.from({ length: PLAYERS }, (_, i) => ({
    id: `p${i}`,
    name: `Player ${i}`,
    seed: i + 1,
  }));
  const games = Array.from({ length: ROUNDS * (PLAYERS / 2) }, (_, i) => {
    const [round, board] = [Math.floor(i / (PLAYERS / 2)), i % (PLAYERS / 2)];
    // The circle: one stays, the others go round.
    const at = (n: number) => `p${n === 0 ? 0 : 1 + ((n - 1 + round) % ROUNDS)}`;
    const isOpen = round === ROUNDS - 1 || (round === 0 && board === PLAYERS / 2 - 1);
    return {
      key: `g${round + 1}-${board + 1}`,
      round: round + 1,
      board: board + 1,
      sente: at(board),
      gote: at(PLAYERS - 1 - board),
      ...(isOpen ? {} : { result: 'sente' }),
    };
  });
  const format = { t: 'round_robin', pace: 'free' };
  const settings = {
    name: 'League',
    format,
    plan: {
      variant: 'standard',
      rated: false,
      at_the_board: true,
      clock: { kind: 'sudden_death', main_ms: 600_000 },
      grace_ms: 600_000,
    },
  };
  const file = JSON.stringify({ name: 'League', format, entries, games });
  const { code } = await post('/from-file', { create: crypto.randomUUID(), file, settings });
  await act(code, { t: 'open' });
  return code;
}

const act = (code: string, wanted: TournamentAct) =>
  post(`/${code}/acts`, { id: crypto.randomUUID(), act: wanted, reason: '' });

const open = (page: Page, tab: string) => page.locator('.segments label', { hasText: tab }).first().click();

const roundOf = (page: Page, round: number) =>
  page.locator('.older-round', { hasText: `${words.of(round, ROUNDS)} ` });

test('older rounds and the cross table are fetched when they are opened', { timeout: 120_000 }, async () => {
  const code = await roundRobin();
  const { page } = await person({ locale: 'en', size: 'wide' });
  await page.goto(`${server.url}/tournaments/${code}`);
  // The latest rounds are there; of the first what is still being played.
  await expect.poll(() => page.locator('.older-round').count()).toBe(3);
  await expect.poll(() => page.locator('section.card > .pairings > .pairing').count()).toBe(26 * 15 + 1);

  // What does not come can be asked for again.
  const second = roundOf(page, 2);
  await page.route('**/rounds/2', (route) => route.abort());
  await second.locator('summary').click();
  await second.getByText(en.page.failed).waitFor();
  await page.unroute('**/rounds/2');
  await second.getByRole('button', { name: en.page.again }).click();
  await expect.poll(() => second.locator('.pairing').count()).toBe(15);

  // An opened round follows what happens.
  const first = roundOf(page, 1);
  await first.locator('summary').click();
  await expect.poll(() => first.locator('.pairing').count()).toBe(15);
  expect(await first.locator('.pairing-player.won').count()).toBe(14);
  await act(code, { t: 'result', game: 'g1-15', outcome: 'gote' });
  await expect.poll(() => first.locator('.pairing-player.won').count()).toBe(15);
  await isInOrder(page, 'an older round');
  await picture(page, 'older-round', true);

  await open(page, words.tabs.standings);
  const heads = page.locator('.standings thead th');
  const before = await heads.count();
  await page.getByRole('switch', { name: words.crossTable }).check();
  await expect.poll(() => heads.count()).toBe(before + ROUNDS);
  await isInOrder(page, 'a cross table');
  await picture(page, 'cross-table', true);
});

test('what could not be brought up to date is asked for again', { timeout: 120_000 }, async () => {
  const code = await roundRobin();
  const { page } = await person({ locale: 'en', size: 'wide' });
  await page.goto(`${server.url}/tournaments/${code}`);
  const games = page.locator('section.card > .pairings > .pairing');
  await expect.poll(() => games.count()).toBe(26 * 15 + 1);
  let n_asked = 0;
  await page.route(new RegExp(`/api/v1/tournaments/${code}[?]`), (route) =>
    n_asked++ === 0 ? route.abort() : route.continue(),
  );
  // Nothing happens after this that would have the page ask.
  await act(code, { t: 'result', game: 'g1-15', outcome: 'gote' });
  await expect.poll(() => games.count()).toBe(26 * 15);
  expect(n_asked).toBeGreaterThan(1);
});

test('what is printed has every game and every point', { timeout: 120_000 }, async () => {
  const code = await roundRobin();
  const { page } = await person({ locale: 'en', size: 'wide' });
  await page.goto(`${server.url}/tournaments/${code}/paper`);
  const rows = page.locator('.paper-table tbody tr');
  await expect.poll(() => rows.count()).toBe(15);
  await page.locator('select[name="round"]').selectOption('2');
  await page.locator('h2', { hasText: words.round(2) }).waitFor();
  // The winners of the first round had a point before the second.
  await expect.poll(() => page.locator('.paper-table', { hasText: '(1)' }).count()).toBe(1);
  await expect.poll(() => rows.count()).toBe(15);
  await open(page, words.paper.sheets.chart);
  await expect.poll(() => page.locator('.paper-chart thead th').count()).toBe(ROUNDS + 3);
});

test('an organiser has every board', { timeout: 120_000 }, async () => {
  const code = await roundRobin();
  const { page } = await person({ locale: 'en', size: 'phone' });
  await signIn(page.context(), server.url, organiser.cookie);
  await page.goto(`${server.url}/tournaments/${code}`);
  await isInOrder(page, 'the rounds of a large tournament, on a phone');
  await open(page, words.tabs.manage);
  await expect.poll(() => page.locator('button[name="arbiter"]').count()).toBe(ROUNDS * 15);
});
