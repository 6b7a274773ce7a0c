/**
 * Names are doors: to pages, to cards of who somebody is, to one's own things, and by either name
 * in a search.
 */

import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as vi } from '../src/i18n/made/whole/vi';
import type { Person } from './browser';
import { isBarrierFree, isInOrder } from './order';
import { CATALOGUES, languages, picture, usePeople } from './people';
import { beginRated, type Player, playRated, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { meetByLink } from './table';

let server: RealServer;
const person = usePeople({ mayComplain: true });

beforeAll(async () => {
  server = await startRealServer();
  return () => server.stop();
});

async function comesAs({ page, context }: Person, cookie: string, path: string): Promise<Page> {
  await signIn(context, server.url, cookie);
  await page.goto(server.url + path);
  await page.waitForSelector('.link-state.open');
  return page;
}

/**
 * Where a finger finds it, once nothing moves it any more. No mouse goes there meanwhile: a card that it
 * has opened would be taken for the finger's.
 */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Gives an account the name that others see. */
async function isCalled(player: Player, name: string): Promise<Player> {
  const answer = await fetch(`${server.url}/api/v1/account`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie: player.cookie },
    body: JSON.stringify({ name }),
  });
  expect(answer.status).toBe(200);
  return player;
}

test('a name at a board leads to its page, and shows a card under the pointer, by keyboard and under a finger', async () => {
  const words = en.site.person;
  const [alice, bob, fan] = [
    await register(server.url, 'alice', '1k'),
    await register(server.url, 'bob', '3k'),
    await register(server.url, 'fan', '9k'),
  ];
  const game = await beginRated(alice, bob);
  const page = await comesAs(await person(), fan.cookie, `/${game}`);
  const name = page.locator('.player .player-link', { hasText: 'alice' });
  await name.waitFor();

  await name.hover();
  const card = page.locator('.person-card');
  await card.getByRole('button', { name: en.challenges.challenge }).waitFor();
  for (const what of [en.watch.follow, words.mute, words.block, words.report])
    await card.getByRole('button', { name: what }).waitFor();
  await card.getByText('@alice').waitFor();
  await isBarrierFree(page, 'a card');
  await picture(page, 'card-wide');
  await card.getByRole('button', { name: en.watch.follow }).click();
  await card.getByRole('button', { name: en.watch.following }).waitFor();
  // A question of the card stands over it, and leaves it where it is.
  await card.getByRole('button', { name: words.report }).click();
  await page.getByRole('heading', { name: words.reportTitle('alice') }).waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor();
  await page.mouse.move(700, 5);
  await card.waitFor({ state: 'detached' });

  // The keyboard comes from the name into the card, and back by Escape.
  await name.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await card.getByRole('button', { name: en.challenges.challenge }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.person-card') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  expect(await name.evaluate((it) => it === document.activeElement)).toBe(true);

  // By the public id it is found that goes with the name; the address is the one with the handle.
  await name.click();
  await page.waitForURL(`${server.url}/@/alice`);
  await page.getByRole('heading', { name: 'alice' }).waitFor();

  // A finger that stays shows the card, one that taps goes there.
  const phone = await comesAs(await person({ size: 'phone', locale: 'vi' }), fan.cookie, '/watch');
  const listed = phone.locator('.live-game .player-link', { hasText: 'bob' });
  await phone.locator('.live-game .live-clock.running').waitFor();
  const devtools = await phone.context().newCDPSession(phone);
  const at = await middleOf(listed);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await phone.locator('.person-card').waitFor();
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await phone.locator('.person-card').getByRole('button', { name: vi.site.person.block }).waitFor();
  expect(new URL(phone.url()).pathname).toBe('/watch');
  await isInOrder(phone, 'a card on a phone');
  await picture(phone, 'card-phone-vi');
  await phone.locator('h1').tap();
  await phone.locator('.person-card').waitFor({ state: 'detached' });
  const still = await middleOf(listed);
  await phone.touchscreen.tap(still.x, still.y);
  await phone.waitForURL(`${server.url}/@/bob`);
});

test('games that are watched do not move under a finger when it is known who is followed', async () => {
  const [cat, dan, fan] = [
    await register(server.url, 'cat', '1k'),
    await register(server.url, 'dan', '3k'),
    await register(server.url, 'fey', '9k'),
  ];
  await beginRated(cat, dan);
  await requestAs([server.url, fan.cookie], 'PUT', '/me/follows/cat');
  const visitor = await person({ size: 'phone' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await visitor.page.route('**/api/v1/me/follows', async (route) => {
    await held;
    await route.continue();
  });
  const found = visitor.page.waitForResponse('**/api/v1/watch');
  const page = await comesAs(visitor, fan.cookie, '/watch');
  await (await found).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await page.locator('.live-game').count()).toBe(0);
  release();
  await page.locator('.live-game .player-link', { hasText: 'cat' }).waitFor();
  expect(await page.locator('.now-playing').count()).toBe(1);
});

test('guests and the machine are no doors, and nobody reports the machine', async () => {
  const { sente } = await meetByLink(server.url, await person(), await person());
  expect(await sente.locator('.player .player-link').count()).toBe(0);
  const { page } = await person();
  await page.goto(server.url);
  await page.click('.lobby-actions button[name="engine"]');
  await page.click('dialog button[type="submit"]');
  await page.waitForSelector('.table.phase-playing');
  await page.locator('.player', { hasText: 'Komadai' }).waitFor();
  expect(await page.locator('.player .player-link, .person-menu').count()).toBe(0);
});

for (const locale of languages('ja'))
  test(`who is blocked is so at once, and the page of somebody else speaks of them, ${locale}`, async () => {
    const all = CATALOGUES[locale];
    const words = all.site.person;
    const [me, other, third] = [
      await register(server.url, `me-${locale}`, '1k'),
      await register(server.url, `other-${locale}`, '1k'),
      await register(server.url, `third-${locale}`, '1k'),
    ];
    await playRated(await isCalled(other, '秋山 太郎'), third);
    const page = await comesAs(await person({ locale, size: 'phone' }), me.cookie, `/@/other-${locale}`);
    await page.locator('button[name=challenge]').waitFor();
    await page.getByText(all.players.uncertain('秋山 太郎')).waitFor();
    await page.getByRole('button', { name: words.block, exact: true }).click();
    await page.getByText(words.blocked('秋山 太郎')).waitFor();
    await page.locator('button[name=challenge]').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: all.watch.follow }).count()).toBe(0);
    await isInOrder(page, 'a page of somebody who is blocked');
    await picture(page, `blocked-${locale}`);
    await page.getByRole('button', { name: words.unblock, exact: true }).click();
    await page.locator('button[name=challenge]').waitFor();

    // One's own page speaks to oneself, and is in the menu.
    const own = await comesAs(await person({ locale }), other.cookie, '/');
    await own.click('.own-menu .drop-button');
    await own.waitForSelector('.own-menu a[href^="/@/"]');
    await picture(own, `own-menu-${locale}`);
    await isBarrierFree(own, 'the own menu');
    await own.getByRole('link', { name: all.nav.own.profile }).click();
    await own.getByText(all.players.uncertain(null)).waitFor();
    expect(await own.locator('.profile-head button[name=challenge], .person-away').count()).toBe(0);
  });

test('people are found by either of their names, however they are typed', async () => {
  const one = await isCalled(await register(server.url, 'minh_90', '1k'), 'Nguyễn Văn Minh');
  const two = await isCalled(await register(server.url, 'akiyama', '1k'), '木村');
  await playRated(one, two);
  const { page } = await person();
  await page.goto(`${server.url}/players`);
  const found = page.locator('.people-found .player-link');
  for (const [typed, name] of [
    ['nguyen van', 'Nguyễn Văn Minh'],
    ['MINH_90', 'Nguyễn Văn Minh'],
    ['木', '木村'],
  ] as const) {
    await page.fill('input[type=search]', typed);
    await expect.poll(() => found.allInnerTexts(), { message: typed }).toEqual([name]);
  }
  await isInOrder(page, 'people who were found');
  await page.fill('input[type=search]', 'nobody is called so');
  await page.getByText(en.players.nobodyFound('nobody is called so')).waitFor();

  // Games, too; and who is meant is asked where it is not clear.
  // The list of all games arrives while one types; what is typed stays.
  let arrive = () => {};
  const typed = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/api\/v1\/games$/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(`${server.url}/games`);
  // Key by key: a browser without windows does not take text for changed that is put in at once.
  const player = page.locator('input[name=player]');
  await player.pressSequentially('木村');
  arrive();
  await page.locator('.found li').nth(1).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator('.found li').count()).toBe(1);
  await player.selectText();
  await player.pressSequentially('nguyen');
  await page.keyboard.press('Tab');
  await page.getByText(en.players.whichOne).waitFor();
  await page.getByRole('button', { name: en.players.gamesOf('Nguyễn Văn Minh') }).click();
  await expect.poll(() => page.locator('.found li').count()).toBe(1);
  await page.locator('.found .player-link', { hasText: '木村' }).click();
  await page.waitForURL(`${server.url}/@/akiyama`);
});

test('those who run the site see in the menu that reports are open', async () => {
  const [teller, told] = [
    await register(server.url, 'teller', '1k'),
    await register(server.url, 'told-about', '1k'),
  ];
  expect(told.handle).toBe('told-about');
  await fetch(`${server.url}/api/v1/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: teller.cookie },
    body: JSON.stringify({ handle: 'told-about', reason: 'name', words: '!' }),
  });
  server.run(['admin', 'create', 'keeper', '--role', 'admin'], 'bảy con tốt đen');
  const { page } = await person();
  await page.goto(`${server.url}/account`);
  await page.fill('input[name=handle]', 'keeper');
  await page.fill('input[name=password]', 'bảy con tốt đen');
  await page.click('.account-form button[type=submit]');
  await page.waitForSelector('.lobby');
  await page.locator('.own-menu > .drop-button .badge', { hasText: '1' }).waitFor();
  // The menu goes by arrows.
  await page.focus('.own-menu > .drop-button');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(en.account.signOut);
  await page.keyboard.press('Escape');
  await page.locator('.own-menu .drop-list').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: en.nav.own.server }).click();
  await page.waitForURL(`${server.url}/admin`);
});
