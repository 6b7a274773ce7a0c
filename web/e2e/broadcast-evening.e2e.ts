/**
 * An evening at a broadcast: somebody enters a game move by move, two follow it from its first move
 * with clocks, one of them on a phone, and talk.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { type Player, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { choose, drawnBoard, movePiece } from './table';

let server: RealServer;
let owner: Player;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
  owner = await register(server.url, 'relay', '5k');
}, 120_000);
afterAll(async () => {
  owner.close();
  await server.stop();
});

const { en, vi, ja } = CATALOGUES;

async function say(page: Page, text: string) {
  await page.fill('.chat form input', text);
  await page.press('.chat form input', 'Enter');
  await page.locator('.chat-lines', { hasText: text }).waitFor();
}

/** What of the board, its clocks and the talk is not in the window. */
const outside = (page: Page) =>
  page.evaluate(() =>
    [
      '.ban-area',
      '.seat-top .live-clock',
      '.seat-bottom .live-clock',
      '.chat-lines',
      '.chat form input',
    ].filter((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      return !box || box.top < 0 || box.bottom > document.documentElement.clientHeight + 1;
    }),
  );

test('a broadcast is made, entered, followed with clocks and talked about', {
  timeout: 240_000,
}, async () => {
  const { page, context } = await person();
  await signIn(context, server.url, owner.cookie);
  // What a new one needs is in sight, the rest is folded.
  await page.goto(`${server.url}/broadcasts/new`);
  await page.locator('input[name="title"]').fill('Club final');
  const fields = page.locator('.settings-form').locator('input, select, textarea');
  const inSight = await fields.evaluateAll((all) => all.filter((it) => it.checkVisibility()).length);
  expect(inSight).toBeLessThanOrEqual(6);
  await page.locator('input[name="sente"]').fill('Nguyễn Thị Thanh Hương');
  await page.locator('input[name="gote"]').fill('加藤');
  await page.selectOption('select[name="visibility"]', 'public');
  await page.locator('.more-fields > summary').click();
  expect(await page.locator('input[type="datetime-local"]').count()).toBe(1);
  await page.selectOption('select[name="timeKind"]', 'byoyomi');
  await page.locator('input[name="title"]').press('Enter');
  await page.waitForSelector('.live-game');
  const board = (await page.locator('.live-game a.whole').first().getAttribute('href')) ?? '';

  const { page: phone } = await person({ size: 'phone', locale: 'ja' });
  await phone.goto(`${server.url}${board}`);
  await phone.locator('.chat').waitFor();
  await phone.getByText(ja.broadcast.notBegun).first().waitFor();
  const { page: wide } = await person({ size: 'wide', locale: 'vi' });
  await wide.goto(`${server.url}${board}`);
  await wide.getByText(vi.broadcast.notBegun).first().waitFor();
  await wide.locator('.chat').waitFor();

  // Moves on the public board begin nothing, and whoever keeps the score is told so.
  await page.goto(`${server.url}${board}`);
  await page.waitForSelector('.review sg-pieces piece');
  await movePiece(page, '2g', '2f');
  await page.getByText(en.broadcast.triedOnly).waitFor();
  expect(await phone.getByText(ja.broadcast.notBegun).count()).toBeGreaterThan(0);

  await page.locator('.board-panel .button.primary').click();
  await page.waitForSelector('.entering sg-pieces piece');
  await page.getByRole('button', { name: en.broadcast.entering.resume }).click();
  await wide.locator('.seat-bottom .live-clock.running').waitFor();
  await movePiece(page, '7g', '7f');
  await page.getByText(en.broadcast.entering.saved).waitFor();
  // It has begun, and gote's clock runs, as the broadcast has it.
  for (const [reader, words] of [
    [phone, ja],
    [wide, vi],
  ] as const) {
    await reader.locator('.seat-top .live-clock.running').waitFor();
    await reader.getByText(words.broadcast.clocksFrom).first().waitFor();
    await expect.poll(() => reader.getByText(words.broadcast.notBegun).count()).toBe(0);
    await expect.poll(async () => (await drawnBoard(reader))['7f']).toBeDefined();
    expect(await reader.locator('.seat-bottom .relayed-clock').innerText()).toMatch(/^(1:00:00|59:\d\d)$/);
    // What other sites need is in the menu.
    expect(await reader.getByRole('button', { name: words.embed.copy }).count()).toBe(0);
    await reader.locator('.board-panel .more-menu > button').click();
    await reader.locator('.menu-act', { hasText: words.embed.copy }).waitFor();
    await reader.keyboard.press('Escape');
  }

  // On the phone board, both clocks and the talk are in one window.
  await say(wide, 'Hai người cùng chơi Xe vị trí bốn à?');
  await phone.locator('.chat-lines', { hasText: 'Xe vị trí bốn' }).waitFor();
  await say(phone, '四間飛車ですね');
  await wide.locator('.chat-lines', { hasText: '四間飛車' }).waitFor();
  await phone.evaluate(() => scrollTo(0, 0));
  expect(await outside(phone)).toEqual([]);
  await picture(phone, 'broadcast-evening-phone');
  await picture(wide, 'broadcast-evening-wide');
  await isInOrder(phone, 'a board of a broadcast on a phone');
  await isInOrder(wide, 'a board of a broadcast with its talk');

  // Who runs it takes away what should not be there; everybody else their own.
  await phone.setViewportSize({ width: 844, height: 390 });
  await phone.locator('.chat-lines', { hasText: '四間飛車' }).waitFor();
  await picture(phone, 'broadcast-evening-low');
  expect(await outside(phone)).toEqual([]);
  const inTalk = (name: string) => phone.locator('.chat-lines').getByRole('button', { name });
  expect(await inTalk(ja.chat.remove).count()).toBe(1);
  // A guest has no page on which to be reported.
  expect(await inTalk(ja.site.person.report).count()).toBe(1);
  await page.goto(`${server.url}${board}`);
  await page
    .locator('.chat-lines p', { hasText: 'Xe vị trí bốn' })
    .getByRole('button', { name: en.chat.remove })
    .click();
  for (const reader of [phone, wide, page])
    await reader.locator('.chat-lines p', { hasText: 'Xe vị trí bốn' }).waitFor({ state: 'detached' });
  await inTalk(ja.chat.remove).click();
  await wide.locator('.chat-lines p', { hasText: '四間飛車' }).waitFor({ state: 'detached' });

  // The settings of the whole are in one menu.
  await page.goto(`${server.url}${board.replace(/\/\w+$/, '')}`);
  await choose(page, '.page-head', en.broadcast.settings);
  await page.locator('dialog input[name="title"]').waitFor();
});
