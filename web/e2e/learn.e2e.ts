/**
 * The course: lessons done by pointer and by keyboard alone, kept for a guest, up to the first
 * game.
 */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { centerOf, squareSelector } from './table';

let server: RealServer;
const person = usePeople();

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

async function open(page: Page, path: string) {
  await page.goto(`${server.url}${path}`);
  await page.waitForSelector('#main:not([aria-busy="true"])');
  await page.waitForSelector('.link-state.open');
}

async function press(page: Page, usi: string) {
  await page.locator(squareSelector(usi.slice(0, 2))).press('Enter');
  await page.locator(squareSelector(usi.slice(2, 4))).press('Enter');
}

test('a lesson is done by keyboard and is marked from then on', async () => {
  const { page } = await person({ locale: 'vi' });
  await open(page, '/learn');
  await isBarrierFree(page, 'course');
  await page.click('.learn-head a.primary');
  await page.waitForFunction(() => location.pathname === '/learn/board');
  await page.waitForSelector('.quiz button');
  await open(page, '/learn/king');
  await page.waitForSelector('.trainer sg-pieces piece');
  await isBarrierFree(page, 'lesson');
  for (const usi of ['5e4d', '4d5c', '5c6d']) await press(page, usi);
  await page.waitForSelector('.verdict.solved');
  await page.click('.trainer-panel a.primary');
  await page.waitForFunction(() => location.pathname === '/learn/rook');
  await open(page, '/learn');
  expect(await page.locator('.learn-lessons a.done').count()).toBe(1);
  expect(await page.locator('.learn-lessons a.done').getAttribute('href')).toBe('/learn/king');
});

test('a forbidden drop is explained, and the questions answered, on a phone', async () => {
  const { page } = await person({ size: 'phone', locale: 'en' });
  await open(page, '/learn/forbidden');
  await page.waitForSelector('.trainer sg-pieces piece');
  const drop = async (place: number, to: string) => {
    await page.locator('.hand-bottom-area').scrollIntoViewIfNeeded();
    const from = await centerOf(page, `.hand-bottom-area sg-hp-wrap:nth-child(${place + 1}) piece`);
    const target = await centerOf(page, squareSelector(to));
    await page.mouse.click(from.x, from.y);
    await page.mouse.click(target.x, target.y);
  };
  const pawn = 'RBGSNLP'.indexOf('P');
  await drop(pawn, '5d');
  await page.waitForSelector('.verdict.failed');
  expect(await page.innerText('.verdict')).toContain('nifu');
  await drop(pawn, '7d');
  await page.waitForSelector('.verdict.solved');
  await page.click('.trainer-panel button.primary');
  await drop('RBGSNLP'.indexOf('G'), '1b');
  await page.waitForSelector('.verdict.solved');
  await page.click('.trainer-panel button.primary');
  await page.locator('.quiz button').nth(0).click();
  await page.waitForSelector('.verdict.failed');
  await page.locator('.quiz button').nth(1).click();
  await page.waitForSelector('.verdict.solved');
  await isBarrierFree(page, 'question');
});

test('the course ends in a game against the first level', async () => {
  const { page } = await person({ locale: 'ja' });
  await open(page, '/learn');
  await page.click('.learn-play button');
  await page.waitForSelector('.table.phase-playing sg-pieces piece');
  expect(await page.innerText('.player.top')).toContain('Komadai 1');
});
