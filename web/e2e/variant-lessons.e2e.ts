/**
 * What only some variants have, made by hand in their lessons: second steps, faces to choose,
 * pieces that turn, moves that are lent.
 */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
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
  const read = page.locator('.text-read');
  if (await read.isVisible()) await read.click();
}

/** Presses Enter on these squares within one frame, and waits for two more. */
function enter(page: Page, squares: string[]): Promise<void> {
  return page.evaluate(async (squares) => {
    for (const name of squares) {
      const cell = document.querySelector<HTMLElement>(`.board-grid [data-square="${name}"]`);
      cell?.focus();
      cell?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      // What is drawn again is so at the end of the task's own queue.
      for (let turns = 0; turns < 10; turns++) await Promise.resolve();
    }
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  }, squares);
}

const done = (page: Page) => page.waitForSelector('.verdict.solved');

for (const size of ['wide', 'phone'] as const)
  test(`a lion takes two, takes and comes back, and stays where it took, ${size}`, async () => {
    const { page } = await person({ size });
    await begin(page, 'chu_lion');
    // Two jumps.
    for (const [from, to] of [
      ['7g', '7e'],
      ['7e', '5e'],
    ] as const) {
      await press(page, size, squareSelector(from));
      await press(page, size, squareSelector(to));
      await expect.poll(() => drawnBoard(page)).toEqual({ [to]: 'N' });
    }
    await done(page);
    await page.click('.drill-bar button.primary');

    // Two pawns in one move: the first asks whether to stop there, and the piece is in hand for the
    // second.
    await expect.poll(() => drawnBoard(page)).toEqual({ '7e': 'p', '7f': 'p', '7g': 'N' });
    await press(page, size, squareSelector('7g'));
    await press(page, size, squareSelector('7f'));
    await page.waitForSelector('.step-choice');
    await picture(page, `lion-${size}`);
    expect(await drawnBoard(page)).toEqual({ '7e': 'p', '7f': 'N' });
    // Taken back, nothing has happened.
    await page.click(`.step-choice button:has-text("${en.game.cancel}")`);
    await expect.poll(() => drawnBoard(page)).toEqual({ '7e': 'p', '7f': 'p', '7g': 'N' });
    await press(page, size, squareSelector('7g'));
    await press(page, size, squareSelector('7f'));
    await page.waitForSelector('.step-choice');
    await press(page, size, squareSelector('7e'));
    await expect.poll(() => drawnBoard(page)).toEqual({ '7e': 'N' });
    await done(page);
    await page.click('.drill-bar button.primary');

    // Taking without moving.
    await press(page, size, squareSelector('7g'));
    await press(page, size, squareSelector('7f'));
    await page.click(`.step-choice button:has-text("${en.variantWords.lion.back}")`);
    await expect.poll(() => drawnBoard(page)).toEqual({ '7a': 'k', '7g': 'N', '7l': 'K' });
    await done(page);
  });

test('a lion that is picked up may pass, and the keyboard does all of it', async () => {
  const { page } = await person();
  await begin(page, 'chu_lion');
  await press(page, 'wide', squareSelector('7g'));
  await page.click(`.step-choice button:has-text("${en.variantWords.lion.pass}")`);
  await expect.poll(() => page.locator('sq.last-dest').count()).toBeGreaterThan(0);
  expect(await drawnBoard(page)).toEqual({ '7g': 'N' });

  await begin(page, 'chu_pieces');
  await page.locator(squareSelector('7g')).focus();
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => drawnBoard(page)).toEqual({ '5g': 'O' });
  for (const key of ['Enter', 'ArrowRight', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await done(page);
  await page.click('.drill-bar button.primary');
  // A falcon: the pawn before it, and the square behind that, by somebody who is quicker than the
  // page is drawn.
  await expect.poll(() => drawnBoard(page)).toEqual({ '7f': 'p', '7g': '+H' });
  await enter(page, ['7g', '7f', '7f']);
  await page.waitForSelector('.step-choice');
  await enter(page, ['7e']);
  await expect.poll(() => drawnBoard(page)).toEqual({ '7e': '+H' });
  await done(page);
});

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
    await page.click('.drill-bar button.primary');
    await press(page, size, squareSelector('5e'));
    await press(page, size, squareSelector('4d'));
    await press(page, size, squareSelector('4d'));
    await press(page, size, squareSelector('1a'));
    await expect.poll(() => drawnBoard(page)).toEqual({ '1a': 'S' });
    await done(page);
    await page.click('.drill-bar button.primary');
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
  expect(await page.locator('.piece-hint .lent').innerText()).toBe(
    en.variantWords.hint.lent({ code: 'rook', name: 'rook' }, { code: 'pawn', name: 'pawn' }),
  );
  await picture(page, 'lent');
  await page.keyboard.press('Escape');
  await press(page, 'wide', squareSelector('5g'));
  await press(page, 'wide', squareSelector('5d'));
  await done(page);
});
