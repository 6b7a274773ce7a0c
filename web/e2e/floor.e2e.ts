/**
 * Two evenings: an arena whose standings everybody wants to see, and a circle of players whom nothing
 * separates but a play-off.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, looks, usePeople } from './people';
import { register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

const PLAN = {
  variant: 'standard',
  rules: 'tournament',
  clock: { kind: 'sudden_death', main_ms: 300_000 },
  grace_ms: 600_000,
  at_the_board: true,
};

interface Game {
  key: string;
  sente: string;
  result: string | null;
}

/** An organiser with an event of players who have no accounts, and what they do in it. */
async function event(name: string, format: object, names: readonly string[], plan = PLAN) {
  const organiser = await register(server.url, name, '1d');
  organiser.close();
  const ask = <T>(method: 'GET' | 'POST', path: string, body?: object) =>
    requestAs<T>([server.url, organiser.cookie], method, `/tournaments${path}`, body);
  const settings = { name, format, tiebreaks: ['points'], plan };
  const { code } = await ask<{ code: string }>('POST', '', { create: crypto.randomUUID(), settings });
  const act = (wanted: object, reason = '') =>
    ask('POST', `/${code}/acts`, { id: crypto.randomUUID(), act: wanted, reason });
  await act({ t: 'enter_all', entries: names.map((it) => ({ name: it, grade: '3k' })) });
  await act({ t: 'begin' });
  const open = async () => {
    const { rounds } = await ask<{ rounds: { games: Game[] }[] }>('GET', `/${code}?rounds=all`);
    return rounds.flatMap(({ games }) => games).filter(({ result }) => result === null);
  };
  return { cookie: organiser.cookie, code, act, open };
}

for (const [locale, size] of looks('en', 'vi'))
  test(`an arena, ${size} in ${locale}`, async () => {
    const words = CATALOGUES[locale].tournaments;
    const names = ['Ông Tám', 'Cô Chín', '佐藤', 'Anna'];
    const format = { t: 'arena', start_ms: 0, duration_ms: 3_600_000, wave_ms: 0 };
    // Over the board it would be an evening in a club (evening.e2e.ts).
    const plan = { ...PLAN, at_the_board: false };
    const { cookie, code, act, open } = await event(`arena-${locale}`, format, names, plan);
    const { context, page } = await person({ locale, size });
    await signIn(context, server.url, cookie);
    await page.goto(`${server.url}/tournaments/${code}`);
    // What everybody wants to see is there at once; there are no rounds.
    const rows = page.locator('.arena-table tbody tr');
    await expect.poll(() => rows.count()).toBe(4);
    expect(await page.locator('input[type=radio][value=rounds]').count()).toBe(0);
    await expect.poll(() => page.locator('.arena-games li').count()).toBe(2);
    const wins = new Map<string, number>();
    for (let n = 0; n < 6; n++) {
      await expect.poll(async () => (await open()).length).toBeGreaterThan(0);
      const [game] = await open();
      if (!game) continue;
      wins.set(game.sente, (wins.get(game.sente) ?? 0) + 1);
      await act({ t: 'result', game: game.key, outcome: 'sente' });
    }
    await expect.poll(() => page.locator('.arena-signs i.win').count()).toBe(6);
    // The points stand in the window, beside the name, whatever its width.
    const box = await rows.first().locator('.arena-points').boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await isInOrder(page, 'an arena');
    // It ends with its games: no countdown says otherwise, and no round is offered.
    const left = (await open()).length;
    await page.check('input[type=radio][value=manage]', { force: true });
    await page.getByRole('button', { name: words.acts.close, exact: true }).waitFor();
    expect(await page.getByRole('button', { name: words.acts.next_round }).count()).toBe(0);
    await act({ t: 'close', at_once: false });
    await page.getByText(words.arena.ending(left)).waitFor();
    for (const game of await open()) await act({ t: 'result', game: game.key, outcome: 'gote' });
    await page.locator('.page-head').getByText(words.phases.over).waitFor();
    await page.check('input[type=radio][value=standings]', { force: true });
    await page.locator('.podium li').first().waitFor();
    await isInOrder(page, 'an arena that is over');
  });

for (const [locale, size] of looks('vi', 'ja'))
  test(`three who are level, ${size} in ${locale}`, async () => {
    const words = CATALOGUES[locale].tournaments;
    const names = ['Ông Tám', 'Cô Chín', '佐藤'];
    const { cookie, code, act, open } = await event(`level-${locale}`, { t: 'round_robin' }, names);
    const { context, page } = await person({ locale, size });
    await signIn(context, server.url, cookie);
    for (let round = 1; round <= 3; round++) {
      for (const game of await open()) await act({ t: 'result', game: game.key, outcome: 'draw' });
      if (round < 3) await act({ t: 'next_round' });
    }
    await page.goto(`${server.url}/tournaments/${code}`);
    await page.getByRole('button', { name: words.ties.playOff }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(words.ties.playOffSure(3)).waitFor();
    await isInOrder(page, 'a play-off');
    await dialog.getByRole('button', { name: words.ties.playOff }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.level-group').count()).toBe(0);
    // Keys work wherever one is, and a number chooses the board.
    await page.check('input[type=radio][value=manage]', { force: true });
    const left = page.locator('.result-grid li.open');
    await expect.poll(() => left.count()).toBe(3);
    await page.keyboard.press('b');
    await page.keyboard.press('4');
    await expect.poll(() => page.locator('.result-grid li.chosen').getAttribute('data-board')).toBe('4');
    await page.keyboard.press('+');
    await expect.poll(() => left.count()).toBe(2);
    await page.keyboard.press('b');
    await page.keyboard.press('2');
    await page.keyboard.press('=');
    await expect.poll(() => left.count()).toBe(1);
    // The last one loses by not coming, as the first of the board.
    await page.keyboard.press('-');
    await expect.poll(() => page.locator('.result-grid li.done').count()).toBe(4);
    await page.check('input[type=radio][value=standings]', { force: true });
    await page.getByText(words.placedBy.play_off).first().waitFor();
    // Two are still level: the organiser decides, and everybody reads why.
    await page.getByRole('button', { name: words.ties.decide }).click();
    await page.fill('textarea[name=reason], input[name=reason]', 'Người trẻ hơn đứng trước');
    await dialog.getByRole('button', { name: words.ties.decide }).click();
    await page.getByText('Người trẻ hơn đứng trước').waitFor();
    await page.getByText(words.placedBy.decision).first().waitFor();
    await isInOrder(page, 'standings with a decision');
  });
