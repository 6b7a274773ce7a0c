/**
 * Formats put together and prizes: decided in the form, played, and seen on the page and on paper.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, look, picture, usePeople } from './people';
import { register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

for (const [locale, size] of look('ja', 'wide'))
  test(`stages and prizes, ${size} in ${locale}`, async () => {
    const words = CATALOGUES[locale].tournaments;
    const organiser = await register(server.url, `stages-${locale}`, '1d');
    organiser.close();
    const { context, page } = await person({ locale, size });
    await signIn(context, server.url, organiser.cookie);
    const act = (code: string, wanted: object) =>
      requestAs([server.url, organiser.cookie], 'POST', `/tournaments/${code}/acts`, {
        id: crypto.randomUUID(),
        act: wanted,
      });
    /** Lets the player who was typed first win, until it is over. */
    const play = async (code: string) => {
      for (;;) {
        const view = await (await fetch(`${server.url}/api/v1/tournaments/${code}`)).json();
        if (view.phase === 'over') return;
        const ids: string[] = view.entries.map(({ id }: { id: string }) => id);
        for (const game of view.rounds.at(-1).games)
          if (game.result === null)
            await act(code, {
              t: 'result',
              game: game.key,
              outcome: ids.indexOf(game.sente) < ids.indexOf(game.gote) ? 'sente' : 'gote',
            });
        const now = await (await fetch(`${server.url}/api/v1/tournaments/${code}`)).json();
        if (now.phase !== 'over') await act(code, { t: 'next_round' });
      }
    };
    const eight = ['An', 'Bình', 'Chi', 'Dung', 'Em', 'Giang', 'Hà', 'Khoa'];
    const make = async (format: string) => {
      await page.goto(`${server.url}/tournaments/new`);
      await page.fill('input[name=name]', `Giải ${format}`);
      await page.selectOption('select[name=format]', format);
      await page.getByText(words.form.atTheBoard).click();
    };
    const made = async () => {
      await page.getByRole('button', { name: words.form.create }).click();
      await page.waitForURL(/tournaments\/[0-9A-Za-z]{10}$/);
      return page.url().slice(-10);
    };

    // Groups and two brackets are one button away.
    await make('stages');
    await page.getByRole('button', { name: words.stages.first.brackets }).click();
    await page.locator('.stage').nth(2).waitFor();
    await page.locator('.stage').first().locator('input[type=number]').first().fill('2');
    await page.locator('.stage').first().locator('input[type=number]').first().blur();
    await picture(page, `stages-form-${locale}`, true);
    await isInOrder(page, 'the form of stages');
    const stages = await made();
    await act(stages, {
      t: 'enter_all',
      entries: eight.map((it, i) => ({ name: it, rating: 1900 - 50 * i })),
    });
    await act(stages, { t: 'begin' });
    await play(stages);
    await page.goto(`${server.url}/tournaments/${stages}`);
    await page.getByRole('heading', { name: words.stages.overAll }).waitFor();
    await picture(page, `stages-standings-${locale}`, true);
    await isInOrder(page, 'standings over all stages');
    await page.check('input[type=radio][value=bracket]', { force: true });
    await page.getByRole('heading', { name: words.stages.names.plate }).waitFor();
    await picture(page, `stages-bracket-${locale}`, true);
    await isInOrder(page, 'the brackets of stages');
    await page.check('input[type=radio][value=rounds]', { force: true });
    await picture(page, `stages-rounds-${locale}`, true);
    await isInOrder(page, 'the rounds of stages');
    await page.check('input[type=radio][value=about]', { force: true });
    await page.getByText(words.stages.takesTo(words.stages.names.groups, 1, 2)).waitFor();
    await picture(page, `stages-about-${locale}`, true);

    // A knock-out within a McMahon, with prizes in two categories.
    await make('championship');
    await page.getByText(words.prizes.title, { exact: true }).click();
    await page.getByRole('button', { name: words.prizes.add }).click();
    await page.getByRole('button', { name: words.prizes.add }).click();
    const second = page.locator('.prize-category').nth(1);
    await second.getByLabel(words.prizes.name).fill('U1700');
    await second.getByText(words.prizes.condition).click();
    const highest = second.getByLabel(words.prizes.who.ratingMax);
    await highest.fill('1699');
    await highest.blur();
    await second.getByText(new RegExp(words.prizes.said.ratingMax(1699))).waitFor();
    await picture(page, `championship-form-${locale}`, true);
    await isInOrder(page, 'the form of a championship with prizes');
    const open = await made();
    await act(open, { t: 'enter_all', entries: eight.map((it, i) => ({ name: it, rating: 1900 - 50 * i })) });
    await act(open, { t: 'begin' });
    await play(open);
    await page.goto(`${server.url}/tournaments/${open}`);
    await page.getByRole('heading', { name: 'U1700' }).waitFor();
    await expect.poll(() => page.locator('.prizes').innerText()).toContain('Giang');
    await picture(page, `championship-standings-${locale}`, true);
    await isInOrder(page, 'standings of a championship with its prizes');
    await page.check('input[type=radio][value=rounds]', { force: true });
    await page.getByText(words.stages.knockout, { exact: true }).first().waitFor();
    await picture(page, `championship-rounds-${locale}`, true);
    await isInOrder(page, 'the rounds of a championship');
    await page.goto(`${server.url}/tournaments/${open}/paper`);
    await page.check('input[type=radio][value=prizes]', { force: true });
    await page.waitForSelector('.paper-table');
    await picture(page, `paper-prizes-${locale}`, true);
    await isInOrder(page, 'paper: prizes');
  });
