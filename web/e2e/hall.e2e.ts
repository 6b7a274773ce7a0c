/**
 * A hall: players report their results and call the arbiter, organisers announce and correct, and
 * paper for the walls.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, looks, picture, usePeople } from './people';
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
  clock: { kind: 'sudden_death', main_ms: 600_000 },
  grace_ms: 600_000,
  at_the_board: true,
};

for (const [locale, size] of looks('ja', 'en'))
  test(`a hall, ${size} in ${locale}`, async () => {
    const words = CATALOGUES[locale].tournaments;
    const organiser = await register(server.url, `arbiter-${locale}`, '1d');
    const player = await register(server.url, `player-${locale}`, '5k');
    const ask = (path: string, cookie: string, body: object) =>
      requestAs<{ code: string }>([server.url, cookie], 'POST', `/tournaments${path}`, body);
    const settings = { name: 'Giải thu', format: { t: 'swiss', rounds: 3 }, plan: PLAN };
    const made = await ask('', organiser.cookie, { create: crypto.randomUUID(), settings });
    const act = (cookie: string, wanted: object) =>
      ask(`/${made.code}/acts`, cookie, { id: crypto.randomUUID(), act: wanted });
    await act(organiser.cookie, { t: 'open' });
    await act(player.cookie, { t: 'join' });
    const others = ['Ông Tám', 'Cô Chín', '佐藤', 'Anna', 'Dũng'].map((name) => ({ name, grade: '3k' }));
    await act(organiser.cookie, { t: 'enter_all', entries: others });
    const at = async (cookie: string) => {
      const { context, page } = await person({ locale, size });
      await signIn(context, server.url, cookie);
      await page.goto(`${server.url}/tournaments/${made.code}`);
      return page;
    };
    organiser.close();
    player.close();
    const desk = await at(organiser.cookie);
    const mine = await at(player.cookie);
    await act(organiser.cookie, { t: 'begin' });

    // The player reports and calls; the desk sees both at once.
    await mine.getByRole('button', { name: words.hall.iWon }).click();
    await mine.getByText(words.hall.waitsForOther).waitFor();
    await mine.getByRole('button', { name: words.hall.call }).click();
    await mine.fill('input[name=why]', 'Đồng hồ đứng yên');
    await mine.getByRole('dialog').getByRole('button', { name: words.hall.call }).click();
    await mine.getByText(words.hall.called).waitFor();
    await picture(mine, `hall-player-${locale}`);
    await isInOrder(mine, 'a player in the hall');
    await desk.check('input[type=radio][value=manage]', { force: true });
    await desk.getByText('Đồng hồ đứng yên').waitFor();
    await expect.poll(() => desk.locator('.result-grid .reports').count()).toBe(1);
    await picture(desk, `hall-desk-${locale}`, true);
    await isInOrder(desk, 'the desk of a hall');
    await desk.getByRole('button', { name: words.hall.answered }).click();
    await mine.getByRole('button', { name: words.hall.call }).waitFor();

    await desk.fill('input[name=announcement]', 'Vòng 2 lúc 15 giờ.');
    await desk.getByRole('button', { name: words.hall.tell }).click();
    await mine.getByText('Vòng 2 lúc 15 giờ.').waitFor();

    // A typing error is put right by one more click.
    const open = desk.locator('.result-grid li.open');
    for (let left = 3; left > 0; left--) {
      await expect.poll(() => open.count()).toBe(left);
      await open.first().locator('button[name=sente]').click();
    }
    await desk.locator('.result-grid button.quiet.square').first().click();
    await open.first().locator('button[name=gote]').click();
    await expect
      .poll(() => desk.locator('.result-grid li.done').first().innerText())
      .toContain(words.outcomes.gote);
    await picture(desk, `hall-corrected-${locale}`, true);
    await act(organiser.cookie, { t: 'next_round' });

    // What was played goes on from a file, here or elsewhere.
    const file = await fetch(`${server.url}/api/v1/tournaments/${made.code}/files/event.trf`);
    await desk.goto(`${server.url}/tournaments/new`);
    await desk.getByText(words.form.load).click();
    await desk.setInputFiles('input[name=event-file]', {
      name: 'event.trf',
      mimeType: 'text/plain',
      buffer: Buffer.from(await file.arrayBuffer()),
    });
    await desk.waitForURL(/tournaments\/[0-9A-Za-z]{10}$/);
    await desk.getByRole('heading', { name: 'Giải thu' }).waitFor();
    await expect.poll(() => desk.locator('.pairing:not(.bye)').count()).toBe(6);
    await picture(desk, `hall-loaded-${locale}`);

    await mine.goto(`${server.url}/tournaments/${made.code}/paper`);
    for (const sheet of ['boards', 'names', 'chart', 'slips', 'cards'] as const) {
      await mine.check(`input[type=radio][value=${sheet}]`, { force: true });
      await mine.waitForSelector('.paper-table, .paper-slip');
      await picture(mine, `paper-${sheet}-${locale}`, true);
      await isInOrder(mine, `paper: ${sheet}`);
    }
  });
