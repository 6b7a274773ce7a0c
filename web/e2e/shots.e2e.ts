import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movesOf } from '../test/games';
import { type MockServer, startMockServer } from '../test/mock-server';
import { launchBrowser, newPerson } from './browser';

let server: MockServer;
let browser: Browser;
const OUT = new URL('../test-results/shots/', import.meta.url).pathname;

beforeAll(async () => {
  mkdirSync(OUT, { recursive: true });
  server = await startMockServer(new URL('../dist', import.meta.url).pathname);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

for (const size of ['wide', 'phone'] as const)
  for (const locale of ['vi', 'en', 'ja'] as const)
    test(`${size} ${locale}`, async () => {
      const { page, complaints, context } = await newPerson(browser, { size, locale });
      await page.goto(server.url);
      await page.waitForSelector('.lobby-seeks');
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `${OUT}lobby-${size}-${locale}.png`, fullPage: true });
      await page.goto(`${server.url}/design`);
      await page.waitForSelector('.board-states sg-pieces piece');
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `${OUT}design-${size}-${locale}.png`, fullPage: true });
      const game = server.place(
        {
          moves: movesOf('ryuou-2014')
            .slice(0, 60)
            .map((usi) => ({ usi, thought_ms: 4000, credit_ms: 0 })),
          players: {
            sente: { user: 'a', name: 'Nguyễn Văn Hưởng', guest: false, king: '王' },
            gote: { user: 'b', name: 'Guest 4711', guest: true, king: '玉' },
          },
        },
        { sente: 'last' },
      );
      await page.goto(`${server.url}/${game}`);
      await page.waitForSelector('sg-pieces piece');
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `${OUT}game-${size}-${locale}.png` });
      expect(complaints).toEqual([]);
      await context.close();
    });
