/**
 * Who waits for a game meets whoever else waits: guests and members, from whatever page, and what
 * cannot be taken says why.
 */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { Setup } from '../src/wire/generated';
import type { Person } from './browser';
import { isInOrder } from './order';
import { CATALOGUES, type Locale, picture, usePeople } from './people';
import { connect, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { sees } from './watch-notices';

let server: RealServer;
const person = usePeople();

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

const USUAL: Setup = {
  variant: 'standard',
  start: 'even',
  rules: 'casual',
  clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
  side: 'random',
};

/** Comes as somebody with an account. */
async function member(handle: string, declared: string, as: Person): Promise<Page> {
  const { context, page } = as;
  const player = await register(server.url, handle, declared);
  player.close();
  await signIn(context, server.url, player.cookie);
  await page.goto(server.url);
  await page.waitForSelector('.link-state.open');
  return page;
}

async function guest(as: Person): Promise<Page> {
  await as.page.goto(server.url);
  await as.page.waitForSelector('.link-state.open');
  return as.page;
}

const search = (page: Page, clock: string) => page.getByRole('button', { name: clock, exact: true }).click();

const usual = (locale: Locale) => CATALOGUES[locale].time.byoyomi(CATALOGUES[locale].time.minutes(10), 30, 1);

test('a guest on a phone and a member press the same button, and both know why it is unrated', async () => {
  const [vi, en] = [CATALOGUES.vi, CATALOGUES.en];
  const phone = await guest(await person({ locale: 'vi', size: 'phone' }));
  const desk = await member('hana', '1d', await person({ locale: 'en', size: 'wide' }));
  await search(phone, usual('vi'));
  await phone.locator('.waiting-for .waited').waitFor();
  await phone.locator('.waiting-for').getByText(vi.ratings.notRated).waitFor();
  await phone.getByText(vi.lobby.alsoLater('3 phút + 30 giây, 15 phút + 60 giây', 20)).waitFor();
  await isInOrder(phone, 'who waits');
  await picture(phone, 'pairing-waits-phone');
  await search(desk, usual('en'));
  await Promise.all([phone, desk].map((page) => page.waitForSelector('.table.phase-playing')));
  await phone.getByText(vi.game.pairing.asGuest).waitFor();
  await desk.getByText(en.game.pairing.guestOpponent).waitFor();
  await Promise.all([isInOrder(phone, 'the guest’s note'), isInOrder(desk, 'the member’s note')]);
  await picture(phone, 'pairing-note-phone');
  await picture(desk, 'pairing-note-wide');
  // It does not come back once it is closed.
  await desk.locator('.pairing-note').getByRole('button').click();
  await expect.poll(() => desk.locator('.pairing-note').count()).toBe(0);
});

test('on a tablet the header has room for a search beside its words', async () => {
  const page = await guest(await person({ locale: 'vi', size: 'wide' }));
  await page.setViewportSize({ width: 1024, height: 768 });
  await search(page, usual('vi'));
  await page.getByRole('link', { name: CATALOGUES.vi.lobby.meanwhileProblem }).click();
  await page.locator('.search-pill .waited').waitFor();
  const squeezed = await page
    .locator('.brand > span, .nav-group > .drop-button, .account-link span, .search-pill')
    .evaluateAll((parts) =>
      parts
        .filter((it) => {
          const oneLine = Number.parseFloat(getComputedStyle(it).fontSize) * 2;
          const text = document.createRange();
          text.selectNodeContents(it);
          return it.scrollWidth > it.clientWidth + 1 || text.getBoundingClientRect().height > oneLine;
        })
        .map((it) => it.textContent),
    );
  expect(squeezed).toEqual([]);
  await page.goto(server.url);
  await page.locator('.waiting-seek button').click();
});

test('a search goes on at a problem and at a game with the computer, which waits for its player', async () => {
  const en = CATALOGUES.en;
  const page = await member('hana', '1d', await person({ locale: 'en', size: 'phone' }));
  const taro = await register(server.url, 'taro', '2k');
  await search(page, usual('en'));
  await page.getByRole('link', { name: en.lobby.meanwhileProblem }).click();
  await page.waitForFunction(() => location.pathname.startsWith('/tsume'));
  await page.locator('.search-pill .waited').waitFor();
  await isInOrder(page, 'the header');
  // Also after the page was loaded anew.
  await page.reload();
  await page.click('.search-pill');
  await page.locator('.waiting-for').waitFor();
  expect(await page.locator('.quick-button[aria-pressed=true]').count()).toBe(1);

  await page.click('button[name=meanwhile]');
  await page.click('dialog button[type=submit]');
  await page.waitForSelector('.table.phase-playing');
  const machine = new URL(page.url()).pathname;
  await page.locator('.search-pill .waited').waitFor();
  await taro.say({ t: 'seek', seek: crypto.randomUUID(), setup: USUAL, quick: true });
  await page.waitForFunction((left) => location.pathname !== left, machine);
  await page.waitForSelector('.table.phase-playing');
  await page.locator('.player').getByText('taro').first().waitFor();
  expect(await page.locator('.search-pill').count()).toBe(0);
  expect(await page.locator('.pairing-note').count()).toBe(0);
  // The other game is where it was left.
  await page.goto(server.url);
  await page.locator(`a[href="${machine}"]`).first().waitFor();
  taro.close();
});

test('what a guest cannot take leads to an account, and back to it', async () => {
  const en = CATALOGUES.en;
  const hana = await register(server.url, 'hana', '1d');
  const seek = crypto.randomUUID();
  await hana.say({ t: 'seek', seek, setup: { ...USUAL, rated: true } });
  const page = await guest(await person({ locale: 'en', size: 'phone' }));
  const row = page.locator('.seek-list li', { hasText: 'hana' });
  expect(await row.getByRole('button', { name: en.lobby.acceptLabel('hana') }).count()).toBe(0);
  await isInOrder(page, 'the list');
  await picture(page, 'pairing-obstacle');
  await row.getByRole('link', { name: en.lobby.obstacles.register }).click();
  await page.fill('input[name=handle]', 'newcomer');
  await page.fill('input[name=password]', 'bảy con tốt đen');
  await page.click('.account-form button[type=submit]');
  await page.waitForFunction((wanted) => location.search === `?seek=${wanted}`, seek);
  await page.locator('.seek-list li.wanted').getByRole('button').click();
  await page.waitForSelector('.table.phase-playing');
  hana.close();
});

test('what is for others says what we are, and in a game there is the way to it', async () => {
  const en = CATALOGUES.en;
  const hana = await register(server.url, 'hana', '1d');
  const taro = await register(server.url, 'taro', '3k');
  await hana.say({ t: 'seek', seek: crypto.randomUUID(), setup: USUAL, wants: { grade_min: '1d' } });
  const as = await person({ locale: 'en', size: 'wide' });
  const page = await member('mai', '9k', as);
  const row = page.locator('.seek-list li', { hasText: 'hana' });
  await row.getByText(en.lobby.obstacles.ownGrade('9-kyu')).waitFor();
  expect(await row.getByRole('button', { name: en.lobby.acceptLabel('hana') }).count()).toBe(0);
  // Another tab of hers sits down somewhere.
  const cookie = (await as.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const other = await connect(server.url, 'mai', cookie);
  const { game } = await taro.say({ t: 'create', create: crypto.randomUUID(), setup: USUAL });
  await other.say({ t: 'join', game: game ?? '' });
  await page.waitForURL(`${server.url}/${game}`);
  await page.goto(server.url);
  await row.getByRole('link', { name: en.lobby.obstacles.playing }).click();
  await page.waitForURL(`${server.url}/${game}`);
  for (const player of [hana, taro, other]) player.close();
});

test('who plays no guests says so once', async () => {
  const en = CATALOGUES.en;
  const hana = await member('hana', '1d', await person({ locale: 'en', size: 'wide' }));
  await hana.goto(`${server.url}/settings`);
  const toggle = hana.getByRole('switch', { name: en.account.privacy.guests });
  await toggle.uncheck();
  await sees(hana, en.account.saved);
  await hana.goto(server.url);
  await search(hana, usual('en'));
  await hana.locator('.waiting-for').waitFor();
  const page = await guest(await person({ locale: 'en', size: 'phone' }));
  await page
    .locator('.seek-list li', { hasText: 'hana' })
    .getByRole('link', { name: en.lobby.obstacles.register })
    .waitFor();
  // Both wait, until somebody with an account comes.
  await search(page, usual('en'));
  const taro = await register(server.url, 'taro', '1d');
  await taro.say({ t: 'seek', seek: crypto.randomUUID(), setup: USUAL, quick: true });
  await hana.waitForSelector('.table.phase-playing');
  expect(await page.locator('.waiting-for').count()).toBe(1);
  taro.close();
});

test('in Japanese there are games without byoyomi, and the classes of Shogi Club 24', async () => {
  const ja = CATALOGUES.ja;
  const page = await guest(await person({ locale: 'ja', size: 'phone' }));
  const said = await page.locator('.quick-button').allInnerTexts();
  expect(said.map((it) => it.split(/\n+/))).toEqual([
    ['3分', '切れ負け', '超早指し'],
    ['10分', '切れ負け', '早指し'],
    ['10秒', ja.lobby.time.each, '早指し'],
    ['10分', ja.lobby.time.after(30), '早指し'],
    ['15分', ja.lobby.time.after(60), '15分・長考'],
    ['30分', ja.lobby.time.after(60), '15分・長考'],
  ]);
  await isInOrder(page, 'the panel');
  await picture(page, 'pairing-ja');
});
