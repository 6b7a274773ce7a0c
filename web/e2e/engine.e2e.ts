/** A game against the machine, from the lobby to the rematch. */

import { beforeEach, expect, test } from 'vitest';
import { CATALOGUES, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { play, waitForMoves } from './table';

const { vi } = CATALOGUES;

let server: RealServer;
const person = usePeople();

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

test('the machine is set up in the lobby, answers and plays again', async () => {
  const { page } = await person({ locale: 'vi', size: 'phone' });
  await page.goto(server.url);
  await page.click('.lobby-actions button[name="engine"]');
  await page.selectOption('select[name="level"]', '3');
  await page.locator('input[type="radio"][value="sente"]').check();
  await page.click('dialog button[type="submit"]');
  await page.waitForSelector('.table.phase-playing');
  expect(await page.innerText('.player.top')).toContain('Komadai 3');
  // Nothing of one's own can be taken back yet.
  expect(await page.getByRole('button', { name: vi.game.takeback }).isDisabled()).toBe(true);

  await play(page, '7g7f', 0, 'click');
  await waitForMoves(page, 2);
  await play(page, '2g2f', 2, 'click');
  await waitForMoves(page, 4);

  // Given up by keyboard: the button is gone, and the keyboard goes on at the result.
  await page.locator('.action-row button').last().press('Enter');
  await page.locator('dialog button.danger').press('Enter');
  await page.waitForSelector('.result.lost');
  await page.waitForFunction(() => document.activeElement?.matches('.result'));
  await page.locator('.result button').first().waitFor();
  // The menu stands beside the headline, then come the buttons.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.table.phase-playing');
  // The sides are swapped, so the machine begins.
  await waitForMoves(page, 1);
});

test('a hint shows the piece first, then the move, and is gone once one has moved', async () => {
  const { page } = await person({ locale: 'vi', size: 'phone' });
  await page.goto(`${server.url}/learn`);
  await page.click('.learn-play > button');
  await page.waitForSelector('.table.phase-playing sg-pieces piece');
  const hint = page.locator('.action-row button').first();
  const drawn = page.locator('.sg-shapes .alternative2');
  await hint.click();
  await page.waitForSelector('.sg-shapes ellipse');
  expect(await page.locator('.sg-shapes line').count()).toBe(0);
  await hint.click();
  await page.waitForSelector('.sg-shapes line', { state: 'attached' });
  expect(await hint.isDisabled()).toBe(true);
  await play(page, '7g7f', 0, 'click');
  await waitForMoves(page, 2);
  await expect.poll(() => drawn.count()).toBe(0);
  await expect.poll(() => hint.isEnabled()).toBe(true);
  // What was moved in error is taken back, both moves at once.
  await page.locator('.action-row button').nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length === 1);
});
