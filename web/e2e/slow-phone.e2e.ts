/**
 * A phone with a bad connection: what it shows before any script has come, how much it loads, and how
 * often it waits for what it has just learned that it needs.
 */

import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { CATALOGUES, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { movePiece, waitForMoves } from './table';

/** What a first visit may load in all, in bytes as they are sent, and with a first game. */
const FIRST_VISIT_BYTES_MAX = 140_000;
const FIRST_GAME_BYTES_MAX = 210_000;

/**
 * How often in a row scripts are waited for until a move can be made: those of the page, of the
 * dialog, of the board.
 */
const ROUNDS_MAX = 3;

/** A slow mobile network, and a phone with a quarter of this machine's speed. */
const LATENCY_MS = 400;
const BYTES_PER_S = 50_000;
const SLOWER = 4;

let server: RealServer;
const person = usePeople();

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

/** Where the words and the button of the banner are. */
const boxes = (page: Page) =>
  page.$$eval('.lobby-hero h1, .lobby-hero p, .begin-here', (all) =>
    all.map((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );

for (const locale of ['vi', 'en', 'ja'] as const)
  test(`a stranger reads what this is and can begin before any script has come, in ${locale}`, async () => {
    const { page } = await person({ size: 'phone', locale });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/first-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(server.url, { waitUntil: 'commit' });
    const words = CATALOGUES[locale].lobby;
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
    const begin = page.getByRole('link', { name: words.begin });
    expect(await begin.getAttribute('href')).toBe('/learn');
    await page.evaluate(() => document.fonts.ready);
    const before = await boxes(page);
    release();
    await page.locator('.quick-button').first().waitFor();
    expect(await boxes(page)).toEqual(before);
  });

test('whoever chose another language than the browser’s is not shown the browser’s', async () => {
  const { page } = await person({ size: 'phone', locale: 'vi' });
  await page.goto(server.url);
  await page.evaluate(() => localStorage.setItem('komadai.settings', '{"language":"ja"}'));
  await page.context().clearCookies();
  await page.route('**/assets/first-*.js', () => {});
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.locator('.lobby-hero h1').waitFor({ state: 'attached' });
  expect(await page.locator('.lobby-hero h1').isVisible()).toBe(false);
  expect(await page.locator('html').getAttribute('lang')).toBe('ja');
});

/** A game against the machine, from the first page to the first move; `at` is told how far it is. */
async function playFirstMove(page: Page, at: (what: string) => void = () => {}): Promise<void> {
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.locator('.lobby-hero h1').waitFor();
  at('title');
  await page.locator('button[name=engine]').click();
  at('buttons');
  const start = page.getByRole('dialog').locator('button[type=submit]');
  await start.waitFor();
  at('dialog');
  await start.click();
  await page.locator('.phase-playing sg-pieces piece').first().waitFor();
  at('board');
  await movePiece(page, '7g', '7f', 'tap');
  await waitForMoves(page, 1);
  at('first move');
}

/** Of everything that the page has loaded, in bytes as they were sent. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntries() as PerformanceResourceTiming[])
      .filter(({ encodedBodySize }) => encodedBodySize > 0)
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
  );

test('a first visit is light, and has no board before somebody goes down to one', async () => {
  const { page } = await person({ size: 'phone', locale: 'vi' });
  await page.goto(server.url);
  await page.locator('.lobby-around[aria-busy=false]').waitFor({ state: 'attached' });
  const names = async () => (await loaded(page)).map(({ name }) => name).join(' ');
  // What comes last: the dialog, before it is asked for.
  await expect.poll(names).toMatch(/\/setup-.*\/late-|\/late-.*\/setup-/);
  await page.evaluate(() => document.fonts.ready);
  const all = await loaded(page);
  const bytes = all.reduce((sum, it) => sum + it.bytes, 0);
  process.stdout.write(`slow phone: a first visit loads ${bytes} bytes in ${all.length} requests\n`);
  expect(bytes).toBeLessThan(FIRST_VISIT_BYTES_MAX);
  expect(await names()).not.toMatch(/\/(board|game|showcase)-/);
  await page.locator('.showcase').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  await page.locator('.showcase sg-pieces piece').first().waitFor();
});

for (const locale of ['vi', 'en', 'ja'] as const)
  test(`nor is it heavy in a wide window, whose board is a picture until the pointer is near, ${locale}`, async () => {
    const { page } = await person({ size: 'wide', locale });
    await page.goto(server.url);
    await page.locator('.lobby-around[aria-busy=false]').waitFor({ state: 'attached' });
    const piece = page.locator('.showcase sg-pieces .sente').first();
    await piece.waitFor();
    await page.evaluate(() => document.fonts.ready);
    const all = await loaded(page);
    const bytes = all.reduce((sum, it) => sum + it.bytes, 0);
    process.stdout.write(`a wide window in ${locale}: ${bytes} bytes in ${all.length} requests\n`);
    expect(bytes).toBeLessThan(FIRST_VISIT_BYTES_MAX);
    expect(all.map(({ name }) => name).join(' ')).not.toMatch(/\/(board|game|showcase|setup)-/);
    // Who is quicker than the board loses no press, and nothing moves when it comes.
    const before = await page.locator('.showcase .ban').boundingBox();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/board-*.js', async (route) => {
      await held;
      await route.continue();
    });
    const box = await piece.boundingBox();
    if (!box) throw new Error('no piece is there');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    release();
    await page.locator('.showcase sq.selected').waitFor({ state: 'attached' });
    expect(await page.locator('.showcase .ban').boundingBox()).toEqual(before);
  });

test('the first move waits for scripts as seldom as can be', async () => {
  const { page } = await person({ size: 'phone', locale: 'vi' });
  const rounds: string[][] = [];
  let held: Route[] = [];
  let isOver = false;
  let heardOf = () => {};
  await page.route('**/assets/*.js', (route) => {
    held.push(route);
    heardOf();
  });
  /** Lets go all that was asked for at once, and counts them as one wait. */
  const letGo = async () => {
    while (!isOver) {
      if (held.length === 0) await new Promise<void>((resolve) => (heardOf = resolve));
      // What is asked for together is asked for before the next frame.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const round = held;
      held = [];
      if (round.length > 0) rounds.push(round.map((it) => new URL(it.request().url()).pathname));
      await Promise.all(
        round.map(async (it) => {
          await it.continue();
          await (await it.request().response())?.finished();
        }),
      );
    }
  };
  const counting = letGo();
  await playFirstMove(page);
  isOver = true;
  heardOf();
  await counting;
  expect(rounds.length, JSON.stringify(rounds, null, 1)).toBeLessThanOrEqual(ROUNDS_MAX);
});

test('its first move is soon made', { timeout: 120_000 }, async () => {
  const { page, context } = await person({ size: 'phone', locale: 'vi' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_S,
    uploadThroughput: BYTES_PER_S,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let bytes = 0;
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const began = performance.now();
  const times: string[] = [];
  await playFirstMove(page, (what) => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    times.push(`${what} ${seconds} s, ${Math.round(bytes / 1_000)} kB`);
  });
  process.stdout.write(`slow phone: ${times.join('; ')}\n`);
  expect(bytes).toBeLessThan(FIRST_GAME_BYTES_MAX);
});
