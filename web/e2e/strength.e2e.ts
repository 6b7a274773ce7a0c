/**
 * How strong somebody is: a rating that they bring along is taken over when they register, and
 * stands in the same words in the lobby, on their page and on their card.
 */

import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Person } from './browser';
import { isBarrierFree, isInOrder } from './order';
import { CATALOGUES, languages, usePeople } from './people';
import { beginRated, playRated, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { sees } from './watch-notices';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
  return () => server.stop();
});

async function comesAs({ page, context }: Person, cookie: string, path: string): Promise<Page> {
  await signIn(context, server.url, cookie);
  await page.goto(server.url + path);
  return page;
}

for (const locale of languages('ja'))
  test(`a 2-dan of Shogi Club 24 is one everywhere, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const handle = `akiyama-${locale}`;
    const shown = words.ratings.provisionalGrade(words.ratings.grade(2, true));
    const { page } = await person({ locale });
    await page.goto(`${server.url}/account`);
    await page.check('input[type=radio][value=register]');
    await page.fill('input[name=handle]', handle);
    await page.fill('input[name=password]', 'bảy con tốt đen');
    await page.selectOption('select[name=measure]', 'club24');
    await page.getByLabel(words.account.strength.rating).fill('1775');
    await isInOrder(page, 'registration with a rating');
    await page.click('.account-form button[type=submit]');
    await page.waitForSelector('.lobby');

    await page.goto(`${server.url}/@/${handle}`);
    expect(await page.locator('.profile-grade').innerText()).toBe(shown);
    expect(await page.locator('.profile-rating').innerText()).toBe('1860?');
    await page.getByText(words.players.cameWith(words.players.places.club24, '1775')).waitFor();

    await page.goto(`${server.url}/account`);
    await page.getByLabel(words.account.about.label).fill('中飛車党です。');
    const card = page.getByRole('form', { name: words.account.about.title });
    await card.getByRole('button').click();
    await sees(page, words.account.saved);
    await page.goto(`${server.url}/@/${handle}`);
    await page.getByText('中飛車党です。').waitFor();
    await isInOrder(page, 'a profile');
    await isBarrierFree(page);

    // A stranger finds the same words.
    const stranger = await person({ locale, size: 'phone' });
    await stranger.page.goto(`${server.url}/players`);
    await stranger.page.locator('.find-people input').fill(handle);
    const found = stranger.page.locator('.people-found .strength');
    await found.getByText(shown).waitFor();
    expect(await found.innerText()).toContain('1860?');
  });

test('a player’s page has their games, whom they meet and the score against the reader', async () => {
  const words = CATALOGUES.en;
  const [alice, bob] = [await register(server.url, 'alice', '5k'), await register(server.url, 'bob', '3k')];
  onTestFinished(() => {
    for (const player of [alice, bob]) player.close();
  });
  const newcomer = await comesAs(await person(), bob.cookie, '/@/bob');
  await newcomer.getByText(words.players.noGamesYet).waitFor();
  // What was declared is not the largest word, and a newcomer has no run of losses.
  expect(await newcomer.locator('.profile-grade').innerText()).toBe('provisional 3-kyu');
  await playRated(alice, bob);
  const listed = async () => (await (await fetch(`${server.url}/api/v1/games?player=alice`)).json()).games;
  await expect.poll(async () => (await listed()).length).toBe(1);
  await beginRated(alice, bob);

  const page = await comesAs(await person(), bob.cookie, '/@/alice');
  await page.locator('.recent-games .result-mark.won').waitFor();
  await page.getByText(words.players.againstThem('alice')).waitFor();
  expect(await page.locator('.against-you strong').innerText()).toBe(words.players.score(0, 0, 1));
  expect(await page.locator('.rivals li').innerText()).toContain(words.players.score(1, 0, 0));
  expect(await page.getByText(words.players.streakWon(1)).count()).toBe(0);
  // The small board is drawn from the side of whose page it is.
  const below = page.locator('.live-table .live-seat').last();
  await below.getByText('alice').waitFor();
  const isGote = await below.locator('.side-mark.gote').count();
  await page.waitForSelector(`.live-table .small-board.orientation-${isGote ? 'gote' : 'sente'}`);
});
