/** The opening explorer: in a review, in the editor, and as a player's opening tree. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { SIZES } from './browser';
import { isInOrder } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { playRated, register } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;

const person = usePeople();
const words = en.explorer;

/** Records of games with these moves, won by sente or gote. */
const record = (year: number, sente: string, moves: readonly string[], winner: '+' | '-') =>
  [
    'V2.2',
    `N+${sente}`,
    'N-升田 幸三',
    '$EVENT:名人戦',
    `$START_TIME:${year}/03/01`,
    'PI',
    '+',
    ...moves,
    // Who has lost says so when it is their turn.
    (moves.length % 2 === 0) === (winner === '-') ? '%TORYO' : '%KACHI',
  ].join('\n');

beforeAll(async () => {
  server = await startRealServer();
  const games = [
    record(1949, '木村 義雄', ['+7776FU', '-3334FU'], '-'),
    record(1950, '木村 義雄', ['+7776FU', '-8384FU', '+2726FU'], '+'),
    record(1951, '大山 康晴', ['+2726FU', '-8384FU', '+7776FU', '-3334FU'], '-'),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'komadai-explorer-'));
  const file = join(folder, 'meijin.csa');
  writeFileSync(file, games.join('\n/\n'));
  server.run(['explorer', 'import', 'meijin', file]);
  rmSync(folder, { recursive: true });
});
afterAll(() => server.stop());

const explorer = (page: Page) => page.locator('.explorer');
const rows = (page: Page) => explorer(page).locator('tbody tr');

async function choose(page: Page, source: string): Promise<void> {
  await explorer(page).locator('select[name="whose"]').selectOption({ label: source });
}

test('in a review one goes through the moves that were played', async () => {
  const { page } = await person();
  await page.goto(`${server.url}/review?explore=`);
  await page.waitForSelector('.review sg-pieces');
  await expect.poll(() => explorer(page).getAttribute('open')).not.toBeNull();
  await choose(page, words.sources.people);
  await expect.poll(() => explorer(page).innerText()).toContain(words.noGames);
  await choose(page, 'meijin');
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(await rows(page).nth(0).getByRole('img').getAttribute('title')).toBe(words.ended(50, 50, 0));
  expect(await explorer(page).innerText()).toContain('大山 康晴');
  // The move goes on the board, and the explorer goes along.
  await rows(page).nth(0).getByRole('button').press('Enter');
  await expect.poll(() => page.locator('.review .moves li').count()).toBe(2);
  await expect.poll(() => rows(page).count()).toBe(2);
  await rows(page).getByRole('button').nth(1).click();
  await expect.poll(() => page.locator('.review .moves li').count()).toBe(3);
  // Another order of the same moves is the same position.
  await expect.poll(() => rows(page).count()).toBeGreaterThan(0);
  await page.locator('h1').first().focus();
  await page.locator('body').press('e');
  await expect.poll(() => explorer(page).getAttribute('open')).toBeNull();
  await page.locator('body').press('e');
  await expect.poll(() => explorer(page).getAttribute('open')).not.toBeNull();
  await isInOrder(page, 'review with the explorer');
});

test('in the editor the moves of a position are played on its board', async () => {
  const { page } = await person();
  await page.goto(`${server.url}/editor`);
  await page.waitForSelector('.editor sg-pieces');
  await explorer(page).locator('summary').click();
  await choose(page, 'meijin');
  await rows(page).nth(0).getByRole('button').click();
  const sfen = page.locator('input[name="sfen"]');
  await expect.poll(() => sfen.inputValue()).toContain('/2P6/PP1PPPPPP/');
  await expect.poll(() => rows(page).count()).toBe(2);
  await isInOrder(page, 'editor with the explorer');
});

test('a player’s page leads to the openings of that player', async () => {
  const [anh, binh] = [await register(server.url, 'anh', '1k'), await register(server.url, 'binh', '1k')];
  await playRated(anh, binh);
  const { page, complaints } = await person();
  await page.goto(`${server.url}/@/anh`);
  await page.getByRole('link', { name: words.tree }).click();
  await page.waitForSelector('.review sg-pieces');
  expect(await explorer(page).locator('input[name="player"]').inputValue()).toBe('anh');
  await expect.poll(() => rows(page).count()).toBe(1);
  await expect.poll(() => explorer(page).locator('.explorer-games a').count()).toBe(1);
  await explorer(page).locator('input[name="player"]').fill('nobody');
  await page.keyboard.press('Enter');
  await expect.poll(() => explorer(page).getByRole('alert').innerText()).not.toBe('');
  // The browser notes that there is no such player.
  complaints.length = 0;
});

test('it is in order in every language and window', async () => {
  const windows = { ...SIZES, low: { width: 844, height: 390 }, small: { width: 1024, height: 768 } };
  for (const lang of Object.keys(CATALOGUES)) {
    for (const [size, window] of Object.entries(windows)) {
      const { page } = await person({ locale: lang });
      await page.setViewportSize(window);
      await page.goto(`${server.url}/review?explore=`);
      await page.waitForSelector('.review sg-pieces');
      await choose(page, 'meijin');
      await expect.poll(() => rows(page).count()).toBe(2);
      await isInOrder(page, `explorer, ${lang}, ${size}`);
      await explorer(page).scrollIntoViewIfNeeded();
      await picture(page, `explorer-${lang}-${size}`);
    }
  }
});
