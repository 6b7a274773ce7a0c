/**
 * Challenges in real browsers: from a player's page, to somebody who is not there, accepted,
 * declined, withdrawn.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as vi } from '../src/i18n/made/whole/vi';
import type { Setup } from '../src/wire/generated';
import type { Person } from './browser';
import { isInOrder } from './order';
import { CATALOGUES, look, picture, usePeople } from './people';
import { register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { keepNotices, sees } from './watch-notices';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

/** Somebody with an account who has left again; the cookie. */
async function member(handle: string, declared: string): Promise<string> {
  const player = await register(server.url, handle, declared);
  player.close();
  return player.cookie;
}

/** Comes to a page as that member. */
async function comesTo({ context, page }: Person, path: string, cookie: string): Promise<Page> {
  await signIn(context, server.url, cookie);
  await page.goto(`${server.url}${path}`);
  return page;
}

for (const [locale, size] of look('vi', 'phone'))
  test(`a challenge to somebody who is not there, ${locale}`, async () => {
    const all = CATALOGUES[locale];
    const words = all.challenges;
    const look = { locale, size };
    const [an, taro] = [`an-${locale}`, `taro-${locale}`];
    const [cookieOfAn, cookieOfTaro] = [await member(an, '1d'), await member(taro, '3k')];
    const challenger = await comesTo(await person(look), `/@/${taro}`, cookieOfAn);
    await challenger.click('button[name=challenge]');
    await challenger.getByRole('heading', { name: words.to(taro) }).waitFor();
    await challenger.selectOption('select[name=start]', 'suggested');
    await challenger.click('.setup-more summary');
    await challenger.selectOption('select[name=hours]', '168');
    await isInOrder(challenger, 'the form');
    await challenger.click('dialog button[type=submit]');
    await sees(challenger, words.sent(taro));
    // One's own stands in the bell on every page.
    await challenger.locator('.bell').click();
    await challenger.getByText(words.waiting(taro), { exact: true }).waitFor();
    await challenger.getByText(all.handicaps.bishop).waitFor();
    await isInOrder(challenger, 'the list');
    await challenger.keyboard.press('Escape');

    // It waited for who comes later, in the lobby and in every tab.
    const other = await person(look);
    const challenged = await comesTo(other, '/', cookieOfTaro);
    const list = challenged.locator('.lobby-challenges');
    await list.getByText(words.from(an)).waitFor();
    await isInOrder(challenged, 'the lobby');
    const second = await other.context.newPage();
    await second.goto(`${server.url}/players`);
    await second.getByRole('button', { name: all.bell.count(1) }).waitFor();
    await list.getByRole('button', { name: words.acceptLabel(an) }).click();
    await challenged.waitForSelector('.table.phase-playing');
    await second.locator('.bell-count').waitFor({ state: 'detached' });
    // The other is taken there from the page on which the challenge was made.
    await challenger.waitForSelector('.table.phase-playing');
    expect(new URL(challenger.url()).pathname).toBe(new URL(challenged.url()).pathname);
    expect(await challenger.locator('.player.bottom .side-mark.gote').count(), 'the giver').toBe(1);
    expect(await challenger.locator('.bell-count').count()).toBe(0);
  });

test('whoever plays is called to the next game, and not taken away from the present one', async () => {
  const [an, taro] = [
    await register(server.url, 'an-called', '1d'),
    await register(server.url, 'taro-called', '1d'),
  ];
  const setup: Setup = {
    variant: 'standard',
    start: 'even',
    rules: 'casual',
    clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
    side: 'sente',
  };
  const { game } = await an.say({ t: 'play_engine', create: crypto.randomUUID(), setup, level: 1 });
  const page = await comesTo(await person(), `/${game}`, an.cookie);
  await page.waitForSelector('.table.phase-playing');
  const challenge = crypto.randomUUID();
  await an.say({ t: 'challenge', challenge, to: taro.handle, setup, hours: 1 });
  const { game: next } = await taro.say({ t: 'accept_challenge', challenge });
  await page.waitForSelector('.called-bar');
  expect(new URL(page.url()).pathname).toBe(`/${game}`);
  await isInOrder(page, 'the call');
  await page.click('.called-bar a');
  await page.waitForFunction((path) => location.pathname === path, `/${next}`);
  await page.waitForSelector('.table.phase-playing');
  expect(await page.locator('.called-bar').count()).toBe(0);
  an.close();
  taro.close();
});

for (const [locale, size] of look('en', 'phone'))
  test(`a challenge is answered from its notice, ${locale}`, async () => {
    const all = CATALOGUES[locale];
    const words = all.challenges;
    const an = await register(server.url, `an-asks-${locale}`, '1d');
    const taro = await register(server.url, `taro-answers-${locale}`, '1d');
    const setup: Setup = {
      variant: 'standard',
      start: 'even',
      rules: 'casual',
      clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
      side: 'sente',
    };
    const asks = async () => {
      const challenge = crypto.randomUUID();
      await an.say({ t: 'challenge', challenge, to: taro.handle, setup, hours: 1 });
      return challenge;
    };
    const page = await comesTo(await person({ locale, size }), '/players', taro.cookie);
    await page.waitForSelector('.link-state.open');
    await keepNotices(page);
    const heading = () => page.locator('h1').boundingBox();
    const before = await heading();
    await asks();
    const notice = page.locator('.toast');
    const decline = notice.getByRole('button', { name: words.decline });
    await decline.waitFor();
    expect(await notice.innerText()).toContain(all.ratings.notRated);
    expect(await heading(), 'nothing makes room for it').toEqual(before);
    await isInOrder(page, 'the notice');
    for (const [width, height] of [
      [360, 740],
      [844, 390],
      [1024, 768],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const [header, box] = [await page.locator('.site-header').boundingBox(), await notice.boundingBox()];
      if (!header || !box) throw new Error('no notice');
      expect(box.y, `below the header at ${width}`).toBeGreaterThanOrEqual(header.y + header.height);
      expect(box.x >= 0 && box.x + box.width <= width, `within the window at ${width}`).toBe(true);
      await picture(page, `challenge-notice-${locale}-${width}`);
    }
    // By keyboard it comes right after the header.
    await page.locator('.site-header button').last().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await notice.waitFor({ state: 'detached' });
    await page.locator('.bell-count').waitFor({ state: 'detached' });

    // Answered in one tab, it is gone in the others.
    const other = await page.context().newPage();
    await other.goto(`${server.url}/players`);
    await other.waitForSelector('.link-state.open');
    await keepNotices(other);
    await asks();
    await other.waitForSelector('.toast');
    await notice.getByRole('button', { name: words.acceptLabel(an.handle) }).click();
    await page.waitForSelector('.table.phase-playing');
    expect(await notice.count()).toBe(0);
    await other.waitForSelector('.toast', { state: 'detached' });
    an.close();
    taro.close();
  });

test('one is declined with a reason, one is withdrawn', async () => {
  const [cookieOfAn, cookieOfTaro] = [await member('anh', '1k'), await member('taro', '1k')];
  const words = vi.challenges;
  const look = { locale: 'vi' };
  const challenger = await comesTo(await person(look), '/@/taro', cookieOfAn);
  const challenged = await comesTo(await person(look), '/', cookieOfTaro);
  await challenged.waitForSelector('.quick-button');
  const asks = async () => {
    await challenger.click('button[name=challenge]');
    await challenger.click('dialog button[type=submit]');
  };
  await asks();
  const list = challenged.locator('.lobby-challenges');
  await list.getByRole('button', { name: words.decline }).click();
  await isInOrder(challenged, 'the reasons');
  await list.getByRole('button', { name: words.reasons.clock }).click();
  await list.waitFor({ state: 'detached' });
  const answer = words.declinedBy('taro', words.reasons.clock);
  await challenger.locator('.bell').click();
  await challenger.locator('dialog').getByText(answer).waitFor();
  // It is there until it is read, also after a reload.
  await challenger.reload();
  await challenger.locator('.bell').click();
  await challenger.locator('dialog').getByText(answer).waitFor();
  await challenger.getByRole('button', { name: words.noted }).click();
  await challenger.locator('dialog .challenge-list').waitFor({ state: 'detached' });
  await challenger.keyboard.press('Escape');

  await asks();
  await list.getByText(words.from('anh')).waitFor();
  // One at a time: the form says why not another.
  await asks();
  await challenger.locator('dialog').getByText(vi.refusals.already_challenged).waitFor();
  await challenger.keyboard.press('Escape');
  await challenger.locator('.bell').click();
  await challenger.getByRole('button', { name: words.withdraw }).click();
  await list.waitFor({ state: 'detached' });
});

test('guests are not asked, and do not ask', async () => {
  await member('hana', '5k');
  const guest = await person();
  await guest.page.goto(`${server.url}/@/hana`);
  await guest.page.getByRole('heading', { name: 'hana' }).waitFor();
  expect(await guest.page.locator('button[name=challenge]').count()).toBe(0);
});
