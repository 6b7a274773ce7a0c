/**
 * Learning from one's mistakes: the turning points of a game, played better with the engine as the
 * judge.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { beginRated, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { centerOf, choose, drawnBoard, meetByLink, playLine, squareSelector } from './table';

let server: RealServer;
const person = usePeople();
const { en, vi, ja } = CATALOGUES;

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

/** Sente gives a bishop away with the third move, and gote does not. */
const BLUNDER = ['7g7f', '3c3d', '8h4d', '2b4d'];
/** The engine takes its time for every position, the last of them twice. */
const ENGINE_MS = 90_000;

const said = (page: Page, text: string) =>
  page.locator('.second-chance [role="status"]', { hasText: text }).waitFor({ timeout: ENGINE_MS });
const press = (page: Page, text: string) =>
  page.locator('.second-chance-actions').getByRole('button', { name: text, exact: true }).press('Enter');

async function pasted(page: Page, moves: string[]) {
  await page.goto(`${server.url}/review`);
  await page.fill('.bring textarea', `position startpos moves ${moves.join(' ')}`);
  await page.click('.bring button[type="submit"] >> nth=0');
  await page.waitForSelector('.review sg-pieces piece');
}

/** A move on the board's grid by keys alone. */
async function move(page: Page, from: string, to: string) {
  await page.locator(squareSelector(from)).press('Enter');
  await page.locator(squareSelector(to)).press('Enter');
}

test('a blunder is played better, by keyboard alone', { timeout: 240_000 }, async () => {
  const words = en.review.learn;
  const { page } = await person();
  await pasted(page, BLUNDER);
  await page.locator('.judgement').getByRole('button', { name: words.title }).press('Enter');
  await isBarrierFree(page, 'choosing');
  await press(page, words.start);
  await said(page, words.find);
  await page.getByText(words.place(1, 1)).waitFor();
  await page.getByText(words.task(3, 'B-44')).waitFor();
  // What was played, and what the engine thinks, is not to be seen.
  expect(await page.locator('.record, .judgement, .worth-bar, .sg-shapes line').count()).toBe(0);
  expect((await drawnBoard(page))['8h']).toBe('B');
  await isBarrierFree(page, 'asking');

  await move(page, '8h', '4d');
  await said(page, words.answers.played);
  // The keyboard is where it goes on.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(words.again);
  await page.keyboard.press('Enter');
  await move(page, '8h', '5e');
  await said(page, words.answers.worse);
  await press(page, words.again);
  await said(page, words.find);
  expect((await drawnBoard(page))['5e']).toBeUndefined();
  await press(page, words.answer);
  await said(page, words.shown('').replace(/\.$/, '').trim());
  await isBarrierFree(page, 'answer');
  await press(page, words.finish);
  await said(page, words.found(0, 1));
  await page.locator('.turning-points', { hasText: words.outcomes.shown }).waitFor();

  // Once more, as the answer is known now, typed.
  await press(page, words.again);
  await said(page, words.find);
  await page.fill('.second-chance-actions .typed-move input', '2g2f');
  await page.keyboard.press('Enter');
  await page.locator('.second-chance .said.right').waitFor({ timeout: ENGINE_MS });
  await press(page, words.finish);
  await said(page, words.found(1, 1));
  await page.locator('.turning-points', { hasText: words.outcomes.found(1) }).waitFor();
  await isBarrierFree(page, 'over');

  // The review is as it was.
  await press(page, words.back);
  await page.waitForSelector('.record .moves');
  expect(await page.locator('.variations').count()).toBe(0);
  expect((await page.locator('.moves .move-text').allInnerTexts()).slice(1)).toHaveLength(4);
});

test('who made no mistake is told so', { timeout: 120_000 }, async () => {
  const { page } = await person({ locale: 'vi' });
  const words = vi.review.learn;
  await pasted(page, BLUNDER);
  await page.locator('.judgement').getByRole('button', { name: words.title }).click();
  await page.locator('.second-chance').getByLabel(vi.sides.gote).check();
  await press(page, words.start);
  await said(page, words.none);
});

test('from the result of a game, on a phone, and nobody else is called', { timeout: 180_000 }, async () => {
  const people = [await person({ size: 'phone', locale: 'ja' }), await person()] as const;
  const pages = await meetByLink(server.url, people[0], people[1]);
  await playLine(pages, BLUNDER);
  await pages.gote.click('.action-row button:last-child');
  await pages.gote.click('dialog button.danger');
  await pages.sente.waitForSelector('.result');
  await choose(pages.sente, '.result', ja.review.learn.title);
  await said(pages.sente, ja.review.learn.find);
  await isBarrierFree(pages.sente, 'phone');
  await picture(pages.sente, 'second-chance-phone-ja');
  for (const square of ['2g', '2f']) {
    await pages.sente.locator(squareSelector(square)).scrollIntoViewIfNeeded();
    const at = await centerOf(pages.sente, squareSelector(square));
    await pages.sente.touchscreen.tap(at.x, at.y);
  }
  await pages.sente.locator('.second-chance .said.right').waitFor({ timeout: ENGINE_MS });
  await picture(pages.sente, 'second-chance-phone-ja-right');
  expect(await pages.gote.locator('.result', { hasText: 'is waiting for you' }).count()).toBe(0);
});

test('not while one plays a rated game', { timeout: 120_000 }, async () => {
  const [alice, bob] = [await register(server.url, 'minh', '1k'), await register(server.url, 'binh', '1k')];
  const { page } = await person();
  await signIn(page.context(), server.url, alice.cookie);
  await beginRated(alice, bob);
  await pasted(page, BLUNDER);
  await page.locator('.judgement').getByRole('button', { name: en.review.learn.title }).click();
  await press(page, en.review.learn.start);
  await page.locator('.second-chance [role="alert"]', { hasText: en.review.engine.forbidden }).waitFor();
  expect(await page.locator('.second-chance', { hasText: en.review.learn.find }).count()).toBe(0);
});
