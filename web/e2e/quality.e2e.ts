/**
 * What every page must be: free of barriers, quick to load, still while it loads, playable without
 * a mouse or sight.
 */

import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { movesOf } from '../test/games';
import { type MockServer, startMockServer } from '../test/mock-server';
import type { Size } from './browser';
import { shiftsOf, watchShifts } from './layout-shifts';
import { axeFindsNothing } from './order';
import { usePeople } from './people';
import { waitForMoves } from './table';
import { sees } from './watch-notices';

/** Compressed JavaScript of a first visit to a game. */
const FIRST_LOAD_BYTES_MAX = 150_000;

let server: MockServer;

const person = usePeople({ mayComplain: true });

beforeEach(async () => {
  server = await startMockServer(new URL('../dist', import.meta.url).pathname);
  return () => server.stop();
});

/** Somebody new on the first page, connected. */
async function visit(options?: Parameters<typeof person>[0]): Promise<Page> {
  const { page } = await person(options);
  await page.goto(server.url);
  await page.waitForSelector('.link-state.open');
  return page;
}

const BOB = { user: 'b', name: 'Bob', guest: true, king: '玉' } as const;

/** A game in the middle, with the newest visitor as sente. */
function gameInProgress(): string {
  const moves = movesOf('ryuou-2014')
    .slice(0, 60)
    .map((usi) => ({ usi, thought_ms: 4000, credit_ms: 0 }));
  return server.place(
    {
      moves,
      players: { sente: null, gote: BOB },
      offers: [{ by: 'gote', kind: 'takeback' }],
      chat: [{ by: 'Bob', side: 'gote', text: 'よろしくお願いします', at: 1 }],
    },
    { sente: 'last' },
  );
}

for (const [theme, size] of [
  ['light', 'wide'],
  ['dark', 'phone'],
] as const)
  test(`axe finds nothing, ${theme}, ${size}`, { timeout: 240_000 }, async () => {
    const page = await visit({ theme, size });
    await axeFindsNothing(page, 'lobby');
    await page.click('.lobby-actions button[name="lobby"]');
    await page.waitForSelector('dialog');
    await axeFindsNothing(page, 'new game');
    await page.keyboard.press('Escape');
    await page.goto(`${server.url}/${gameInProgress()}`);
    await page.waitForSelector('sg-pieces piece');
    await axeFindsNothing(page, 'game');
    await page.click('.site-header > button:last-child');
    await page.waitForSelector('dialog');
    await axeFindsNothing(page, 'settings');
    await page.keyboard.press('Escape');
    await page.click('.action-row button:last-child');
    await page.click('dialog button.danger');
    await page.waitForSelector('.result');
    await axeFindsNothing(page, 'result');
    await page.goto(`${server.url}/design`);
    await page.waitForSelector('.board-states sg-pieces piece');
    await axeFindsNothing(page, 'design');
  });

test('a first visit loads little JavaScript, and nothing from elsewhere', async () => {
  const { page } = await person();
  const scripts = new Map<string, number>();
  const elsewhere: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().startsWith(server.url)) elsewhere.push(response.url());
    if (!/\.js$/.test(response.url())) return;
    // What is fetched ahead may still be on its way when the page is closed.
    const body = await response.body().catch(() => null);
    if (body) scripts.set(response.url(), gzipSync(body).length);
  });
  const game = server.place({ players: { sente: BOB, gote: BOB } });
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
  const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  expect(scripts.size).toBeGreaterThan(1);
  expect(bytes).toBeLessThan(FIRST_LOAD_BYTES_MAX);
  expect(elsewhere).toEqual([]);
});

for (const size of ['wide', 'phone'] as Size[])
  test(`nothing shifts while a page loads and a game goes on, ${size}`, async () => {
    const page = await visit({ size });
    await watchShifts(page);
    await page.goto(server.url);
    await page.waitForSelector('.seek-list, .lobby-seeks .empty');
    expect(await shiftsOf(page)).toEqual([]);
    await page.goto(`${server.url}/${gameInProgress()}`);
    await page.waitForSelector('sg-pieces piece');
    await page.evaluate(() => document.fonts.ready);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelectorAll('.moves [aria-current="true"]').length === 1);
    expect(await shiftsOf(page)).toEqual([]);
  });

/** Presses Tab until what has the focus matches, as a person without a mouse must. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate((it) => document.activeElement?.matches(it) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${selector}`);
}

/** Walks the focus on the board by arrows; the board is seen from sente. */
async function walkTo(page: Page, target: string): Promise<void> {
  const at = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.square ?? '');
  const [file, rank] = [Number(at[0]), at.charCodeAt(1)];
  const [toFile, toRank] = [Number(target[0]), target.charCodeAt(1)];
  for (let i = 0; i < Math.abs(file - toFile); i++)
    await page.keyboard.press(toFile > file ? 'ArrowLeft' : 'ArrowRight');
  for (let i = 0; i < Math.abs(rank - toRank); i++)
    await page.keyboard.press(toRank > rank ? 'ArrowDown' : 'ArrowUp');
}

const said = (page: Page) => page.locator('[data-announcer]').innerText();

test('a game is played by arrows and Enter alone, and is heard', async () => {
  const page = await visit();
  const game = server.place(
    {
      start: 'ln1gkgsnl/1r1s3b1/ppp1ppppp/3P5/9/9/PPP1PPPPP/1B5R1/LNSGKGSNL b P 1',
      players: { sente: null, gote: BOB },
    },
    { sente: 'last' },
  );
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
  await tabTo(page, '[role="gridcell"]');

  // A move with promotion, answered by keyboard.
  await walkTo(page, '6d');
  const label = await page.evaluate(() => document.activeElement?.textContent);
  expect(label).toBe('64, pawn, Sente');
  await page.keyboard.press('Enter');
  expect(await said(page)).toContain('pawn 64 picked up');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.promotion');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 1);
  await expect.poll(() => said(page)).toContain('Sente: pawn 64 to 63, promotes');

  // The other side's move is said.
  server.reply(game, '7c7d');
  await waitForMoves(page, 2);
  await expect.poll(() => said(page)).toContain('Gote: pawn 73 to 74');

  // A drop: Enter on the stand leads to the board.
  await tabTo(page, '.hand-bottom-area button');
  await page.keyboard.press('Enter');
  await walkTo(page, '6e');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 3);
  await expect.poll(() => said(page)).toContain('Sente: pawn dropped on 65');

  // Resigning, and hearing the result.
  server.reply(game, '7d7e');
  await waitForMoves(page, 4);
  await tabTo(page, '.action-row button:last-child');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.result.lost');
  await expect.poll(() => said(page)).toContain('You lost. Resignation.');
});

test('the first stop of Tab leads to the board, and typed moves are shown by one of one’s own', async () => {
  const page = await visit();
  const game = server.place(
    { moves: [{ usi: '7g7f', thought_ms: 4000, credit_ms: 0 }], players: { sente: BOB, gote: null } },
    { gote: 'last' },
  );
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
  expect(await page.getAttribute('.typed-move input', 'placeholder')).toBe(en.keys.typeExample('P-34'));
  await page.waitForSelector('[role="gridcell"][tabindex="0"]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell');
});

test('moves are typed in any notation, and a wrong one is told in words', async () => {
  const page = await visit({ locale: 'vi' });
  const game = server.place({ players: { sente: null, gote: BOB } }, { sente: 'last' });
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
  await tabTo(page, '.typed-move input');
  await page.keyboard.type('T-76');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 1);
  expect(await page.locator('.moves li').nth(1).innerText()).toContain('T-76');
  server.reply(game, '3c3d');
  await waitForMoves(page, 2);
  await page.keyboard.type('Vg-11');
  await page.keyboard.press('Enter');
  await sees(page, '', '.toast.bad');
  await page.keyboard.type('8h2b+');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 3);
  expect(await page.locator('.moves li').nth(3).innerText()).toContain('Tgx22+');
  server.reply(game, '3a2b');
  await waitForMoves(page, 4);
  await page.keyboard.type('2六歩');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 5);
  expect(await page.locator('.moves li').nth(5).innerText()).toContain('T-26');
  server.reply(game, '4c4d');
  await waitForMoves(page, 6);
  await page.keyboard.type('P-2e');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 7);
  expect(await page.locator('.moves li').nth(7).innerText()).toContain('T-25');
});

test('premoves wait for their turn, and no strict game takes one', async () => {
  const page = await visit();
  const game = server.place({ players: { sente: null, gote: BOB } }, { sente: 'last' });
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
  await page.fill('.typed-move input', '7g7f');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 1);
  const at = async (sq: string) => {
    const box = await page.locator(`[data-square="${sq}"]`).boundingBox();
    if (!box) throw new Error(sq);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.click(...(await at('2g')));
  await page.mouse.click(...(await at('2f')));
  await page.waitForSelector('sq.current-pre');
  server.reply(game, '3c3d');
  await waitForMoves(page, 3);
  await expect.poll(() => page.locator('sq.current-pre').count()).toBe(0);
  expect(server.heard.filter((it) => it.t === 'move').map((it) => it.usi)).toEqual(['7g7f', '2g2f']);
});
