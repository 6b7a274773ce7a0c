/**
 * Games by appointment: An in Hà Nội and Miguel in Lisbon find an hour, and the board opens by
 * itself. And arbiters hear of calls wherever they are.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, look, picture, usePeople } from './people';
import { type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
});
afterAll(() => server.stop());

const DAY_MS = 24 * 3_600_000;

const ask = <T>(by: Player, path: string, body: unknown) =>
  requestAs<T>([server.url, by.cookie], 'POST', `/tournaments${path}`, body);

const act = (by: Player, code: string, wanted: unknown) =>
  ask(by, `/${code}/acts`, { id: crypto.randomUUID(), act: wanted, reason: 'theo luật' });

/** A league of these players that has begun. */
async function league(organiser: Player, players: readonly Player[]): Promise<string> {
  const plan = {
    variant: 'standard',
    rules: 'tournament',
    clock: { kind: 'sudden_death', main_ms: 600_000 },
    grace_ms: 600_000,
    by_appointment: { deadlines_ms: [Date.now() + 14 * DAY_MS], fixed_ms: 0 },
  };
  const settings = { name: 'Giải mùa đông', format: { t: 'round_robin', pace: 'free' }, plan };
  const { code } = await ask<{ code: string }>(organiser, '', { create: crypto.randomUUID(), settings });
  await act(organiser, code, { t: 'open' });
  for (const player of players) await act(player, code, { t: 'join' });
  await act(organiser, code, { t: 'begin' });
  return code;
}

/** A day ahead at eight in the evening, as a field for a time holds it there. */
const evening = (page: Page, days: number) =>
  page.evaluate((ahead) => {
    const at = new Date();
    at.setDate(at.getDate() + ahead);
    const two = (n: number) => String(n).padStart(2, '0');
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T20:00`;
  }, days);

for (const [locale, size] of look('vi', 'phone'))
  test(`two players in two zones find an hour, ${locale}`, async () => {
    const words = CATALOGUES[locale].tournaments.appointments;
    const organiser = await register(server.url, `chu-${locale}`, '1d');
    const an = await register(server.url, `an-${locale}`, '5k');
    const miguel = await register(server.url, `miguel-${locale}`, '5k');
    const code = await league(organiser, [an, miguel]);
    const comes = async (who: Player, zone: string) => {
      const { page, context } = await person({ locale, size, zone });
      await signIn(context, server.url, who.cookie);
      // What the browser says of its clock is known before the others look.
      const kept = page.waitForResponse(
        (it) => it.url().endsWith('/me/settings') && it.request().method() === 'PUT',
      );
      await page.goto(`${server.url}/tournaments/${code}`);
      await kept;
      return page;
    };
    const lisbon = await comes(miguel, 'Europe/Lisbon');
    const hanoi = await comes(an, 'Asia/Ho_Chi_Minh');
    await lisbon.reload();

    await hanoi.locator('button[name=propose]').click();
    const dialog = hanoi.getByRole('dialog');
    await dialog.getByRole('button', { name: words.send }).click();
    await dialog.getByText(words.noTimes).waitFor();
    for (const n of [1, 2, 3]) await dialog.locator(`input[name=time-${n}]`).fill(await evening(hanoi, n));
    // Eight in the evening in Hà Nội is the early afternoon in Lisbon.
    await dialog
      .getByText(/1[34]:00/)
      .first()
      .waitFor();
    await dialog.locator('input[name=word]').fill('Buổi tối là tốt nhất');
    await picture(hanoi, `appointment-dialog-${locale}`);
    await isInOrder(hanoi, 'the dialog for an appointment');
    await dialog.getByRole('button', { name: words.send }).click();
    await hanoi.getByText(words.waits(miguel.handle)).waitFor();

    const offered = lisbon.locator('.times button');
    await expect.poll(() => offered.count()).toBe(3);
    await lisbon.getByText('Buổi tối là tốt nhất').waitFor();
    expect(await offered.first().innerText()).toMatch(/1[34]:00[\s\S]*20:00/);
    await picture(lisbon, `appointment-offered-${locale}`);
    await isInOrder(lisbon, 'times to choose from');
    await offered.nth(1).click();
    await lisbon.locator('.appointed').waitFor();
    await hanoi.locator('.appointed').waitFor();
    await picture(hanoi, `appointment-agreed-${locale}`);
    // Everybody reads it in the rounds.
    await hanoi.locator('.pairing').getByText('20:00').waitFor();

    // Both are here, and begin at once.
    await hanoi.locator('button[name=now]').click();
    await hanoi.getByText(words.nowMine(miguel.handle)).waitFor();
    await lisbon.getByRole('button', { name: words.beginNow }).click();
    // Both are taken to the board.
    const board = new RegExp(`^${server.url}/[A-Za-z0-9]{10}$`);
    for (const page of [hanoi, lisbon]) await page.waitForURL(board);
  });

for (const [locale, size] of look('en', 'wide'))
  test(`an arbiter on another page sees a call, and decides what is overdue, ${locale}`, async () => {
    const all = CATALOGUES[locale];
    const organiser = await register(server.url, `desk-${locale}`, '1d');
    const helper = await register(server.url, `helper-${locale}`, '1d');
    const players = [
      await register(server.url, `one-${locale}`, '5k'),
      await register(server.url, `two-${locale}`, '5k'),
    ] as const;
    const code = await league(organiser, players);
    await act(organiser, code, { t: 'helper', handle: helper.handle, helps: true });
    const at = async (who: Player, path: string) => {
      const { page, context } = await person({ locale, size });
      await signIn(context, server.url, who.cookie);
      await page.goto(`${server.url}${path}`);
      await page.waitForSelector('.link-state.open');
      return page;
    };
    const first = await at(organiser, '/variants');
    const second = await at(helper, '/watch');
    await act(players[0], code, { t: 'call', text: 'my clock stands' });
    const call = all.tournaments.deskBar.call(players[0].handle);
    for (const page of [first, second]) await page.locator('.agenda-bar').getByText(call).waitFor();
    await picture(first, `call-${locale}`);
    await isInOrder(first, 'a call on another page');
    await first.locator('.bell .bell-count').getByText('1', { exact: true }).waitFor();

    // One answers, and it goes for both.
    await first.locator('.agenda-bar').getByRole('button', { name: all.tournaments.hall.answered }).click();
    for (const page of [first, second]) await page.locator('.agenda-bar').waitFor({ state: 'detached' });
    await first.locator('.bell-count').waitFor({ state: 'detached' });

    // The desk sets a time by itself.
    await first.goto(`${server.url}/tournaments/${code}#manage`);
    const desk = first.locator('.appointments-desk');
    await desk.getByRole('button', { name: all.tournaments.acts.appoint }).click();
    await first.locator('input[name=time]').fill(await evening(first, 3));
    await picture(first, `appoint-${locale}`);
    await isInOrder(first, 'the decision about a game');
    await first.getByRole('dialog').locator('button[type=submit]').click();
    await desk.getByText(/20:00|08:00 PM/).waitFor();
  });
