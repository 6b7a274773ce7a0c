/** A phone beside a board of an event: its clock, also without a network, and its report. */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { usePeople } from './people';
import { register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
// Without a connection a browser notes every file that it does not get.
const person = usePeople({ serviceWorker: true, mayComplain: true });

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

const words = en.tableClock;
const PLAN = {
  variant: 'standard',
  rules: 'tournament',
  clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000 },
  grace_ms: 600_000,
  at_the_board: true,
};

interface Game {
  key: string;
  result: string | null;
  table?: { moves: number; outcome: string };
}

/** A round of four in a hall, with the keys of its tables. */
async function hall() {
  const organiser = await register(server.url, 'minh', '1d');
  organiser.close();
  const ask = <T>(verb: 'GET' | 'POST', path: string, body?: object) =>
    requestAs<T>([server.url, organiser.cookie], verb, `/tournaments${path}`, body);
  const settings = { name: 'Hall evening', format: { t: 'swiss', rounds: 3 }, plan: PLAN };
  const { code } = await ask<{ code: string }>('POST', '', { create: crypto.randomUUID(), settings });
  const act = (wanted: object) => ask('POST', `/${code}/acts`, { id: crypto.randomUUID(), act: wanted });
  await act({ t: 'open' });
  await act({ t: 'enter_all', entries: ['An', 'Bình', 'Chi', 'Dũng'].map((name) => ({ name })) });
  await act({ t: 'begin' });
  await act({ t: 'table_clocks', on: true });
  const { keys } = await ask<{ keys: { game: string; key: string }[] }>('GET', `/${code}/tables`);
  const game = async (key: string) => {
    const { rounds } = await ask<{ rounds: { games: Game[] }[] }>('GET', `/${code}`);
    return rounds.flatMap(({ games }) => games).find((it) => it.key === key);
  };
  const at = (n: number) => {
    const of = keys[n] ?? { game: '', key: '' };
    return { ...of, url: `${server.url}/tournaments/${code}/clock#${new URLSearchParams(of)}` };
  };
  return { code, cookie: organiser.cookie, act, game, at };
}

const half = (page: Page, side: 'sente' | 'gote') => page.locator(`.table-clock-half.${side}`);
const isOn = (page: Page, side: 'sente' | 'gote') => page.waitForSelector(`.table-clock-half.${side}.on`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Two moves, the second player gives up, both agree. */
async function play(page: Page) {
  await press(page, words.begin);
  for (const side of ['sente', 'gote'] as const) {
    await isOn(page, side);
    await half(page, side).click();
  }
  await isOn(page, 'sente');
  await press(page, words.pause);
  await press(page, words.event.over);
}

/** Until the page opens without a network. */
const isKept = (page: Page) => page.getByText(words.kept).waitFor();

test('a game without a network: the report waits, is sent once, and the arbiter enters it', async () => {
  const { code, cookie, act, game, at } = await hall();
  const table = at(0);
  const { page, context } = await person({ locale: 'en', size: 'phone' });
  await page.goto(table.url);
  await half(page, 'sente').waitFor();
  expect(new URL(page.url()).hash).not.toContain('key');
  await isKept(page);
  // What is said before the game leaves the halves their room, however the phone lies.
  for (const [width, height] of [
    [844, 390],
    [320, 568],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const side of ['sente', 'gote'] as const) {
      const box = await half(page, side).boundingBox();
      expect((box?.width ?? 0) * (box?.height ?? 0), `${side}, ${width}×${height}`).toBeGreaterThan(
        width * height * 0.25,
      );
    }
  }
  await context.setOffline(true);
  await page.reload();
  await play(page);
  await page.locator('dialog fieldset button').first().click();
  await press(page, words.event.agree);
  await page.getByText(words.event.waiting).waitFor();
  await page.reload();
  await page.getByText(words.event.waiting).waitFor();
  expect((await game(table.game))?.table).toBeUndefined();
  await context.setOffline(false);
  await page.getByText(words.event.sent).waitFor();
  expect((await game(table.game))?.table).toMatchObject({ moves: 2, outcome: 'sente' });
  expect((await game(table.game))?.result).toBeNull();

  // The arbiter sees it in the grid.
  const desk = await person({ locale: 'en', size: 'wide' });
  await signIn(desk.context, server.url, cookie);
  await desk.page.goto(`${server.url}/tournaments/${code}`);
  await desk.page.check('input[type=radio][value=manage]', { force: true });
  await expect
    .poll(() => desk.page.locator('.result-grid .reports').allInnerTexts())
    .toEqual([expect.stringContaining(words.moves(2))]);
  await act({ t: 'result', game: table.game, outcome: 'sente' });

  // The phone stays at its table: the next round is there, and its slip lets it report.
  await act({ t: 'result', game: at(1).game, outcome: 'sente' });
  await act({ t: 'next_round' });
  await press(page, words.event.next);
  await page.getByText(words.event.noKey).waitFor();
  await page.getByRole('button', { name: words.begin }).waitFor();
});

test('a slip scanned first without a network is a clock, and its report goes out from another page', async () => {
  const { code, game, at } = await hall();
  const { page, context } = await person({ locale: 'en', size: 'phone' });
  // The page was opened once on this phone, for no event.
  await page.goto(`${server.url}/clock`);
  await isKept(page);
  await page.keyboard.press('Escape');
  // What its code says besides the key.
  const table = at(0);
  const slip = `${table.url}&clock=kind.byoyomi*main_ms.600000*byoyomi_ms.30000*periods.1&board=1`;
  await context.setOffline(true);
  await page.goto(slip);
  await page.getByText(words.event.notYet).waitFor();
  expect(await half(page, 'sente').innerText()).toContain('10:00');
  await play(page);
  await page.locator('dialog fieldset button').first().click();
  await press(page, words.event.agree);
  await page.getByText(words.event.waiting).waitFor();

  // The network is back when another page of ours is opened; the clock is not.
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto(`${server.url}/tournaments/${code}`);
  await expect
    .poll(async () => (await game(table.game))?.table)
    .toMatchObject({ moves: 2, outcome: 'sente' });
});

test('what the arbiter has entered meanwhile stays, and the phone says so', async () => {
  const { act, game, at } = await hall();
  const table = at(1);
  const { page, context } = await person({ locale: 'en', size: 'phone' });
  await page.goto(table.url);
  await half(page, 'sente').waitFor();
  await context.setOffline(true);
  await play(page);
  await page.locator('dialog fieldset button').first().click();
  await press(page, words.event.agree);
  await page.getByText(words.event.waiting).waitFor();
  await act({ t: 'result', game: table.game, outcome: 'draw' });
  await context.setOffline(false);
  await page.getByText(words.event.decided(en.tournaments.outcomes.draw)).waitFor();
  expect(await game(table.game)).toMatchObject({ result: 'draw' });
});

test('slips have a code for each table while the organiser wants it', async () => {
  const { code, cookie, act } = await hall();
  await act({ t: 'table_clocks', on: false });
  const { page, context } = await person({ locale: 'en', size: 'wide' });
  await signIn(context, server.url, cookie);
  await page.goto(`${server.url}/tournaments/${code}/paper`);
  await page.check('input[type=radio][value=slips]', { force: true });
  await page.locator('.paper-slip').first().waitFor();
  expect(await page.locator('.paper-code').count()).toBe(0);
  await page.getByLabel(words.event.slips).check({ force: true });
  await expect.poll(() => page.locator('.paper-code svg').count()).toBe(2);
  // On the list by board they stand only where that is wanted: whoever sees it can report.
  await page.check('input[type=radio][value=boards]', { force: true });
  await page.locator('.paper-table tbody tr').first().waitFor();
  expect(await page.locator('.paper-code').count()).toBe(0);
  await page.getByLabel(words.event.list).check({ force: true });
  await expect.poll(() => page.locator('.paper-code svg').count()).toBe(2);
});
