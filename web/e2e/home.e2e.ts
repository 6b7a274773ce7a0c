/** The first page of those who have been here before: what of theirs goes on stands at its top. */

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { shiftsOf, watchShifts } from './layout-shifts';
import { isBarrierFree, isInOrder } from './order';
import { CATALOGUES, languages, look, picture, usePeople } from './people';
import { beginByLetter, type Player, playRated, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
  return () => server.stop();
});

/** What a browser or a player asks of the server. */
async function does(cookie: string, method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer;
}

const topOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;

const tile = (page: Page, text: string) => page.locator('.home-tile', { hasText: text });

for (const [locale, size] of look('vi', 'phone'))
  test(`a guest who has learnt a little is shown what comes next, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const { page, context } = await person({ locale, size });
    await watchShifts(page);
    await page.goto(server.url);
    await page.waitForSelector('.lobby-hero');
    await page.locator('.showcase').scrollIntoViewIfNeeded();
    await page.waitForSelector('.showcase sg-pieces piece');
    expect(await page.locator('.home-strip').count()).toBe(0);
    // What everybody is offered first is the easy one; the others are a touch away.
    const { inMoves } = words.training.tsume;
    await page.locator('.daily-problem').getByText(inMoves(1), { exact: true }).waitFor();
    await page.locator('.daily-levels button').nth(2).tap();
    await page
      .locator('.daily-problem')
      .getByText(inMoves(1), { exact: true })
      .waitFor({ state: 'detached' });

    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    for (const lesson of ['board', 'king']) await does(cookie, 'POST', '/me/lessons', { lesson });
    const { daily } = (await (await does(cookie, 'GET', '/home')).json()) as {
      daily: { problems: { number: number }[] };
    };
    const number = daily.problems[0]?.number;
    const solution = await does(
      (await register(server.url, `solver-${locale}`, '5k')).cookie,
      'POST',
      `/tsume/${number}/solution`,
    );
    const { moves } = (await solution.json()) as { moves: string[] };
    await does(cookie, 'POST', `/tsume/${number}/answer`, { moves });

    await page.reload();
    await tile(page, words.home.lessonAt(3, 22)).waitFor();
    await tile(page, words.home.solved).waitFor();
    expect(await page.locator('.lobby-hero').count()).toBe(0);
    expect(await page.locator('.home-tile').count()).toBe(2);
    await isBarrierFree(page, 'the first page of a guest');
    await isInOrder(page, 'the first page of a guest');
    // Strip, quick buttons, who waits: all of them on the first screen.
    const tops = await Promise.all(
      ['.home-strip', '.lobby-start', '.lobby-seeks', '.lobby-games'].map((it) => topOf(page, it)),
    );
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(await topOf(page, '.lobby-seeks')).toBeLessThan(600);
    await picture(page, `home-guest-${locale}`);

    // The room for it is known before it is there.
    await page.reload();
    await tile(page, words.home.solved).waitFor();
    await page.locator('.showcase').scrollIntoViewIfNeeded();
    await page.waitForSelector('.showcase sg-pieces piece');
    const shifts = await shiftsOf(page);
    expect(shifts.filter((it) => it.some((name) => /lobby-start|home/.test(name)))).toEqual([]);
    await tile(page, words.home.lessonAt(3, 22)).locator('strong').tap();
    await page.waitForURL(`${server.url}/learn/rook`);
  });

for (const locale of languages('en'))
  test(`a member is shown games, rivals and clubs, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const [me, rival] = [
      await register(server.url, `me-${locale}`, '1d'),
      await register(server.url, `rival-${locale}`, '1d'),
    ];
    const { page, context } = await person({ locale });
    await signIn(context, server.url, me.cookie);
    // A member who has done nothing yet is no stranger either.
    await page.goto(server.url);
    await tile(page, words.lobby.daily).waitFor();
    expect(await page.locator('.lobby-hero').count()).toBe(0);

    const game = await playRated(rival, me);
    const letters = await beginByLetter(me, rival);
    await does(me.cookie, 'PUT', `/me/follows/${rival.handle}`);
    await found(rival, me, `hanoi-${locale}`);
    // The game that began took the page with it.
    await page.waitForURL(`${server.url}/${game}`);
    await page.goto(server.url);
    await tile(page, words.home.lost(rival.handle)).waitFor();
    const learn = page.locator(`.home-tile[href="/review?game=${game}&learn=${await sideIn(game, me)}"]`);
    await learn.getByText(words.home.mistake).waitFor();
    await tile(page, words.correspondence.ourMove(rival.handle)).waitFor();
    expect(await page.locator('.home-tile.urgent').getAttribute('href')).toBe(`/${letters}`);
    await tile(page, 'Giải tháng 12').waitFor();
    const here = page.locator('.home-tile.person', { hasText: rival.handle });
    await here.waitFor();
    await isInOrder(page, 'the first page of a member');
    await isBarrierFree(page, 'the first page of a member');
    await picture(page, `home-member-${locale}`);

    // Our move made, the opponents are waited for.
    await me.say({ t: 'move', game: letters, ply: 0, usi: '7g7f' });
    await page.reload();
    await tile(page, words.correspondence.theirMove(rival.handle)).waitFor();
    expect(await page.locator('.home-tile.urgent').count()).toBe(0);
    // Their answer is there by itself.
    await rival.say({ t: 'move', game: letters, ply: 1, usi: '3c3d' });
    await page
      .locator('.home-tile.urgent', { hasText: words.correspondence.ourMove(rival.handle) })
      .waitFor();

    // News that were looked at are no news.
    await tile(page, 'Giải tháng 12').click();
    await page.waitForURL(`${server.url}/clubs/hanoi-${locale}`);
    await page.goBack();
    await tile(page, words.lobby.daily).waitFor();
    expect(await tile(page, 'Giải tháng 12').count()).toBe(0);
    // Who is here can be asked for a game.
    await here.getByRole('button', { name: words.challenges.challenge }).click();
    await page.getByRole('dialog').getByText(words.challenges.to(rival.handle)).waitFor();
    me.close();
    rival.close();
  });

async function sideIn(game: string, { cookie }: Player): Promise<string> {
  const { games } = (await (await does(cookie, 'GET', '/me/games')).json()) as {
    games: { game: string; side: string }[];
  };
  return games.find((it) => it.game === game)?.side ?? '';
}

/** A club with an announcement, which the other has joined. */
async function found(owner: Player, fan: Player, slug: string): Promise<void> {
  const settings = {
    name: 'Shogi Hà Nội',
    city: '',
    about: '',
    for_members: '',
    link: '',
    lang: 'vi',
    private: false,
    joining: 'open',
  };
  await does(owner.cookie, 'POST', '/clubs', { create: crypto.randomUUID(), slug, settings });
  const act = (by: Player, what: object) =>
    does(by.cookie, 'POST', `/clubs/${slug}/acts`, { id: crypto.randomUUID(), act: what });
  await act(fan, { t: 'join' });
  await act(owner, { t: 'announce', title: 'Giải tháng 12', text: 'Chủ nhật' });
}
