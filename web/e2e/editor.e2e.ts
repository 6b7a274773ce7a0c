/**
 * The board editor: any position by taps, by drags and by the keyboard, and what begins from it.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { SIZES } from './browser';
import { isInOrder } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { centerOf } from './table';

let server: RealServer;

const person = usePeople();
const words = en.editor;

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

const square = (at: string) => `.editor .board-grid [data-square="${at}"]`;
const boxed = (side: 'sente' | 'gote', kind: string) =>
  `.editor-box [data-side="${side}"][data-kind="${kind}"]`;
const sfen = (page: Page) => page.locator('input[name="sfen"]');

async function editor(page: Page, sfenAsked?: string): Promise<void> {
  const asked = sfenAsked ? `?${new URLSearchParams({ variant: 'standard', sfen: sfenAsked })}` : '';
  await page.goto(`${server.url}/editor${asked}`);
  await page.waitForSelector('.editor sg-pieces');
}

async function drag(page: Page, from: string, to: string): Promise<void> {
  const [a, b] = [await centerOf(page, from), await centerOf(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up();
}

test('a position is set up by taps and drags, told what is wrong with it, and played', async () => {
  const { page } = await person();
  await editor(page);
  await page.getByRole('button', { name: words.clear, exact: true }).click();
  await expect.poll(() => page.locator('.verdict').innerText()).toContain(en.positionProblems.no_king);

  await page.click(boxed('gote', 'K'));
  await page.click(square('5a'));
  await page.click(boxed('sente', 'P'));
  for (const at of ['5c', '5d']) await page.click(square(at));
  await expect.poll(() => page.locator('.verdict').innerText()).toContain(en.positionProblems.nifu);
  await page.click(square('5d'));
  await drag(page, boxed('sente', 'K'), square('5i'));
  await drag(page, square('5i'), square('9i'));
  await page.click(boxed('sente', 'G'));
  await page.click('.editor .hand-bottom-area', { position: { x: 8, y: 8 } });
  await expect.poll(() => sfen(page).inputValue()).toBe('4k4/9/4P4/9/9/9/9/9/K8 b G 1');
  await expect.poll(() => page.locator('.verdict').innerText()).toContain(words.good);

  // A piece that is pressed again shows its other face, and then the other side's.
  await page.keyboard.press('Escape');
  await page.click(square('5c'));
  await page.click(square('5c'));
  await expect.poll(() => sfen(page).inputValue()).toContain('/4+P4/');
  await page.click(square('5c'));
  await expect.poll(() => sfen(page).inputValue()).toContain('/4p4/');
  for (let i = 0; i < 2; i++) await page.getByRole('button', { name: words.undo }).click();
  // What is let go of beside the board is gone.
  await drag(page, square('9i'), '.editor .note');
  await expect.poll(() => page.locator('.verdict').innerText()).toContain(en.positionProblems.no_king);
  await page.getByRole('button', { name: words.undo }).click();
  await expect.poll(() => page.locator('.verdict').innerText()).toContain(words.good);

  await page.reload();
  await expect.poll(() => sfen(page).inputValue()).toBe('4k4/9/4P4/9/9/9/9/9/K8 b G 1');
  await page.locator('button[name="engine"]').click();
  await page.locator('dialog button[type="submit"]').click();
  await page.waitForSelector('.table.phase-playing .sg-wrap piece.sente.k');
});

test('the whole is done with the keyboard alone', async () => {
  const { page } = await person();
  await editor(page, '4k4/9/9/9/9/9/9/9/4K4 b - 1');
  await page.locator(boxed('sente', 'R')).focus();
  await page.keyboard.press('Enter');
  await page.locator('.editor [role="gridcell"][tabindex="0"]').focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => sfen(page).inputValue()).toBe('4k4/9/9/9/9/9/9/5R3/4K4 b - 1');
  await page.keyboard.press('Escape');
  for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => sfen(page).inputValue()).toBe('4k4/9/9/9/9/9/5R3/9/4K4 b - 1');
});

test('texts are read and refused, sides swapped, and a review begins there', async () => {
  const { page } = await person();
  await editor(page);
  await sfen(page).fill('7k1/9/9');
  await page.getByText(words.sfenBad).waitFor();
  await sfen(page).fill('7k1/5R3/9/9/9/9/9/9/9 b G');
  await expect.poll(() => page.locator('.verdict').innerText()).toContain(en.positionProblems.no_king);
  const rest = page.getByRole('button', { name: words.rest('gote') });
  await rest.click();
  await expect.poll(() => sfen(page).inputValue()).toBe('7k1/5R3/9/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1');
  expect(await rest.count()).toBe(0);
  await page.getByRole('button', { name: words.swap }).click();
  await expect.poll(() => sfen(page).inputValue()).toBe('9/9/9/9/9/9/9/3r5/1K7 w R2B3G4S4N4L18Pg 1');

  await sfen(page).fill('4k4/9/4P4/9/9/9/9/9/4K4 b G 1');
  await page.getByRole('link', { name: words.review }).click();
  await page.waitForSelector('.review sg-pieces piece.gote.k');
  expect(await page.locator('.review sg-pieces piece').count()).toBe(3);
});

test('it is open to everybody, in every language and window', async () => {
  for (const lang of Object.keys(CATALOGUES)) {
    const { page } = await person({ size: lang === 'vi' ? 'phone' : 'wide', locale: lang });
    await editor(page);
    await page.waitForSelector('.verdict.solved');
    await isInOrder(page, `editor, ${lang}`);
    await picture(page, `editor-${lang}`, true);
  }
  const { page } = await person();
  await editor(page);
  for (const variant of ['heian_dai', 'dobutsu']) {
    await page.selectOption('select[name="variant"]', variant);
    await page.waitForSelector('.verdict.solved');
    await page.setViewportSize(SIZES.phone);
    await isInOrder(page, `editor, ${variant}`);
  }
});
