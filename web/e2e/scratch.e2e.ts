import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { movesOf } from '../test/games';
import { type MockServer, startMockServer } from '../test/mock-server';
import { launchBrowser, newPerson } from './browser';

let server: MockServer;
let browser: Browser;
const OUT = '/tmp/shots/';
beforeAll(async () => {
  mkdirSync(OUT, { recursive: true });
  server = await startMockServer(new URL('../dist', import.meta.url).pathname);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
const moves = movesOf('ryuou-2014').map((usi, i) => ({
  usi,
  thought_ms: ((i * 7919) % 41) * 1000,
  credit_ms: 0,
}));
test('scratch', { timeout: 200_000 }, async () => {
  for (const [size, theme, locale] of [
    ['wide', 'dark', 'vi'],
    ['phone', 'dark', 'vi'],
  ] as const) {
    const { page } = await newPerson(browser, { size, locale, theme });
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
        clock: { kind: 'byoyomi', main_ms: 900000, byoyomi_ms: 60000, periods: 1 },
        side: 'gote',
      },
    });
    server.addSeek({
      seek: 'a2',
      at: 0,
      by: { user: 'y', name: 'Guest 2001', guest: true, king: '玉' },
      setup: {
        variant: 'standard',
        start: 'even',
        rules: 'casual',
        clock: { kind: 'fischer', main_ms: 300000, increment_ms: 5000 },
        side: 'random',
      },
    });
    await page.click('.quick-button >> nth=3');
    await page.waitForSelector('.seek-list .mine');
    const players = {
      sente: null,
      gote: { user: 'b', name: 'Nguyễn Văn Hưởng', guest: false, king: '王' as const },
    };
    const g1 = server.place(
      {
        moves: moves.slice(0, 80),
        players,
        clocks: {
          sente: { main_ms: 0, periods: 1 },
          gote: { main_ms: 321000, periods: 1 },
          running: 'sente',
          elapsed_ms: 4000,
          first_move_due_ms: null,
        },
        offers: [{ by: 'gote', kind: 'takeback' }],
        chat: [
          { by: 'Nguyễn Văn Hưởng', side: 'gote', text: 'よろしくお願いします', at: 1 },
          { by: 'Guest 7', side: null, text: 'Ván cờ hay quá!', at: 2 },
        ],
        watchers: 12,
      },
      { sente: 'last' },
    );
    await page.screenshot({ path: `${OUT}lobby-${size}.png` });
    await page.click('.lobby-actions button:first-child');
    await page.waitForSelector('dialog');
    await page.screenshot({ path: `${OUT}setup-${size}.png` });
    await page.keyboard.press('Escape');
    await page.click('.site-header button');
    await page.waitForSelector('dialog');
    await page.screenshot({ path: `${OUT}settings-${size}.png` });
    await page.keyboard.press('Escape');
    await page.goto(`${server.url}/${g1}`);
    await page.waitForSelector('sg-pieces piece');
    await page.screenshot({ path: `${OUT}game-${size}.png`, fullPage: true });
    const g2 = server.place(
      {
        moves,
        players,
        phase: 'over',
        result: { reason: 'resignation', winner: 'sente', illegal: null, illegal_usi: null, next: null },
      },
      { sente: 'last' },
    );
    await page.goto(`${server.url}/${g2}`);
    await page.waitForSelector('sg-pieces piece');
    await page.screenshot({ path: `${OUT}over-${size}.png`, fullPage: true });
    const g3 = server.place(
      {
        start: '+P+P+P+PK+P+P+P+P/1+R2G2B1/9/9/9/9/9/9/4k4 b 2G5P2r 1',
        players,
        impasse: {
          sente: {
            king_in_zone: true,
            pieces_in_zone: 11,
            in_check: false,
            points: 26,
            points_everywhere: 26,
          },
          gote: { king_in_zone: true, pieces_in_zone: 0, in_check: false, points: 10, points_everywhere: 10 },
        },
      },
      { sente: 'last' },
    );
    await page.goto(`${server.url}/${g3}`);
    await page.waitForSelector('sg-pieces piece');
    await page.screenshot({ path: `${OUT}impasse-${size}.png` });
  }
});
