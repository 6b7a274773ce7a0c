/**
 * The spoken seconds come when they are due: every sound is laid on the audio clock, and the test
 * reads where.
 */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MockServer, startMockServer } from '../test/mock-server';
import { newPerson, sharedBrowser } from './browser';

/** §4: at most this late. */
const LATE_MS_MAX = 100;

let server: MockServer;
let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startMockServer(new URL('../dist', import.meta.url).pathname);
});
afterAll(() => server.stop());

for (const seconds of ['spoken', 'beeps'] as const)
  test(`${seconds}: the last ten seconds are heard on time`, async () => {
    const { page, context } = await newPerson(browser, { locale: 'vi', settings: { seconds } });
    await page.addInitScript(() => {
      const laid: { at: number; seconds: number }[] = [];
      Object.assign(window, { laid });
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (when = 0, offset?: number, duration?: number) {
        const { currentTime } = this.context;
        const at = performance.timeOrigin + performance.now() + Math.max(0, when - currentTime) * 1000;
        laid.push({ at, seconds: duration ?? this.buffer?.duration ?? 0 });
        return start.call(
          this,
          when,
          ...((offset === undefined ? [] : [offset, duration]) as [number, number]),
        );
      };
    });
    await page.goto(server.url);
    await page.waitForSelector('.link-state.open');
    // Browsers sound only after a touch.
    await page.click('h1');
    const BOB = { user: 'b', name: 'Bob', guest: true, king: '玉' } as const;
    const game = server.place(
      {
        players: { sente: null, gote: BOB },
        clocks: {
          sente: { main_ms: 0, periods: 1 },
          gote: { main_ms: 0, periods: 1 },
          running: 'sente',
          // The tenth second is near, and the last ones are already laid.
          elapsed_ms: 8_000,
        },
      },
      { sente: 'last' },
    );
    // By link, not by address: the page that was touched may go on sounding.
    await page.click('.join-code summary');
    await page.fill('.join input', game);
    await page.click('.join button');
    await page.waitForSelector('sg-pieces piece');
    const began = server.turnBegan(game);
    await page.waitForFunction(() => (window as unknown as { laid: unknown[] }).laid.length >= 3, undefined, {
      timeout: 40_000,
    });
    const laid = await page.evaluate(() => (window as unknown as { laid: { at: number }[] }).laid);
    // Byoyomi of thirty seconds: 10 and 20 are said, then every second from the twenty-first on.
    const due = [10, 20, ...Array.from({ length: 10 }, (_, i) => 21 + i)].map((s) => began + s * 1000);
    for (const { at } of laid) {
      const late = Math.min(...due.map((it) => Math.abs(at - it)));
      expect(late).toBeLessThanOrEqual(LATE_MS_MAX);
    }
    await context.close();
  });
