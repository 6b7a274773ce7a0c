/** Accounts against the real server: a guest registers, comes back, and is somebody again. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { en } from '../src/i18n/en';
import { ja } from '../src/i18n/ja';
import { vi } from '../src/i18n/vi';
import type { Size } from './browser';
import { usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { meetByLink, playLine, waitForMoves } from './table';

let server: RealServer;

const person = usePeople({ mayComplain: true });

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`input[name=${name}]`, value);
}

const CATALOGUES = { vi, en, ja };
const SIZE_OF: Record<keyof typeof CATALOGUES, Size> = { vi: 'phone', en: 'wide', ja: 'phone' };

for (const locale of ['vi', 'en', 'ja'] as const)
  test(`registering, leaving and coming back, ${locale}`, { timeout: 120_000 }, async () => {
    const words = CATALOGUES[locale].account;
    const { page } = await person({ locale, size: SIZE_OF[locale] });
    const barriers = async (where: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((it) => `${where}: ${it.id}: ${it.nodes.map((node) => node.html)}`)).toEqual([]);
    };
    const submit = () => page.click('.account-form button[type=submit]');
    const problem = (text: string) => page.getByText(text, { exact: true }).waitFor();
    await page.goto(server.url);
    await page.click('.account-link');
    await page.check('input[type=radio][value=register]');
    await page.waitForSelector('input[name=name]');
    await barriers('register');

    await fill(page, { handle: 'admin', name: '', password: 'bảy con tốt' });
    await submit();
    await problem(words.problems.reserved_handle);
    await fill(page, { handle: 'Minh-Anh', name: 'Nguyễn Minh Ánh' });
    await submit();
    await page.waitForSelector('.lobby');
    await page.click('.account-link');
    await page.getByRole('heading', { name: 'Nguyễn Minh Ánh' }).waitFor();
    await barriers('account');
    await fill(page, { name: '明英 五段' });
    await page.click('.account-form button[type=submit] >> nth=0');
    await page.getByRole('heading', { name: '明英 五段' }).waitFor();

    await page.getByRole('button', { name: words.signOut, exact: true }).click();
    await page.waitForSelector('.lobby');
    await page.click('.account-link');
    await fill(page, { handle: 'minhanh', password: 'tám con tốt' });
    await submit();
    await problem(words.problems.wrong_password);
    await barriers('sign in');
    await fill(page, { password: 'bảy con tốt' });
    await submit();
    await page.waitForSelector('.lobby');
    await page.click('.account-link');
    await page.getByRole('heading', { name: '明英 五段' }).waitFor();
  });

test('a guest who registers in the middle of a game plays on', { timeout: 120_000 }, async () => {
  const settings = { animation: false };
  const [one, other] = [await person({ settings }), await person({ settings })];
  const { sente, gote } = await meetByLink(server.url, one, other);
  await playLine({ sente, gote }, ['7g7f', '3c3d']);
  const game = sente.url();
  await sente.click('.account-link');
  await sente.check('input[type=radio][value=register]');
  await fill(sente, { handle: 'sente-player', name: 'Đức', password: 'một hai ba bốn' });
  await sente.click('.account-form button[type=submit]');
  await sente.waitForSelector('.lobby-mine a');
  await sente.click('.lobby-mine a');
  expect(sente.url()).toBe(game);
  await waitForMoves(sente, 2);
  await playLine({ sente, gote }, ['2g2f', '8c8d'], 2);
  await waitForMoves(gote, 4);
});
