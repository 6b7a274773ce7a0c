/** A simul: the host plays round the boards with keys alone, and chooses who comes. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, languages, picture, usePeople } from './people';
import { type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

const SETTINGS = {
  name: 'Đấu đồng loạt với thầy Minh',
  format: { t: 'simul' },
  handicap: { table: 'none' },
  plan: {
    variant: 'standard',
    rules: 'casual',
    rated: false,
    clock: { kind: 'sudden_death', main_ms: 1_200_000 },
    host_clock: {
      clock: { kind: 'byoyomi', main_ms: 1_800_000, byoyomi_ms: 60_000, periods: 1 },
      per_guest_ms: 120_000,
    },
    grace_ms: 600_000,
    by_application: true,
  },
};

const post = (path: string, cookie: string, body: object) =>
  requestAs<{ code: string }>([server.url, cookie], 'POST', `/tournaments${path}`, body);

async function pageOf(player: Player, options: Parameters<typeof person>[0], path: string): Promise<Page> {
  const { context, page } = await person(options);
  await signIn(context, server.url, player.cookie);
  await page.goto(server.url + path);
  return page;
}

/** The number of the board at which the host is. */
const shown = (page: Page) => page.locator('.simul-chip[aria-current] .simul-number').innerText();

for (const locale of languages('en'))
  test(`a host and three guests, in ${locale}`, { timeout: 240_000 }, async () => {
    const words = CATALOGUES[locale];
    const host = await register(server.url, `host-${locale}`, '1d');
    const guests = [
      await register(server.url, `one-${locale}`, '1k'),
      await register(server.url, `two-${locale}`, '2k'),
      await register(server.url, `three-${locale}`, '9k'),
    ];
    const { code } = await post('', host.cookie, { create: crypto.randomUUID(), settings: SETTINGS });
    const act = (by: Player, wanted: object) =>
      post(`/${code}/acts`, by.cookie, { id: crypto.randomUUID(), act: wanted });
    await act(host, { t: 'open' });

    // One applies in the browser, the others are there already; the host chooses.
    const applies = await pageOf(guests[0] as Player, { locale, size: 'phone' }, `/tournaments/${code}`);
    await applies.fill('input[name=word]', 'Em rất mong được học.');
    await applies.click('button[name=apply]');
    await applies.getByText(words.simul.applied).waitFor();
    await picture(applies, `simul-applied-${locale}`);
    await isInOrder(applies, 'a simul to apply for');
    for (const guest of guests.slice(1)) await act(guest, { t: 'apply', text: '' });
    const page = await pageOf(host, { locale, size: 'wide' }, `/tournaments/${code}`);
    await expect.poll(() => page.locator('button[name=choose]').count()).toBe(3);
    await picture(page, `simul-applicants-${locale}`);
    await isInOrder(page, 'a simul with applicants');
    for (let left = 3; left > 0; left--) {
      await expect.poll(() => page.locator('button[name=pass-over]').count()).toBe(left);
      await page.locator('button[name=choose]').first().click();
    }
    await expect.poll(() => page.locator('button[name=choose]').count()).toBe(0);
    await page.goto(`${server.url}/tournaments/${code}/host`);
    await page.getByText(words.simul.notHost).waitFor();
    await act(host, { t: 'begin' });

    // Each move brings the next board.
    await expect.poll(() => page.locator('.simul-chip').count()).toBe(3);
    await expect.poll(() => shown(page)).toBe('1');
    await page.locator('.typed-move input').focus();
    const after = async (usi: string, board: string) => {
      await page.keyboard.type(usi);
      await page.keyboard.press('Enter');
      await expect.poll(() => shown(page)).toBe(board);
    };
    await after('7g7f', '2');
    await after('2g2f', '3');
    // At the last board nobody else waits, so the host stays where they are.
    await page.keyboard.type('7g7f');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.simul-chip.yourMove').count()).toBe(0);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await picture(page, `simul-host-${locale}`);
    await isInOrder(page, 'the boards of a host');
    // A guest answers, and the host is taken there.
    const rounds = await fetch(`${server.url}/api/v1/tournaments/${code}`).then((it) => it.json());
    const games: string[] = rounds.rounds[0].games.map((it: { games: string[] }) => it.games[0]);
    const answer = async (board: number) => {
      for (const guest of guests)
        await guest.say({ t: 'move', game: games[board - 1] ?? '', ply: 1, usi: '3c3d' }).catch(() => null);
    };
    await answer(2);
    await expect.poll(() => shown(page)).toBe('2');
    // Keys: back, on, and stay. Whoever goes to a board by hand is not taken away from it.
    await page.keyboard.press('p');
    await expect.poll(() => shown(page)).toBe('1');
    await answer(3);
    await expect.poll(() => page.locator('.simul-chip.yourMove').count()).toBe(2);
    expect(await shown(page)).toBe('1');
    await page.keyboard.press('s');
    await expect.poll(() => page.locator('.simul-desk input[type=checkbox]').isChecked()).toBe(true);
    await page.locator('.simul-desk summary').click();
    await picture(page, `simul-desk-${locale}`);
    await page.locator('.simul-desk summary').click();
    await page.keyboard.press('n');
    await expect.poll(() => shown(page)).toBe('2');

    // A guest sees how many boards come first.
    const later = await pageOf(guests[2] as Player, { locale, size: 'phone' }, `/${games[2]}`);
    await later.getByText(words.simul.before(1)).waitFor();
    await later.locator('.tournament-strip').scrollIntoViewIfNeeded();
    await picture(later, `simul-guest-${locale}`);
    await isInOrder(later, 'the board of a guest');

    // The host's page on a phone, upright and lying, and on a tablet.
    for (const [name, width, height] of [
      ['phone', 360, 740],
      ['lying', 844, 390],
      ['tablet', 1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.locator('.ban').waitFor();
      const box = await page.locator('.ban').boundingBox();
      expect(box && box.y + box.height, `the board is seen whole, ${name}`).toBeLessThanOrEqual(height + 1);
      expect(box?.width, `and large enough, ${name}`).toBeGreaterThan(Math.min(width, height) * 0.55);
      await picture(page, `simul-host-${name}-${locale}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `nothing sticks out, ${name}`).toBeLessThanOrEqual(0);
    }

    // A result shows in the strip, and in the table at the end.
    for (const [i, game] of games.entries()) {
      if (i === 0) await host.say({ t: 'resign', game });
      else for (const guest of guests) await guest.say({ t: 'resign', game }).catch(() => null);
    }
    await expect.poll(() => page.locator('.simul-chip:is(.won, .lost)').count()).toBe(3);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/tournaments/${code}`);
    await expect.poll(() => page.getByText(words.tournaments.titles.guests).count()).toBeGreaterThan(0);
    await picture(page, `simul-table-${locale}`, true);
    await isInOrder(page, 'the table of a simul');
    for (const player of [host, ...guests]) player.close();
  });
