/**
 * Ratings and grades in real browsers: rated games, players' pages, certificates, lists, searches.
 */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as vi } from '../src/i18n/made/whole/vi';
import { isInOrder } from './order';
import { CATALOGUES, look, picture, usePeople } from './people';
import { begin, OPENING, type Player, playRated, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { meetByLink, playLine } from './table';
import { sees } from './watch-notices';

/** Enough for a grade. */
const GAMES = 24;

let server: RealServer;
let winner: Player;
let loser: Player;
const person = usePeople();

/** What earns a grade here, where two play short games. `settings` say what else is asked for. */
function easyGrades(settings: Record<string, string> = {}): string {
  const table = new URL('../../config/grades.toml', import.meta.url);
  const easy = {
    plies: '2',
    games_in_all: '1',
    games_of_few: '1',
    opponents: '1',
    certainty: '-9.0',
    ...settings,
  };
  const text = Object.entries(easy).reduce(
    (text, [key, value]) => text.replace(new RegExp(`^${key} = .*`, 'gm'), `${key} = ${value}`),
    readFileSync(table, 'utf8'),
  );
  const file = join(mkdtempSync(join(tmpdir(), 'komadai-grades-')), 'grades.toml');
  writeFileSync(file, text);
  return file;
}

beforeAll(async () => {
  // Everybody here comes from one address, and plays with the same opponent.
  server = await startRealServer({
    KOMADAI__LIMITS__RATED_AT_ONE_ADDRESS: '1000',
    KOMADAI__LIMITS__RATED_OF_A_PAIR: '1000',
    KOMADAI__RATING__GRADES: easyGrades(),
  });
  winner = await register(server.url, 'minh-anh', '5k');
  loser = await register(server.url, 'taro', '5k');
  for (let n = 0; n < GAMES; n++) await (n % 3 === 1 ? playRated(loser, winner) : playRated(winner, loser));
}, 60_000);
afterAll(async () => {
  winner.close();
  loser.close();
  await server.stop();
});

for (const [locale, size] of look('ja', 'wide'))
  test(`a player's page, certificate and games, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const { page } = await person({ locale, size });
    await page.goto(`${server.url}/@/minh-anh`);
    await page.waitForSelector('.awards a');
    await page.waitForSelector('.rating-chart path');
    // §6 The grade in the words of the language, the chart, what is missing for the next.
    const award = page.locator('.awards a').first();
    const grade = await award.innerText();
    expect(grade).toMatch({ vi: / (cấp|đẳng)$/, en: /-(kyu|dan)$/, ja: /(級|段)$/ }[locale]);
    expect(await page.locator('.profile-grade').innerText()).toBe(grade);
    const [won, lost] = [(GAMES * 2) / 3, GAMES / 3];
    await page
      .getByText(words.players.score(won, 0, lost))
      .first()
      .waitFor();
    expect(await page.locator('.next-grade progress').count()).toBe(1);
    await isInOrder(page, 'profile');

    await award.click();
    await page.waitForSelector('table.numbers');
    const drawn = await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>('.certificate');
      return image?.complete && image.naturalWidth;
    });
    expect(await drawn.jsonValue()).toBeGreaterThan(0);
    expect(await page.locator('table.numbers tbody tr').count()).toBeGreaterThan(0);
    await isInOrder(page, 'certificate');

    await page.goto(`${server.url}/players`);
    await page.locator('.segments input[value=rapid]').check();
    await page.getByRole('link', { name: 'minh-anh' }).waitFor();
    await isInOrder(page, 'players');

    await page.goto(`${server.url}/games?player=minh-anh&result=lost`);
    await page.waitForFunction((n) => document.querySelectorAll('.found li').length === n, lost);
    await page.fill('input[name=player]', 'nobody-of-that-name');
    await page.keyboard.press('Tab');
    await page.getByText(words.players.noGames).waitFor();
    await isInOrder(page, 'search');
  });

test('a rated game shows what it changed', async () => {
  const people = [await person(), await person()] as const;
  for (const [n, { page }] of people.entries()) {
    await page.goto(`${server.url}/account`);
    await page.check('input[type=radio][value=register]');
    await page.fill('input[name=handle]', `player-${n}`);
    await page.fill('input[name=password]', 'bảy con tốt đen');
    await page.selectOption('select[name=measure]', 'grade');
    await page.selectOption('select[name=declared]', n === 0 ? '1d' : '3k');
    await page.click('.account-form button[type=submit]');
    await page.waitForSelector('.lobby');
    await page.getByText(`player-${n}`).waitFor();
  }
  const [alice, bob] = people;
  const { sente, gote } = await meetByLink(server.url, alice, bob, async (page) => {
    await page.getByLabel(en.ratings.ratedGame).check();
  });
  await sente.getByText(en.ratings.provisionalGrade('1-dan')).first().waitFor();
  await playLine({ sente, gote }, OPENING);
  expect(await gote.getByRole('button', { name: en.game.takeback }).count()).toBe(0);
  await gote.getByRole('button', { name: en.game.resign }).click();
  await gote.getByRole('button', { name: en.game.resignYes }).click();
  for (const page of [sente, gote]) {
    const changes = page.locator('.rating-change [aria-hidden]');
    await changes.nth(1).waitFor();
    const signs = (await changes.allInnerTexts()).map((text) => text.slice(0, 1)).sort();
    expect(signs).toEqual(['+', '−']);
  }
});

test('a promotion is a moment: it fills the page once, and is there to be passed on', async () => {
  const easiest = easyGrades({ games: '1', games_above_middle: '1', deviation_max: '400.0' });
  const server = await startRealServer({ KOMADAI__RATING__GRADES: easiest });
  onTestFinished(() => server.stop());
  const alice = await register(server.url, 'alice', '1d');
  const bob = await register(server.url, 'bob', '1d');
  onTestFinished(() => {
    for (const player of [alice, bob]) player.close();
  });
  const { game, play } = await begin(alice, bob);
  for (let ply = 2; ply < OPENING.length; ply++) await play(ply);

  const { context, page } = await person({ locale: 'ja', size: 'phone' });
  await signIn(context, server.url, alice.cookie);
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('.table.phase-playing sg-pieces piece');
  await bob.say({ t: 'resign', game });
  const dialog = page.getByRole('dialog').filter({ has: page.locator('.promotion-sheet') });
  await dialog.waitFor();
  const sheet = dialog.locator('.certificate');
  await expect.poll(() => sheet.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  await picture(page, 'promotion');
  await isInOrder(page, 'promotion');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.promotion-card .certificate').waitFor();
  // Whoever comes back finds the card, and is not stopped by it again.
  await page.reload();
  await page.locator('.promotion-card .certificate').waitFor();
  expect(await dialog.count()).toBe(0);
  await page.locator('.promotion-card a.button').click();
  await page.waitForSelector('table.numbers');
  await picture(page, 'certificate', true);
});

test('a moderator annuls a grade, with a reason', async () => {
  const words = vi.site.moderation;
  const password = 'bảy con tốt đen';
  server.run(['admin', 'create', 'keeper', '--role', 'admin'], password);
  const { page } = await person({ locale: 'vi', size: 'phone' });
  await page.goto(`${server.url}/account`);
  await page.fill('input[name=handle]', 'keeper');
  await page.fill('input[name=password]', password);
  await page.click('.account-form button[type=submit]');
  await page.waitForSelector('.lobby');
  await page.goto(`${server.url}/moderation`);
  await page.fill('input[name=handle]', 'minh-anh');
  await page.getByRole('button', { name: words.look }).click();
  const form = page.locator('form.annul');
  await form.locator('select').waitFor();
  const held = await form.locator('option').allInnerTexts();
  await isInOrder(page, 'the desk');
  await form.locator('input[name=reason]').fill('Hai tài khoản của một người');
  await form.getByRole('button', { name: words.annulIt }).click();
  await sees(page, words.annulled);
  await page.waitForFunction(
    (n) => document.querySelectorAll('form.annul option').length === n,
    held.length - 1,
  );
  await page.reload();
  await page.getByText(words.actions.annul_grade).waitFor();
  await page.getByText('Hai tài khoản của một người').waitFor();
});
