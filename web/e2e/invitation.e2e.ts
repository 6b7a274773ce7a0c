/** A game that is passed on by its address: what either side reads. And a notice beside a board. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Setup } from '../src/wire/generated';
import { isInOrder } from './order';
import { CATALOGUES, look, picture, usePeople } from './people';
import { type Player, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { keepNotices } from './watch-notices';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

const setup: Setup = {
  variant: 'standard',
  start: 'even',
  rules: 'casual',
  clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
  side: 'sente',
};

async function comesTo(
  who: Player | null,
  path: string,
  options: Parameters<typeof person>[0],
): Promise<Page> {
  const { page, context } = await person(options);
  await signIn(context, server.url, who?.cookie);
  await page.goto(`${server.url}${path}`);
  return page;
}

for (const [locale, size] of look('vi', 'phone'))
  test(`an invitation says who invites, and to what, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const an = await register(server.url, `akiyama-${locale}`, '1d');
    const { game } = await an.say({ t: 'create', create: crypto.randomUUID(), setup });
    const maker = await comesTo(an, `/${game}`, { locale, size: 'wide' });
    const panel = maker.locator('.waiting');
    expect(await panel.locator('textarea').inputValue()).toBe(`${server.url}/${game}`);
    await maker.locator('.player', { hasText: an.handle }).waitFor();
    await panel.locator('summary').click();
    await panel.getByRole('img', { name: words.game.qr }).waitFor();
    await isInOrder(maker, 'a game that waits');
    await picture(maker, `invitation-maker-${locale}`);

    const guest = await comesTo(null, `/${game}`, { locale, size });
    await guest.getByRole('heading', { name: words.game.invites(an.handle) }).waitFor();
    await guest.locator('.waiting .strength').waitFor();
    await isInOrder(guest, 'an invitation');
    await picture(guest, `invitation-${locale}`);
    const button = guest.getByRole('button', { name: words.game.sitDown });
    const box = await button.boundingBox();
    expect(box && box.y + box.height, 'it is in the window').toBeLessThanOrEqual(740);
    await button.click();
    await guest.waitForSelector('.table.phase-playing');
    await maker.waitForSelector('.table.phase-playing');
    an.close();
  });

test('beside a board there is room for a notice with its buttons', async () => {
  const words = CATALOGUES.ja.challenges;
  const an = await register(server.url, 'an-plays', '1d');
  const taro = await register(server.url, 'taro-asks', '1d');
  const { game } = await an.say({ t: 'play_engine', create: crypto.randomUUID(), setup, level: 1 });
  const page = await comesTo(an, `/${game}`, { locale: 'ja', size: 'wide' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.waitForSelector('.table.phase-playing');
  await keepNotices(page);
  await taro.say({ t: 'challenge', challenge: crypto.randomUUID(), to: an.handle, setup, hours: 1 });
  const notice = page.locator('.toast');
  await notice.getByRole('button', { name: words.decline }).waitFor();
  // It is measured where it comes to rest.
  await notice.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)));
  const [header, board, box] = await Promise.all(
    ['.site-header', 'sg-board', '.toast'].map((it) => page.locator(it).first().boundingBox()),
  );
  if (!header || !board || !box) throw new Error('no notice');
  expect(box.y, 'below the header').toBeGreaterThanOrEqual(header.y + header.height);
  expect(box.x, 'beside the board').toBeGreaterThanOrEqual(board.x + board.width);
  await isInOrder(page, 'a notice beside a board');
  await picture(page, 'notice-beside-board-ja');
  // Where there is no room, it stands on the header, without buttons.
  await page.setViewportSize({ width: 360, height: 740 });
  await notice.getByRole('button', { name: words.decline }).waitFor({ state: 'hidden' });
  await picture(page, 'notice-on-header-ja');
  an.close();
  taro.close();
});
