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
  await page.click('.drill-bar a.primary');
  await page.waitForFunction(() => location.pathname === '/learn/rook');
  await open(page, '/learn');
  expect(await page.locator('.learn-lessons a.done').count()).toBe(1);
  expect(await page.locator('.learn-lessons a.done').getAttribute('href')).toBe('/learn/king');
});

test('a forbidden drop is explained, and the questions answered, on a phone', async () => {
  const { page } = await person({ size: 'phone', locale: 'en' });
  await open(page, '/learn/forbidden');
  await page.waitForSelector('.trainer sg-pieces piece');
  await page.click('.text-read');
  const drop = async (place: number, to: string) => {
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
  await page.click('.drill-bar button.primary');
  await drop('RBGSNLP'.indexOf('G'), '1b');
  await page.waitForSelector('.verdict.solved');
  await page.click('.drill-bar button.primary');
  await page.locator('.quiz button').nth(0).click();
  await page.waitForSelector('.verdict.failed');
  await page.locator('.quiz button').nth(1).click();
  await page.waitForSelector('.verdict.solved');
  await isBarrierFree(page, 'question');
});

test('the course ends in a game against the first level', async () => {
  const { page } = await person({ locale: 'ja' });
  await open(page, '/learn');
  await page.click('.learn-play > button');
  await page.waitForSelector('.table.phase-playing sg-pieces piece');
  expect(await page.innerText('.player.top')).toContain('Komadai 1');
  // Nothing hurries: no clock, and no limit for the first move.
  expect(await page.locator('.clock-time').count()).toBe(0);
  expect(await page.locator('.player.bottom').innerText()).not.toMatch(/\d+\s*秒/);
});

/** What an exercise takes, and whether all of it can be seen without scrolling. */
function outside(page: Page, selectors: string[]): Promise<string[]> {
  return page.evaluate(
    (all) =>
      all.filter((selector) =>
        [...document.querySelectorAll(selector)].some((it) => {
          const { top, bottom, left, right, width } = it.getBoundingClientRect();
          return width === 0 || top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1;
        }),
      ),
    selectors,
  );
}

for (const [width, height] of [
  [360, 740],
  [844, 390],
  [1024, 768],
  [1440, 900],
] as const)
  test(`all that an exercise takes is in a window of ${width}×${height}`, async () => {
    const { page } = await person({ locale: 'vi' });
    await page.setViewportSize({ width, height });
    await open(page, '/learn/board');
    if (await page.locator('.text-read').isVisible()) await page.click('.text-read');
    for (const right of [1, 2, 0]) {
      const needed = ['.task', '.drill-board .ban', '.quiz button'];
      expect(await outside(page, needed)).toEqual([]);
      await page.locator('.quiz button').nth(right).click();
      await page.waitForSelector('.verdict.solved');
      // The right answer has a frame as it had before.
      const frame = await page
        .locator('[data-answer="right"]')
        .evaluate((it) => getComputedStyle(it).borderTopWidth);
      expect(frame).toBe('1px');
      const next = '.drill-bar .primary';
      expect(await outside(page, [...needed, '.verdict', next])).toEqual([]);
      await page.click(next);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }
    await page.waitForFunction(() => location.pathname === '/learn/king');
    // The hand is in sight where something is dropped.
    await open(page, '/learn/drops');
    if (await page.locator('.text-read').isVisible()) await page.click('.text-read');
    await page.waitForSelector('.trainer sg-pieces piece');
    expect(await outside(page, ['.task', '.drill-board .ban', '.hand-bottom-area', '.drill-bar'])).toEqual(
      [],
    );
  });

test('pieces are chosen by their pictures, and stay as they are', async () => {
  const { page } = await person({ size: 'phone', locale: 'vi' });
  await open(page, '/learn/board');
  await page.click('.set-choice input[value="vietnamese"]');
  await page.waitForSelector('.trainer.faces-vietnamese');
  await page.click('.text-read');
  await page.reload();
  await page.waitForSelector('.trainer.faces-vietnamese');
  // Games that are sold with animals have them until somebody chooses others there.
  await open(page, '/learn/gorogoro_hand');
  await page.waitForSelector('.trainer.faces-animals');
});

test('progress counts what one needs', async () => {
  const { page } = await person({ locale: 'en' });
  await open(page, '/learn');
  expect(await page.innerText('.learn-head')).toContain('0 of 22 lessons');
});
