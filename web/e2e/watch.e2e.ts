/** Running games on boards that move, whom one follows, and what watchers say among themselves. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { usePeople } from './people';
import { beginRated, type Player, playRated, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { meetByLink, playLine } from './table';

let server: RealServer;

const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

async function as(page: Page, player: Player): Promise<void> {
  await signIn(page.context(), server.url, player.cookie);
}

const cards = (page: Page) => page.locator('.game-list.live li');

test('running games are watched on boards that move, and players are followed', {
  timeout: 180_000,
}, async () => {
  const [alice, bob, fan] = [
    await register(server.url, 'alice', '1k'),
    await register(server.url, 'bob', '3k'),
    await register(server.url, 'fan', '9k'),
  ];
  await playRated(alice, bob);
  const pages = await meetByLink(server.url, await person(), await person());
  const strong = await beginRated(alice, bob);

  const { page } = await person();
  await as(page, fan);
  await page.goto(`${server.url}/watch`);
  await expect.poll(() => cards(page).count()).toBe(2);
  // Who has ratings comes first, but nobody else when another stands out already.
  const order = async () =>
    (
      await cards(page)
        .locator('.whole')
        .evaluateAll((all) => all.map((it) => it.getAttribute('href')?.slice(1)))
    ).sort();
  expect(await order()).toEqual([strong, pages.code].sort());
  expect(await page.locator('.featured .label').count()).toBe(1);

  // Moves are seen as they are made.
  const guests = page.locator(`.live-game:has(a[href="/${pages.code}"])`);
  const before = await guests.locator('sg-pieces').innerHTML();
  await playLine(pages, ['7g7f']);
  await expect.poll(() => guests.innerText()).toContain('1');
  await expect.poll(() => guests.locator('sg-pieces').innerHTML()).not.toBe(before);
  // The last move, both stands and both clocks belong to a position.
  await playLine(pages, ['3c3d', '8h2b+', '3a2b'], 1);
  await expect.poll(() => guests.locator('sq.last-dest').count()).toBe(2);
  for (const side of ['sente', 'gote'])
    await expect.poll(() => guests.locator(`.small-stand.${side} piece.b`).count()).toBe(1);
  await expect
    .poll(() => guests.locator('.live-clock').allInnerTexts())
    .toEqual([expect.stringMatching(/^(10:00|9:\d\d)$/), expect.stringMatching(/^(10:00|9:\d\d)$/)]);
  expect(await guests.locator('.live-clock.running').count()).toBe(1);
  await isBarrierFree(page);

  // The same in the lobby, also as the game goes on.
  const lobby = await person();
  await lobby.page.goto(server.url);
  const listed = lobby.page.locator(`.lobby-games .live-game:has(a[href="/${pages.code}"])`);
  await expect.poll(() => listed.locator('.small-stand.gote piece.b').count()).toBe(1);
  // What is not in sight is not followed.
  await listed.scrollIntoViewIfNeeded();
  await playLine(pages, ['2g2f'], 4);
  await expect.poll(() => listed.innerText()).toContain('5 moves');
  await expect.poll(() => listed.locator('.live-clock').count()).toBe(2);
  // And where a player is at home.
  await lobby.page.goto(`${server.url}/@/alice`);
  await expect
    .poll(() => lobby.page.locator(`.live-game:has(a[href="/${strong}"]) .live-seat`).allInnerTexts())
    .toEqual(expect.arrayContaining([expect.stringContaining('alice'), expect.stringContaining('bob')]));

  await page.selectOption('select[name="variant"]', 'minishogi');
  await page.waitForSelector('.watch .empty');
  await page.selectOption('select[name="variant"]', '');
  await expect.poll(() => cards(page).count()).toBe(2);

  // Followed on their page, found among those who are playing now.
  await page.goto(`${server.url}/@/alice`);
  await page.click('button:text-is("Follow")');
  await page.waitForSelector('button[aria-pressed="true"]:has-text("Following")');
  await page.goto(`${server.url}/watch`);
  expect(await page.locator('.now-playing a').getAttribute('href')).toBe(`/${strong}`);
  await page.check('.watch-filter input[value="followed"]');
  await expect.poll(() => cards(page).count()).toBe(1);
  await page.click('.follow-list summary');
  await page.click('.follow-list button');
  await page.waitForSelector('.follow-list', { state: 'detached' });
  expect(await page.locator('.now-playing').count()).toBe(0);
  await expect.poll(() => cards(page).count()).toBe(2);
});

test('watchers talk among themselves while a game is played', async () => {
  const pages = await meetByLink(server.url, await person(), await person());
  const watcher = (await person()).page;
  await watcher.goto(`${server.url}/${pages.code}`);
  await watcher.waitForSelector('.chat .segments');
  expect(await pages.sente.locator('.chat .segments').count()).toBe(0);
  await watcher.fill('.chat form input', '2六歩?');
  await watcher.press('.chat form input', 'Enter');
  await watcher.locator('.chat-lines', { hasText: '2六歩?' }).waitFor();
  await pages.gote.fill('.chat form input', 'Xin chào!');
  await pages.gote.press('.chat form input', 'Enter');
  await pages.sente.locator('.chat-lines', { hasText: 'Xin chào!' }).waitFor();
  expect(await pages.sente.locator('.chat-lines').innerText()).not.toContain('2六歩?');
  expect(await watcher.locator('.chat-lines').innerText()).not.toContain('Xin chào!');
  await watcher.check('.chat .segments input[value="players"]');
  await watcher.locator('.chat-lines', { hasText: 'Xin chào!' }).waitFor();
});
