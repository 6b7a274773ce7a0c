/**
 * Pictures of the pages, compared with the stored ones in `e2e/looks`. `UPDATE=1` stores those that
 * changed: look at them.
 *
 * Small characters are not drawn alike every time, which is six pixels in a thousand on a phone; so
 * a page has changed when more than one pixel in a hundred differs by more than 32 of 255 in some
 * colour.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { movesOf } from '../test/games';
import { type MockServer, startMockServer } from '../test/mock-server';
import { newPerson, type Size, sharedBrowser } from './browser';

const CHANNEL_MAX = 32;
const PIXELS_MAX = 0.01;
const STORED = new URL('./looks/', import.meta.url).pathname;
const RESULTS = new URL('../test-results/looks/', import.meta.url).pathname;

/** What ticks is left out of the picture. */
const STILL = '.clock.running > *, .link-state, .waited { visibility: hidden !important; }';

let server: MockServer;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(STORED, { recursive: true });
  mkdirSync(RESULTS, { recursive: true });
  browser = await sharedBrowser();
});
beforeEach(async () => {
  server = await startMockServer(new URL('../dist', import.meta.url).pathname);
  return () => server.stop();
});

const moves = movesOf('ryuou-2014').map((usi, i) => ({
  usi,
  thought_ms: ((i * 7919) % 41) * 1000,
  credit_ms: 0,
}));
const HUONG = { user: 'b', name: 'Nguyễn Phước Thụy Thùy Trang', guest: false, king: '王' } as const;

for (const size of ['wide', 'phone'] as Size[])
  for (const locale of ['vi', 'en', 'ja'])
    test(`${size}, ${locale}`, { timeout: 240_000 }, async () => {
      const { page, context, complaints } = await newPerson(browser, { size, locale, still: true });
      const shoot = (name: string) => compare(page, `${name}-${size}-${locale}`);
      await page.goto(server.url);
      await page.waitForSelector('.link-state.open');
      server.addSeek({
        seek: 'a1',
        at: 0,
        by: { user: 'x', name: 'Trần Thị Mai', guest: false, king: '玉' },
        setup: {
          variant: 'standard',
          start: '2_piece',
          rules: 'tournament',
          clock: { kind: 'byoyomi', main_ms: 900_000, byoyomi_ms: 60_000, periods: 1 },
          side: 'gote',
        },
      });
      await page.click('.quick-button >> nth=3');
      await page.waitForSelector('.seek-list li.mine');
      await page.mouse.move(0, 0);
      await shoot('lobby');

      const game = server.place(
        {
          moves: moves.slice(0, 80),
          players: { sente: null, gote: HUONG },
          clocks: {
            sente: { main_ms: 0, periods: 1 },
            gote: { main_ms: 321_000, periods: 1 },
            running: 'sente',
            elapsed_ms: 0,
          },
          offers: [{ by: 'gote', kind: 'takeback' }],
          chat: [{ by: HUONG.name, side: 'gote', text: 'よろしくお願いします', at: 1 }],
          watchers: 12,
        },
        { sente: 'last' },
      );
      await page.goto(`${server.url}/${game}`);
      await page.waitForSelector('sg-pieces piece');
      await shoot('game');

      const result = {
        reason: 'resignation',
        winner: 'sente',
        illegal: null,
        illegal_usi: null,
        left: null,
        next: null,
      } as const;
      const over = server.place(
        { moves, players: { sente: null, gote: HUONG }, phase: 'over', result },
        { sente: 'last' },
      );
      await page.goto(`${server.url}/${over}`);
      await page.waitForSelector('.result');
      await shoot('over');
      expect(complaints).toEqual([]);
      await context.close();
    });

for (const theme of ['light', 'dark'] as const)
  test(`design, ${theme}`, async () => {
    const { page, context } = await newPerson(browser, { theme, still: true });
    await page.goto(`${server.url}/design`);
    await page.waitForSelector('.board-states sg-pieces piece');
    await compare(page, `design-${theme}`, true);
    await context.close();
  });

/** Waits until the page is drawn with its fonts and with every picture that it shows, also behind text. */
async function drawn(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const pictures = new Set([...document.images].map((image) => image.currentSrc));
    for (const element of document.querySelectorAll('*'))
      for (const part of [null, '::before', '::after']) {
        const { backgroundImage, maskImage } = getComputedStyle(element, part);
        for (const [, url] of `${backgroundImage} ${maskImage}`.matchAll(/url\("([^"]+)"\)/g))
          if (url) pictures.add(url);
      }
    await Promise.all(
      [...pictures].filter(Boolean).map(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode().catch(() => undefined);
      }),
    );
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  });
}

async function compare(page: Page, name: string, fullPage = false): Promise<void> {
  await drawn(page);
  const now = await page.screenshot({
    type: 'jpeg',
    quality: 60,
    fullPage,
    animations: 'disabled',
    scale: 'css',
    style: STILL,
  });
  const file = `${STORED}${name}.jpg`;
  const stored = existsSync(file) ? readFileSync(file) : null;
  if (stored?.equals(now)) return;
  const share = stored ? await difference(stored, now) : 1;
  if (share <= PIXELS_MAX) return;
  // Only what has changed is stored anew.
  if (process.env.UPDATE === '1') return writeFileSync(file, now);
  writeFileSync(`${RESULTS}${name}.jpg`, now);
  throw new Error(
    `${name} has changed in ${(share * 100).toFixed(1)} % of its pixels; ` +
      'the new picture is in test-results/looks. Look at it, and store it by UPDATE=1 npm run e2e',
  );
}

/** The share of pixels that differ, counted in a page of the same browser; 1 when the sizes do. */
async function difference(a: Buffer, b: Buffer): Promise<number> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(
      async ([first, second, limit]) => {
        const pixels = async (base64: string) => {
          const image = new Image();
          image.src = `data:image/jpeg;base64,${base64}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          if (!context) throw new Error('no canvas');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        };
        const [one, two] = [await pixels(first), await pixels(second)];
        if (one.width !== two.width || one.height !== two.height) return 1;
        let changed = 0;
        for (let i = 0; i < one.data.length; i += 4)
          if ([0, 1, 2].some((c) => Math.abs((one.data[i + c] ?? 0) - (two.data[i + c] ?? 0)) > limit))
            changed++;
        return changed / (one.width * one.height);
      },
      [a.toString('base64'), b.toString('base64'), CHANNEL_MAX] as const,
    );
  } finally {
    await page.close();
  }
}
