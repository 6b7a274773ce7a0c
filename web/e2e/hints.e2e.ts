/**
 * How a piece moves, asked for on the board: by the other button, by a finger that rests there, by
 * a key.
 */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { VARIANTS } from '../src/wire/variants';
import { type MockServer, startMockServer } from '../test/mock-server';
import { picture, usePeople } from './people';
import { centerOf, drawnBoard, handSelector, squareSelector } from './table';

let server: MockServer;

const person = usePeople();

beforeEach(async () => {
  server = await startMockServer(new URL('../dist', import.meta.url).pathname);
  return () => server.stop();
});

const GOTE = { user: 'b', name: 'Bob', guest: true, king: '玉' } as const;

async function at(page: Page, variant: string, start: string): Promise<void> {
  await page.goto(server.url);
  await page.waitForSelector('.link-state.open');
  const game = server.place({ variant, start, players: { sente: null, gote: GOTE } }, { sente: 'last' });
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
}

/** A press while the dialog is on its way out would still be the dialog's. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
}

test('the other button shows the moves of a piece, on the board and in hand, and draws arrows all the same', async () => {
  const { page } = await person();
  await at(page, 'standard', 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b S 1');
  const pressed = await centerOf(page, squareSelector('8i'));
  await page.mouse.click(pressed.x, pressed.y, { button: 'right' });
  await page.waitForSelector('dialog .piece-hint');
  expect(await page.locator('dialog h2').innerText()).toBe('Knight');
  expect(await page.locator('dialog .move-diagram').first().getAttribute('aria-label')).toBe(
    en.variantWords.moves.ways.knight(en.variantWords.moves.directions.aheadDiagonally),
  );
  // What it promotes to is shown as well.
  expect(await page.locator('dialog .piece-moves').count()).toBe(2);
  await picture(page, 'hint-knight');
  // Nothing was drawn on the square.
  await close(page);
  expect(await page.locator('.sg-shapes g > *').count()).toBe(0);

  const held = await centerOf(page, handSelector('S'));
  await page.mouse.click(held.x, held.y, { button: 'right' });
  expect(await page.locator('dialog h2').innerText()).toBe('Silver');
  await close(page);

  const far = await centerOf(page, squareSelector('3c'));
  await page.mouse.move(pressed.x, pressed.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(far.x, far.y);
  await page.mouse.up({ button: 'right' });
  await page.waitForSelector('.sg-shapes g line');
  expect(await page.locator('dialog').count()).toBe(0);
});

test('a key shows the moves of the piece in focus', async () => {
  const { page } = await person();
  await page.goto(`${server.url}/learn/heian_pieces`);
  await page.waitForSelector('sg-pieces piece');
  await page.locator(squareSelector('7g')).focus();
  await page.keyboard.press('i');
  await page.waitForSelector('dialog .piece-hint');
  expect(await page.locator('dialog h2').innerText()).toBe('Flying dragon');
  expect(await page.locator('dialog .piece-moves').nth(1).innerText()).toContain('Dragon horse');
  await close(page);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-square'))).toBe('7g');
});

test('a finger that rests on a piece shows its moves, and one that goes on moves it', async () => {
  const { page, context } = await person({ size: 'phone' });
  await page.goto(`${server.url}/learn/heian_pieces`);
  await page.waitForSelector('sg-pieces piece');
  // On a phone the text of a lesson lies over the board until it was read.
  await page.click('.text-read');
  const { x, y } = await centerOf(page, squareSelector('7g'));
  const cdp = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  await page.waitForSelector('dialog .piece-hint');
  await touch('touchEnd', []);
  expect(await page.locator('dialog h2').innerText()).toBe('Flying dragon');
  await picture(page, 'hint-phone');
  // The whole of it is in the window.
  const box = await page.locator('dialog').boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  await close(page);
  expect(await drawnBoard(page)).toEqual({ '7g': 'D' });

  const to = await centerOf(page, squareSelector('4d'));
  await touch('touchStart', [{ x, y }]);
  await touch('touchMove', [{ x: (x + to.x) / 2, y: (y + to.y) / 2 }]);
  await touch('touchMove', [to]);
  await touch('touchEnd', []);
  await expect.poll(() => drawnBoard(page)).toEqual({ '4d': 'D' });
  expect(await page.locator('dialog').count()).toBe(0);
});

test('every variant has its page, with every piece it has, from a list of all', {
  timeout: 240_000,
}, async () => {
  const { page } = await person();
  await page.goto(`${server.url}/variants`);
  await page.waitForSelector('.variant-list');
  await picture(page, 'variants', true);
  const links = await page
    .locator('.variant-list a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect([...links].sort()).toEqual(VARIANTS.map(({ name }) => `/variants/${name}`).sort());
  for (const { name, pieces } of VARIANTS) {
    await page.goto(`${server.url}/variants/${name}`);
    await page.waitForSelector('.variant-rules li');
    expect(await page.locator('h1').innerText()).toBe(en.variants[name]);
    const drawn = await page
      .locator('.piece-list .move-diagram')
      .evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')));
    expect(drawn.length, name).toBe(Object.keys(pieces).length);
    for (const said of drawn) expect(said, name).toMatch(/\w{3}/);
    await picture(page, `variant-${name}`, true);
    // Nothing hangs over the edge.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), name).toBe(
      true,
    );
  }
});
