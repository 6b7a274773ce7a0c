/** What only some variants have, made by hand in their lessons: faces to choose, pieces that turn, moves that are lent. */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { en } from '../src/i18n/en';
import { type MockServer, startMockServer } from '../test/mock-server';
import type { Size } from './browser';
import { picture, usePeople } from './people';
import { centerOf, drawnBoard, handSelector, squareSelector } from './table';

let server: MockServer;

const person = usePeople();

beforeEach(async () => {
  server = await startMockServer(new URL('../dist', import.meta.url).pathname);
  return () => server.stop();
});

/** Presses what is there: with the mouse, or with a finger where there is no mouse. */
async function press(page: Page, size: Size, selector: string): Promise<void> {
  await page.locator(selector).first().scrollIntoViewIfNeeded();
  const { x, y } = await centerOf(page, selector);
  if (size === 'phone') await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

async function begin(page: Page, lesson: string): Promise<void> {
  await page.goto(`${server.url}/learn/${lesson}`);
  await page.waitForSelector('sg-pieces piece');
}

const done = (page: Page) => page.waitForSelector('.verdict.solved');

for (const size of ['wide', 'phone'] as const)
  test(`Kyoto’s pieces turn by themselves, and are dropped with either side up, ${size}`, async () => {
    const { page } = await person({ size });
    await begin(page, 'kyoto_turning');
    await press(page, size, squareSelector('3e'));
    await press(page, size, squareSelector('3d'));
    await expect.poll(() => drawnBoard(page)).toEqual({ '3d': 'L' });
    await press(page, size, squareSelector('3d'));
    await press(page, size, squareSelector('3a'));
    await done(page);
    await page.click('.trainer-panel button.primary');
    await press(page, size, squareSelector('5e'));
    await press(page, size, squareSelector('4d'));
    await press(page, size, squareSelector('4d'));
    await press(page, size, squareSelector('1a'));
    await expect.poll(() => drawnBoard(page)).toEqual({ '1a': 'S' });
    await done(page);
    await page.click('.trainer-panel button.primary');
    await press(page, size, handSelector('P'));
    await press(page, size, squareSelector('2a'));
    await page.waitForSelector('.promotion-choice');
    await picture(page, `faces-${size}`);
    await page.click('.promotion-choice button[aria-label="rook"]');
    await expect.poll(() => drawnBoard(page)).toEqual({ '2a': 'R', '5a': 'k', '4c': 'K' });
    await done(page);
  });

test('a move that is lent is told, and made', async () => {
  const { page } = await person();
  await begin(page, 'annan_lending');
  await page.locator(squareSelector('5g')).focus();
  await page.keyboard.press('i');
  await page.waitForSelector('.piece-hint .lent');
  expect(await page.locator('.piece-hint .lent').innerText()).toBe(en.variantWords.hint.lent('rook', 'pawn'));
  await picture(page, 'lent');
  await page.keyboard.press('Escape');
  await press(page, 'wide', squareSelector('5g'));
  await press(page, 'wide', squareSelector('5d'));
  await done(page);
});
