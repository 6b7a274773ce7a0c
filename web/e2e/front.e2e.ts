/** The first page: what it shows whom, the menu of five words, and the choice of the language. */

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as ja } from '../src/i18n/made/whole/ja';
import { words as vi } from '../src/i18n/made/whole/vi';
import { isInOrder } from './order';
import { CATALOGUES, languages, picture, usePeople } from './people';
import { begin, register } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
  return () => server.stop();
});

const topOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;

test('while nobody plays, the problem of the day can be solved on the first page', async () => {
  const { page } = await person();
  await page.goto(server.url);
  await page.getByRole('heading', { name: en.lobby.daily }).waitFor();
  await page.locator('.showcase sg-pieces piece').first().waitFor();
  // A stranger is offered the easy one.
  const { daily } = (await (await fetch(`${server.url}/api/v1/home`)).json()) as {
    daily: { problems: { number: number }[] };
  };
  const number = daily.problems[0]?.number;
  const asked = await fetch(`${server.url}/api/v1/tsume/${number}/solution`, {
    method: 'POST',
    headers: { cookie: (await register(server.url, 'solver', '5k')).cookie },
  });
  const { moves } = (await asked.json()) as { moves: string[] };
  expect(moves).toHaveLength(1);
  const usi = moves[0] ?? '';
  await page.locator('.showcase .ban').hover();
  await page.focus('.showcase [role="gridcell"][tabindex="0"]');
  const press = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} is not there`);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  const from = usi.includes('*')
    ? `.showcase .hand-bottom sg-hp-wrap:not([data-nb="0"]) piece.${(usi[0] ?? '').toLowerCase()}`
    : `.showcase [data-square="${usi.slice(0, 2)}"]`;
  await press(from);
  await press(`.showcase [data-square="${usi.slice(2, 4)}"]`);
  // Which problem it is depends on the day.
  const { dests } = (await (await fetch(`${server.url}/api/v1/tsume/${number}`)).json()) as {
    dests: Record<string, string>;
  };
  if (dests[usi.slice(0, 2)]?.includes(`${usi.slice(2, 4)}?`))
    await page
      .locator('.promotion-choice button')
      .nth(usi.endsWith('+') ? 0 : 1)
      .click();
  await expect.poll(() => page.locator('.showcase .verdict').innerText()).toBe(en.training.tsume.solved);
  // It counts at once, and stays on the board until another one is chosen.
  await page.locator('.daily-days').getByText(en.home.days(1)).waitFor();
  await page.locator('.daily-levels [aria-pressed="true"]', { hasText: '✓' }).waitFor();
  await isInOrder(page, 'the first page');
});

for (const locale of languages('vi'))
  test(`on a phone one begins a game and sees who waits before anything else, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const waiting = await register(server.url, `waits-${locale}`, '5k');
    await waiting.say({
      t: 'seek',
      seek: crypto.randomUUID(),
      setup: {
        variant: 'standard',
        start: 'even',
        rules: 'casual',
        clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
        side: 'random',
      },
    });
    const { page } = await person({ size: 'phone', locale });
    await page.goto(server.url);
    await page.locator('.seek-list .player-link', { hasText: `waits-${locale}` }).waitFor();
    const order = ['.lobby-hero', '.lobby-start', '.lobby-seeks', '.lobby-games', '.lobby-around'];
    const tops = await Promise.all(order.map((it) => topOf(page, it)));
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    // Who waits is on the first screen.
    expect(await topOf(page, '.seek-list')).toBeLessThan(740);
    // A board comes when one goes down to it.
    await page.locator('.showcase').scrollIntoViewIfNeeded();
    await page.locator('.showcase sg-pieces piece').first().waitFor();
    await isInOrder(page, 'the first page on a phone');
    await picture(page, `front-phone-${locale}`);

    // All of the menu in one touch, each page in two.
    await page.tap('.site-menu');
    await page.locator('#site-nav').getByRole('link', { name: words.clubs.title, exact: true }).waitFor();
    await isInOrder(page, 'the menu on a phone');
    await picture(page, `menu-phone-${locale}`);
    await page.locator('#site-nav').getByRole('link', { name: words.nav.lessons, exact: true }).tap();
    await page.waitForURL(`${server.url}/learn`);
    await page.locator('#site-nav').waitFor({ state: 'hidden' });
    waiting.close();
  });

test('the menu opens by pointer and keyboard, and knows where one is', async () => {
  const { page } = await person();
  await page.goto(server.url);
  await page.waitForSelector('.link-state.open');
  const menu = page.locator('#site-nav');
  const words = menu.locator(':scope > a, .nav-section > .drop > button');
  await expect
    .poll(() => words.allInnerTexts())
    .toEqual([en.nav.play, en.nav.learn, en.nav.watch, en.nav.tools, en.nav.community]);
  await menu.getByRole('button', { name: en.nav.community }).click();
  await menu.getByRole('link', { name: en.tournaments.title }).click();
  await page.waitForURL(`${server.url}/tournaments`);
  expect(await menu.locator('.drop-list:visible').count()).toBe(0);
  expect(await menu.locator('.drop-button.current').innerText()).toBe(en.nav.community);
  // A group and its page have names of their own.
  await expect(menu.locator('a[href="/watch"]').textContent()).resolves.toBe(en.nav.live);
  expect(en.nav.live).not.toBe(en.nav.watch);
  await menu.getByRole('button', { name: en.nav.tools }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  expect(await menu.locator('.drop-list:visible').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('drop-button');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.url}/kifu`);
});

for (const size of ['wide', 'phone'] as const)
  test(`a slow connection is told in words, not in milliseconds, ${size}`, async () => {
    const { page } = await person({ size });
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const far = socket.connectToServer();
      far.onMessage((message) => setTimeout(() => socket.send(message), 400));
    });
    await page.goto(server.url);
    await page.waitForSelector('.link-state.slow');
    expect((await page.locator('.link-state > :not(.hidden-visually)').allInnerTexts()).join('')).toBe(
      en.connection.slow,
    );
    await isInOrder(page, 'a slow connection');
  });

test('whoever sees the wrong language finds their own in its own words', async () => {
  const { page } = await person({ locale: 'ja' });
  await page.goto(server.url);
  await page.getByRole('heading', { name: ja.lobby.title }).waitFor();
  await page.getByRole('button', { name: 'Tiếng Việt' }).click();
  await page.getByRole('heading', { name: vi.lobby.title }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('vi');
  await page.reload();
  await page.getByRole('heading', { name: vi.lobby.title }).waitFor();
});

test('a game between people stands in the middle, with stands and clocks, and moves', async () => {
  const [one, two] = [
    await register(server.url, 'first-one', '1k'),
    await register(server.url, 'second-one', '3k'),
  ];
  const { page } = await person();
  await page.goto(server.url);
  await page.getByRole('heading', { name: en.lobby.daily }).waitFor();
  const { game, play } = await begin(one, two);
  const large = page.locator(`.showcase .live-game:has(a[href="/${game}"])`);
  await large.waitFor();
  await page.getByRole('heading', { name: en.lobby.games }).waitFor();
  await play(2);
  await large.getByText(en.lobby.moves(3)).waitFor();
  await expect.poll(() => large.locator('sq.last-dest').count()).toBe(2);
  await expect.poll(() => large.locator('.live-clock').first().innerText()).not.toBe('');
  await picture(page, 'front-wide-live');
  await isInOrder(page, 'the first page with a game');
  // What is over makes room for the problem.
  await one.say({ t: 'resign', game });
  await page.getByRole('heading', { name: en.lobby.daily }).waitFor();
});
