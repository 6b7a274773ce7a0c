/** The clock on the table: two halves to press, whatever becomes of the page and of the network. */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as vi } from '../src/i18n/made/whole/vi';
import { isBarrierFree } from './order';
import { usePeople } from './people';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
// Without a connection a browser notes every file that it does not get.
const person = usePeople({ serviceWorker: true, mayComplain: true });

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

const half = (page: Page, side: 'sente' | 'gote') => page.locator(`.table-clock-half.${side}`);
const isOn = (page: Page, side: 'sente' | 'gote') => page.waitForSelector(`.table-clock-half.${side}.on`);

test('a game on it: only the side to move has anything to press, and a slip is taken back', async () => {
  const { page } = await person({ locale: 'vi', size: 'phone' });
  const words = vi.tableClock;
  await page.goto(`${server.url}/clock`);
  await isBarrierFree(page);
  await page.selectOption('dialog select[name=clock]', { label: 'Giải NHK: 10 phút + 30 giây, 1 phút × 10' });
  await page.getByRole('button', { name: words.set, exact: true }).click();
  await page.getByRole('button', { name: words.begin }).click();
  await isOn(page, 'sente');
  await half(page, 'gote').click();
  expect(await half(page, 'gote').innerText()).toContain(words.moves(0));
  await half(page, 'sente').click();
  await isOn(page, 'gote');
  await page.getByRole('button', { name: words.takeBack }).click();
  await isOn(page, 'sente');
  await half(page, 'sente').press('Enter');
  await isOn(page, 'gote');
  await page.keyboard.press(' ');
  await isOn(page, 'sente');
  await page.getByRole('button', { name: words.pause }).click();
  await page.waitForSelector('.table-clock:not(:has(.on))');
  expect(await half(page, 'sente').innerText()).toContain(words.moves(2));
  await isBarrierFree(page);
});

test('times are put right, and a flag falls by itself', async () => {
  const { page } = await person({ locale: 'en' });
  const words = en.tableClock;
  await page.goto(`${server.url}/clock`);
  await page.selectOption('dialog select[name=clock]', { label: '30 min' });
  await page.getByRole('button', { name: words.set, exact: true }).click();
  await page.getByRole('button', { name: words.begin }).click();
  await half(page, 'sente').click();
  await isOn(page, 'gote');
  await page.getByRole('button', { name: words.pause }).click();
  await page.getByRole('button', { name: words.setUp }).click();
  const [minutes, seconds] = [en.tournaments.minutesLeft, en.tournaments.secondsLeft];
  await page.getByLabel(minutes).last().fill('0');
  await page.getByLabel(seconds).last().fill('1');
  await page.getByRole('button', { name: words.correct }).click();
  await page.getByRole('button', { name: words.goOn }).click();
  await page.waitForSelector('.table-clock-half.gote.fallen');
  expect(await half(page, 'gote').innerText()).toContain(words.fallen);
});

test('once opened it works without a network, and a game goes on after a reload', async () => {
  const { page, context } = await person({ locale: 'en', size: 'phone' });
  const words = en.tableClock;
  await page.goto(`${server.url}/clock`);
  await page.getByText(words.kept).waitFor();
  await page.getByRole('button', { name: words.set, exact: true }).click();
  await page.getByRole('button', { name: words.begin }).click();
  await half(page, 'sente').click();
  await isOn(page, 'gote');
  await server.terminate();
  await context.setOffline(true);
  await page.reload();
  await isOn(page, 'gote');
  await half(page, 'gote').click();
  await isOn(page, 'sente');
  expect(await half(page, 'gote').innerText()).toContain(words.moves(2));
});
