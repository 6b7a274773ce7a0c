/** Broadcasts against the real server: entered with and without a network, and followed. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBarrierFree, isInOrder } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { type Player, register } from './players';
import { type RealServer, startRealServer } from './server';
import { centerOf, drawnBoard, squareSelector } from './table';

let server: RealServer;
let owner: Player;
const person = usePeople({ mayComplain: true });

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
  owner = await register(server.url, 'scorer', '5k');
}, 120_000);
afterAll(async () => {
  owner.close();
  await server.stop();
});

const en = CATALOGUES.en.broadcast;

async function ownersBrowser(options: Parameters<typeof person>[0] = {}): Promise<Page> {
  const { page } = await person(options);
  const [name = '', value = ''] = owner.cookie.split('=');
  await page.context().addCookies([{ name, value, url: server.url }]);
  return page;
}

async function movePiece(page: Page, from: string, to: string): Promise<void> {
  for (const sq of [from, to]) {
    const at = await centerOf(page, squareSelector(sq));
    await page.mouse.click(at.x, at.y);
  }
}

const at = async (page: Page, sq: string) => (await drawnBoard(page))[sq];

test('a game is entered while the network goes and comes, and followed', async () => {
  const page = await ownersBrowser({ size: 'phone' });
  await page.goto(`${server.url}/broadcasts/new`);
  await page.locator('input[name="title"]').fill('Title match, game 1');
  await page.locator('input[name="sente"]').fill('Habu');
  await page.locator('input[name="gote"]').fill('Nguyen');
  await page.selectOption('select[name="visibility"]', 'public');
  await page.selectOption('select[name="timeKind"]', 'byoyomi');
  await isInOrder(page, 'the form of a broadcast');
  await page.locator('input[name="title"]').press('Enter');
  await page.waitForURL(/\/broadcasts\/\w{10}$/);
  await page.waitForSelector('.live-game');
  await isInOrder(page, 'a broadcast');
  const broadcast = page.url();
  const board = await page.locator('.live-game a.whole').first().getAttribute('href');

  const { page: reader } = await person();
  await reader.goto(`${server.url}${board}`);
  await reader.waitForSelector('.review sg-pieces piece');

  await page.goto(`${server.url}${board}/enter`);
  await page.waitForSelector('.entering sg-pieces piece');
  await isInOrder(page, 'entering a game');
  await movePiece(page, '7g', '7f');
  await page.getByText(en.entering.saved).waitFor();
  await expect.poll(() => at(reader, '7f')).toBeDefined();

  // The network goes: what is entered waits, also when the page is opened anew.
  await page.context().setOffline(true);
  await movePiece(page, '3c', '3d');
  await movePiece(page, '2g', '2f');
  await page.getByText(en.entering.waiting(2)).waitFor();
  await picture(page, 'broadcast-enter-offline');
  expect(await at(reader, '3d')).toBeUndefined();
  await page.context().setOffline(false);
  await page.getByText(en.entering.saved).waitFor();
  await expect.poll(() => at(reader, '2f')).toBeDefined();

  await page.getByRole('button', { name: en.entering.result }).click();
  await isBarrierFree(page, 'the dialog of results');
  await page.getByRole('button', { name: en.entering.enter, exact: true }).click();
  await reader.getByText(CATALOGUES.en.result.reasons.resignation).first().waitFor();
  await isInOrder(reader, 'a board of a broadcast');
  await picture(reader, 'broadcast-board');
  await reader.goto(broadcast);
  await reader.waitForSelector('.live-game');
  await picture(reader, 'broadcast');
  await reader.goto(`${server.url}/broadcasts`);
  await reader.getByRole('link', { name: 'Title match, game 1' }).waitFor();
  await isInOrder(reader, 'the list of broadcasts');
});
