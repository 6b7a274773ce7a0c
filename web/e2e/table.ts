/** A game page as a person's hand uses it: real pointer events on the drawn board. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { parseUsi } from '../src/shogi/usi';
import { handKind, variantOf } from '../src/shogi/variant';
import type { Person } from './browser';

export async function centerOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const squareSelector = (sq: string) => `[data-square="${sq}"]`;
export const handSelector = (kind: string) =>
  `.hand-bottom-area sg-hp-wrap:not([data-nb="0"]) piece.${kind.toLowerCase()}`;

/**
 * Presses on a piece and on where it goes to. The board tells the page of a move in a timer of one
 * millisecond; when this is over it has been told, and the next move may follow.
 */
export async function movePiece(
  page: Page,
  from: string,
  to: string,
  how: 'click' | 'tap' = 'click',
): Promise<void> {
  for (const sq of [from, to]) {
    const { x, y } = await centerOf(page, squareSelector(sq));
    await (how === 'tap' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  }
  await page.evaluate(() => new Promise((told) => setTimeout(told, 2)));
}

/** Waits until the page has this many moves on its list. */
export async function waitForMoves(page: Page, count: number): Promise<void> {
  await page.waitForFunction((n) => document.querySelectorAll('.moves li').length - 1 >= n, count);
}

/**
 * Plays a move by pressing on the piece and on the square, or by dragging; answers what is asked
 * about it: promotion, the face of a piece that is dropped, the second step.
 */
export async function play(
  page: Page,
  usi: string,
  ply: number,
  how: 'click' | 'drag',
  variant = 'standard',
): Promise<void> {
  const move = parseUsi(usi);
  if (!move) throw new Error(`${usi} is no move`);
  const held = move.drop === null ? null : handKind(variantOf(variant), move.drop);
  const from = await centerOf(page, held === null ? squareSelector(move.from ?? '') : handSelector(held));
  const via = move.drop === null ? move.via : undefined;
  const to = await centerOf(page, squareSelector(via ?? move.to));
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
  if (via) {
    await page.waitForSelector('.step-choice');
    const { x, y } = await centerOf(page, squareSelector(move.to));
    await page.mouse.click(x, y);
  }
  await page.waitForFunction(
    (n) =>
      document.querySelector('.promotion') !== null || document.querySelectorAll('.moves li').length - 1 >= n,
    ply + 1,
  );
  if (await page.locator('.promotion').count()) {
    const isFirst = move.promote || (held !== null && held !== move.drop);
    await page
      .locator('.promotion-choice button')
      .nth(isFirst ? 0 : 1)
      .click();
    await waitForMoves(page, ply + 1);
  }
}

export interface Meeting {
  sente: Page;
  gote: Page;
  code: string;
}

/**
 * Alice makes a game by link, set up in the dialog as `choose` does, and takes sente; Bob sits
 * down.
 */
export async function meetByLink(
  url: string,
  alice: Person,
  bob: Person,
  choose: (page: Page) => Promise<unknown> = async () => {},
): Promise<Meeting> {
  await alice.page.goto(url);
  await alice.page.click('.lobby-actions button[name="link"]');
  await choose(alice.page);
  await alice.page.locator('input[type="radio"][value="sente"]').check();
  await alice.page.click('dialog button[type="submit"]');
  await alice.page.waitForSelector('.waiting textarea');
  const link = await alice.page.inputValue('.waiting textarea');
  await bob.page.goto(link);
  await bob.page.click('.waiting button.primary');
  await Promise.all(
    [alice, bob].map(({ page }) => page.waitForSelector('.table.phase-playing sg-pieces piece')),
  );
  expect(await alice.page.locator('.player.bottom .side-mark.sente').count()).toBe(1);
  return { sente: alice.page, gote: bob.page, code: link.slice(-10) };
}

/** Plays on from `first` to the end of `moves`, clicking and dragging by turns. */
export async function playLine(
  pages: Pick<Meeting, 'sente' | 'gote'>,
  moves: string[],
  first = 0,
  variant = 'standard',
): Promise<void> {
  for (const [i, usi] of moves.entries()) {
    const ply = first + i;
    const page = ply % 2 === 0 ? pages.sente : pages.gote;
    await waitForMoves(page, ply);
    await play(page, usi, ply, ply % 3 === 0 ? 'drag' : 'click', variant).catch(async (error) => {
      const says = await page.locator('.toasts, .link-state').allInnerTexts();
      throw new Error(`${usi} as move ${ply + 1} did not happen; the page says ${says.join(' ')}`, {
        cause: error,
      });
    });
  }
  await Promise.all([pages.sente, pages.gote].map((page) => waitForMoves(page, first + moves.length)));
}

/** What stands on the drawn board, square by square, as SFEN letters. */
export async function drawnBoard(page: Page): Promise<Placed> {
  return page.evaluate(() => {
    const found: { [square: string]: string } = {};
    for (const piece of document.querySelectorAll('sg-pieces piece')) {
      const { sgKey, sgRole, sgColor } = piece as unknown as {
        sgKey: string;
        sgRole: string;
        sgColor: string;
      };
      const letter = sgRole.startsWith('pro-') ? `+${sgRole.slice(4)}` : sgRole;
      found[sgKey] = sgColor === 'sente' ? letter.toUpperCase() : letter;
    }
    return found;
  });
}

export type Placed = { [square: string]: string };

/** Makes a move on the board's grid with the keyboard alone. */
export async function press(page: Page, usi: string, variant = variantOf('standard')) {
  const drop = /^([A-Z])\*(.+)$/.exec(usi);
  const to = drop ? drop[2] : usi.slice(2, 4);
  if (drop) {
    const place = variant.hand.indexOf(handKind(variant, drop[1] ?? ''));
    await page.locator('.hand-bottom-area .hand-keys > *').nth(place).press('Enter');
  } else await page.locator(`[data-square="${usi.slice(0, 2)}"]`).press('Enter');
  await page.locator(`[data-square="${to}"]`).press('Enter');
  const asked = page.locator('.promotion-choice button');
  const isOther = drop ? !variant.hand.includes(drop[1] ?? '') : usi.endsWith('+');
  if ((await asked.count()) > 0) await asked.nth(isOther ? 0 : 1).press('Enter');
}

/** Chooses a line of the menu at the end of a row of buttons within a part of the page. */
export async function choose(page: Page, within: string, line: string): Promise<void> {
  await page.locator(`${within} .more-menu > button`).first().click();
  await page.locator(`${within} .more-menu .menu-act`, { hasText: line }).first().click();
}
