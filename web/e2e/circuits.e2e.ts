/** A club's year, and the evening of its last tournament: the ranking on a phone, the screen in the hall. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as vi } from '../src/i18n/made/whole/vi';
import type { Tournament } from '../src/wire/generated';
import { isInOrder } from './order';
import { picture, usePeople } from './people';
import { type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
let chair: Player;
// The screen of a hall loses its connection here.
const person = usePeople({ mayComplain: true });

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
  chair = await register(server.url, 'chu-tich', '1d');
});
afterAll(async () => {
  chair.close();
  await server.stop();
});

const PLAN = {
  variant: 'standard',
  rules: 'tournament',
  clock: { kind: 'sudden_death', main_ms: 600_000 },
  grace_ms: 600_000,
  at_the_board: true,
};

const post = <T = { code: string }>(path: string, body: object) =>
  requestAs<T>([server.url, chair.cookie], 'POST', path, body);

async function make(name: string, names: readonly string[], rounds = 1, club?: string) {
  const plan = club ? { ...PLAN, club } : PLAN;
  const settings = { name, format: { t: 'swiss', rounds }, plan };
  const { code } = await post('/tournaments', { create: crypto.randomUUID(), settings });
  const act = (wanted: object) =>
    post(`/tournaments/${code}/acts`, { id: crypto.randomUUID(), act: wanted, reason: '' });
  await act({ t: 'open' });
  await act({ t: 'enter_all', entries: names.map((it) => ({ name: it })) });
  await act({ t: 'begin' });
  const look = async () =>
    (await (await fetch(`${server.url}/api/v1/tournaments/${code}`)).json()) as Tournament;
  return { code, act, look };
}

test('the president of a club sees in December who has won the year', { timeout: 120_000 }, async () => {
  const words = vi.circuits;
  const { page, context } = await person({ locale: 'vi', size: 'phone' });
  await signIn(context, server.url, chair.cookie);
  const settings = { name: 'Shogi Hà Nội', joining: 'open' };
  await post('/clubs', { create: crypto.randomUUID(), slug: 'hanoi', settings });
  const names = ['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Minh Châu', 'Phạm Quốc Dũng'];
  const events = [];
  for (const name of ['Giải xuân', 'Giải hè', 'Giải thu']) {
    const event = await make(name, names, 1, 'hanoi');
    for (const { key } of (await event.look()).rounds[0]?.games ?? [])
      await event.act({ t: 'result', game: key, outcome: 'sente' });
    events.push(event);
  }

  // It is made on the club's page, by the form.
  await page.goto(`${server.url}/clubs/hanoi#tournaments`);
  await page.getByRole('link', { name: words.create }).click();
  await page.fill('input[name="name"]', 'Grand Prix 2026');
  await page.fill('input[name="first_day"]', '2026-01-01');
  await page.fill('input[name="last_day"]', '2026-12-31');
  await page.fill('input[name="table"]', '10-8-6-5');
  await page.getByLabel(words.form.best).fill('2');
  await page.getByLabel(words.form.best).blur();
  await isInOrder(page, 'the form of a circuit');
  await page.getByRole('button', { name: words.form.create }).click();
  await page.waitForURL(/\/circuits\/[A-Za-z0-9]{10}/);
  const code = page.url().split('/').at(-1)?.split('#')[0] ?? '';

  // Two are chosen, one is given by its link; what is no link is said to be none.
  for (const { code: event } of events.slice(0, 2)) {
    await page.locator('select[name="event"]').selectOption(event);
    await page.getByRole('button', { name: words.desk.addButton, exact: true }).click();
    await page.locator(`.circuit-weights a[href="/tournaments/${event}"]`).waitFor();
  }
  await page.fill('input[name="link"]', 'https://shogi.example/');
  await page.getByRole('button', { name: words.desk.addButton, exact: true }).click();
  await page.getByText(words.desk.badLink).waitFor();
  await page.fill('input[name="link"]', `${server.url}/tournaments/${events[2]?.code}#rounds`);
  await page.getByRole('button', { name: words.desk.addButton, exact: true }).click();
  await page.locator('.circuit-weights li').nth(2).waitFor();
  await isInOrder(page, 'the desk of a circuit');
  await picture(page, 'circuit-desk', true);

  await page.locator('.segments label', { hasText: words.tabs.standings }).first().click();
  await page.locator('.circuit-table tbody tr').nth(3).waitFor();
  const row = page.locator('.circuit-table tbody tr').first();
  // The same two have met each time, and the third result of everybody is dropped.
  expect(await row.locator('s').count()).toBe(1);
  await isInOrder(page, 'a circuit on a phone');
  await picture(page, 'circuit-phone', true);
  const name = row.locator('th');
  const before = await name.boundingBox();
  await page.locator('.circuit-table').evaluate((it) => it.scrollTo({ left: 200 }));
  expect((await name.boundingBox())?.x).toBe(before?.x);

  // Whoever comes from an event finds it, and so does the club.
  await page.goto(`${server.url}/tournaments/${events[0]?.code}`);
  await page.getByRole('link', { name: words.partOf('Grand Prix 2026') }).click();
  await page.locator('.circuit-table').waitFor();
  await page.goto(`${server.url}/clubs/hanoi#tournaments`);
  await page.getByRole('link', { name: 'Grand Prix 2026' }).waitFor();
  const calendar = page.getByRole('link', { name: vi.calendar.subscribe });
  expect(await calendar.getAttribute('href')).toBe(
    `webcal://${new URL(server.url).host}/clubs/hanoi/calendar.ics`,
  );
  await page.getByRole('button', { name: vi.game.qr }).click();
  await page.locator('dialog .qr-code').waitFor();
  await isInOrder(page, 'a QR code');

  const frame = await person({ locale: 'vi', size: 'wide' });
  await frame.page.goto(`${server.url}/embed/circuits/${code}?lang=vi`);
  await frame.page.locator('.circuit-table tbody tr').nth(3).waitFor();
  expect(await frame.page.locator('.site-header').count()).toBe(0);
  await isInOrder(frame.page, 'a circuit within another page');
});

test('forty people look up at one screen', { timeout: 120_000 }, async () => {
  const words = en.hallScreen;
  const names = Array.from({ length: 80 }, (_, i) => `Player ${String(i + 1).padStart(2, '0')}`);
  const event = await make('Hall Open', names, 3);
  const { page, context } = await person({ locale: 'en', size: 'wide' });
  await page.goto(`${server.url}/tournaments/${event.code}/screen`);
  const main = page.locator('.screen-main');
  const foot = page.locator('.screen-foot p');
  await page.locator('.by-board li').first().waitFor();
  expect(await page.locator('.site-header').count()).toBe(0);
  await page.locator('.screen-qr svg').waitFor();
  await page.getByText('since the start').waitFor();
  // All that is said is in the window.
  const overflow = () =>
    main.evaluate((it) => it.scrollHeight > it.clientHeight + 1 || it.scrollWidth > it.clientWidth + 1);
  expect(await overflow()).toBe(false);
  await isInOrder(page, 'the screen of a hall');
  await picture(page, 'screen-boards');

  // The pages turn by themselves; stopped, they turn by keys, and every board is on one.
  const first = await foot.innerText();
  await expect.poll(() => foot.innerText(), { timeout: 20_000 }).not.toBe(first);
  await page.keyboard.press('Space');
  await page.getByText(words.paused).waitFor();
  const seen = new Set<string>();
  const slides = new Set<string>();
  for (let i = 0; i < 40; i++) {
    const now = await foot.innerText();
    if (slides.has(now)) break;
    slides.add(now);
    for (const it of await page.locator('.by-board .screen-board').allInnerTexts()) seen.add(it);
    expect(await overflow(), now).toBe(false);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => foot.innerText()).not.toBe(now);
  }
  expect(seen.size).toBe(40);
  expect([...slides].some((it) => it.includes(words.views.names))).toBe(true);
  expect([...slides].some((it) => it.includes(words.views.standings))).toBe(true);

  // A result comes as it is entered, and so does what is announced.
  const toFirst = async () => {
    for (let i = 0; i < 40; i++) {
      if (
        (await page
          .locator('.by-board .screen-board')
          .first()
          .innerText()
          .catch(() => '')) === '1'
      )
        return;
      const now = await foot.innerText();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => foot.innerText()).not.toBe(now);
    }
  };
  await toFirst();
  const game = (await event.look()).rounds[0]?.games.find(({ board }) => board === 1);
  await event.act({ t: 'result', game: game?.key, outcome: 'sente' });
  await page.locator('.by-board li.done .screen-name.won').first().waitFor();
  await event.act({ t: 'announce', text: 'Lunch at noon, round 2 at one.' });
  await page.locator('.screen-announcement', { hasText: 'Lunch at noon' }).waitFor();
  expect(await overflow()).toBe(false);

  // Without a network it keeps what it has, and says since when.
  await context.setOffline(true);
  await page.locator('.screen-offline').waitFor({ timeout: 60_000 });
  expect(await page.locator('.by-board li').count()).toBeGreaterThan(5);
  await picture(page, 'screen-offline');
  await context.setOffline(false);
  await page.locator('.screen-offline').waitFor({ state: 'detached', timeout: 60_000 });

  await page.keyboard.press('d');
  await page.locator('.hall-screen.dark').waitFor();
  await isInOrder(page, 'the screen of a hall by night');
  await picture(page, 'screen-dark');
});
