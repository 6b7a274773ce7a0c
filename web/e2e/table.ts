/** A game page as a person's hand uses it: real pointer events on the drawn board. */

import type { Page } from 'playwright-core';
import { parseUsi } from '../src/shogi/usi';

export async function centerOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const squareSelector = (sq: string) => `[data-square="${sq}"]`;
export const handSelector = (kind: string) =>
  `.hand-bottom-area sg-hp-wrap:not([data-nb="0"]) piece.${kind.toLowerCase()}`;

/** Waits until the page has this many moves on its list. */
export async function waitForMoves(page: Page, count: number): Promise<void> {
  await page.waitForFunction((n) => document.querySelectorAll('.moves li').length - 1 >= n, count);
}

/** Plays a move by pressing on the piece and on the square, or by dragging; answers the promotion question. */
export async function play(page: Page, usi: string, ply: number, how: 'click' | 'drag'): Promise<void> {
  const move = parseUsi(usi);
  if (!move) throw new Error(`${usi} is no move`);
  const from = await centerOf(page, move.drop === null ? squareSelector(move.from) : handSelector(move.drop));
  const to = await centerOf(page, squareSelector(move.to));
  if (how === 'click') {
    await page.mouse.click(from.x, from.y);
    await page.mouse.click(to.x, to.y);
  } else {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
  }
  await page.waitForFunction(
    (n) =>
      document.querySelector('.promotion') !== null || document.querySelectorAll('.moves li').length - 1 >= n,
    ply + 1,
  );
  if (await page.locator('.promotion').count()) {
    const button = page.locator('.promotion-choice button').nth(move.promote ? 0 : 1);
    await button.click();
    await waitForMoves(page, ply + 1);
  }
}
