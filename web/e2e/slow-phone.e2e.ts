/** A phone with a bad connection: what it shows before any script has come, and how much it loads. */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { CATALOGUES, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { movePiece, waitForMoves } from './table';

/** What a first visit may load in all, in bytes as they are sent. */
const FIRST_VISIT_BYTES_MAX = 140_000;

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

test('a first visit is light, and its first move soon made', { timeout: 120_000 }, async () => {
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
  const at = (what: string) => times.push(`${what} ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.locator('.lobby-hero h1').waitFor();
  at('title');
  await page.locator('button[name=engine]').click();
  at('buttons');
  const firstVisit = bytes;
  const start = page.getByRole('dialog').locator('button[type=submit]');
  await start.waitFor();
  at('dialog');
  await start.click();
  await page.locator('sg-pieces piece').first().waitFor();
  at('board');
  await movePiece(page, '7g', '7f', 'tap');
  await waitForMoves(page, 1);
  at('first move');
  process.stdout.write(
    `slow phone: ${times.join(', ')}; ${firstVisit} bytes until the buttons, ${bytes} with a game\n`,
  );
  expect(firstVisit).toBeLessThan(FIRST_VISIT_BYTES_MAX);
});
