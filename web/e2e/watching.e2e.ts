/**
 * An evening of people who watch: on a phone the board, its clocks and the talk are in one window,
 * and a bar leads from game to game.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, type Locale, picture, usePeople } from './people';
import { begin, type Player, register } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const players: Player[] = [];
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
  for (const name of ['mai', 'kenji', 'hoang-thi-thuy', 'tran-van-duc', 'sora', 'anna'])
    players.push(await register(server.url, name, '1k'));
}, 120_000);
afterAll(async () => {
  for (const it of players) it.close();
  await server.stop();
});

const WINDOWS = [
  { width: 360, height: 740 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
];

/** What of a page lies outside of its window, or is not there. */
const outside = (page: Page, parts: readonly string[]) =>
  page.evaluate((parts) => {
    const { clientWidth, clientHeight } = document.documentElement;
    const top = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0;
    return parts.filter((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      if (!box || box.width === 0 || box.height === 0) return true;
      const isIn =
        box.top >= top - 1 &&
        box.bottom <= clientHeight + 1 &&
        box.left >= -1 &&
        box.right <= clientWidth + 1;
      return !isIn;
    });
  }, parts);

const TABLE = [
  '.ban-area',
  '.hand-top-area',
  '.hand-bottom-area',
  '.seat-top .clock',
  '.seat-bottom .clock',
  '.onward',
  '.chat-lines',
  '.chat form input',
];

/** Who sits above on a page. */
const namesOn = (page: Page) => page.locator('.player .player-who').allInnerTexts();

test('board, clocks and talk are in one window, and the next game is a press away', {
  timeout: 180_000,
}, async () => {
  const [a, b, c, d, e, f] = players as [Player, Player, Player, Player, Player, Player];
  const first = await begin(a, b);
  const second = await begin(c, d);
  const third = await begin(e, f);
  const order = [first, second, third].map((it) => it.game);
  const pages: Page[] = [];
  for (const [i, locale] of (['vi', 'en', 'ja'] as Locale[]).entries()) {
    const { page } = await person({ size: 'phone', locale });
    pages.push(page);
    await page.goto(`${server.url}/${first.game}`);
    await page.locator('.onward-door').waitFor();
    if (i > 0) {
      const text = i === 1 ? 'Would you take the lance, or hold it back for a drop at the edge?' : '三間飛車';
      await page.fill('.chat form input', text);
      await page.press('.chat form input', 'Enter');
      await pages[0]?.locator('.chat-lines', { hasText: text }).waitFor();
    }
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      await picture(page, `watching-${locale}-${size.width}`);
      expect(await outside(page, TABLE), `${locale} ${size.width}×${size.height}`).toEqual([]);
      // The last line that was said can be read.
      const last = await page.evaluate(() => {
        const lines = document.querySelector('.chat-lines');
        const line = lines?.lastElementChild?.getBoundingClientRect();
        const box = lines?.getBoundingClientRect();
        return line && box ? line.bottom <= box.bottom + 2 && box.height >= 24 : false;
      });
      expect(last, `${locale} ${size.width}: the last line`).toBe(true);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await isInOrder(page, `watching (${locale})`);
  }

  // From game to game in the order of the list, around its end and back.
  const [watcher] = pages as [Page];
  const listed = (await (await fetch(`${server.url}/api/v1/watch`)).json()) as {
    games: { game: { game: string } }[];
  };
  const codes = listed.games.map((it) => it.game.game);
  expect([...codes].sort()).toEqual([...order].sort());
  let at = codes.indexOf(first.game);
  for (let step = 0; step < 3; step++) {
    at = (at + 1) % codes.length;
    const door = watcher.locator(`.onward-door[href="/${codes[at]}"]`);
    await door.tap();
    await watcher.waitForURL(`${server.url}/${codes[at]}`);
    await watcher.locator('.onward-door').waitFor();
  }
  expect(new URL(watcher.url()).pathname).toBe(`/${first.game}`);
  const back = codes.at((codes.indexOf(first.game) - 1) % codes.length);
  await watcher.locator(`.onward a[href="/${back}"].square`).tap();
  await watcher.waitForURL(`${server.url}/${back}`);
  await watcher.goBack();
  await watcher.locator('.onward-door').waitFor();

  // The game ends: how, and who plays next.
  const won = (await namesOn(watcher)).join(' ');
  await a.say({ t: 'resign', game: first.game });
  const result = watcher.locator('.onward-result');
  await result.waitFor();
  expect(won).toContain('kenji');
  expect(await result.innerText()).toBe(
    CATALOGUES.vi.game.onward.won('kenji', CATALOGUES.vi.result.reasons.resignation),
  );
  expect(await outside(watcher, TABLE)).toEqual([]);
  await picture(watcher, 'watching-over');
  await watcher.locator('.onward-door').tap();
  await watcher.locator('.phase-playing').waitFor();
  expect([second.game, third.game]).toContain(new URL(watcher.url()).pathname.slice(1));

  // A wide screen has the same way; a game that ends elsewhere is no next one.
  const { page: wide } = await person({ size: 'wide' });
  await wide.goto(`${server.url}/${second.game}`);
  await wide.locator(`.onward-door[href="/${third.game}"]`).waitFor();
  await picture(wide, 'watching-wide');
  await isInOrder(wide, 'watching');
  await e.say({ t: 'resign', game: third.game });
  await c.say({ t: 'resign', game: second.game });
  await wide.getByText(CATALOGUES.en.game.onward.none).waitFor();
});
