/** Running games on boards that move, whom one follows, and what watchers say among themselves. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { usePeople } from './people';
import { begin, beginRated, type Player, playRated, register } from './players';
import { type RealServer, startRealServer } from './server';
import { meetByLink, playLine } from './table';

let server: RealServer;

const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

async function as(page: Page, player: Player): Promise<void> {
  const [name = '', value = ''] = player.cookie.split('=');
  await page.context().addCookies([{ name, value, url: server.url }]);
}

const cards = (page: Page) => page.locator('.game-list.live li');

test('running games are watched on boards that move, and players are followed', {
  timeout: 180_000,
}, async () => {
  const [alice, bob, fan] = [
    await register(server.url, 'alice', '1k'),
    await register(server.url, 'bob', '3k'),
    await register(server.url, 'fan', '9k'),
  ];
  await playRated(alice, bob);
  const pages = await meetByLink(server.url, await person(), await person());
  const strong = await beginRated(alice, bob);

  const { page } = await person();
  await as(page, fan);
  await page.goto(`${server.url}/watch`);
  await expect.poll(() => cards(page).count()).toBe(2);
  // Who has ratings comes first, but nobody else when another stands out already.
  const order = async () =>
    (
      await cards(page)
        .locator('.whole')
        .evaluateAll((all) => all.map((it) => it.getAttribute('href')?.slice(1)))
    ).sort();
  expect(await order()).toEqual([strong, pages.code].sort());
  expect(await page.locator('.featured .label').count()).toBe(1);

  // Moves are seen as they are made.
  const guests = page.locator(`.live-game:has(a[href="/${pages.code}"])`);
  const before = await guests.locator('sg-pieces').innerHTML();
  await playLine(pages, ['7g7f']);
  await expect.poll(() => guests.innerText()).toContain('1');
  await expect.poll(() => guests.locator('sg-pieces').innerHTML()).not.toBe(before);
  // The last move, both stands and both clocks belong to a position.
  await playLine(pages, ['3c3d', '8h2b+', '3a2b'], 1);
  await expect.poll(() => guests.locator('sq.last-dest').count()).toBe(2);
  for (const side of ['sente', 'gote'])
    await expect.poll(() => guests.locator(`.small-stand.${side} piece.b`).count()).toBe(1);
  await expect
    .poll(() => guests.locator('.live-clock').allInnerTexts())
    .toEqual([expect.stringMatching(/^(10:00|9:\d\d)$/), expect.stringMatching(/^(10:00|9:\d\d)$/)]);
  expect(await guests.locator('.live-clock.running').count()).toBe(1);
  await isBarrierFree(page);

  // The same in the lobby, also as the game goes on.
  const lobby = await person();
  await lobby.page.goto(server.url);
  const listed = lobby.page.locator(`.lobby-games .live-game:has(a[href="/${pages.code}"])`);
  await expect.poll(() => listed.locator('.small-stand.gote piece.b').count()).toBe(1);
  // What is not in sight is not followed.
  await listed.scrollIntoViewIfNeeded();
  await playLine(pages, ['2g2f'], 4);
  await expect.poll(() => listed.innerText()).toContain('5 moves');
  await expect.poll(() => listed.locator('.live-clock').count()).toBe(2);
  // And where a player is at home.
  await lobby.page.goto(`${server.url}/@/alice`);
  await expect
    .poll(() => lobby.page.locator(`.live-game:has(a[href="/${strong}"]) .live-seat`).allInnerTexts())
    .toEqual(expect.arrayContaining([expect.stringContaining('alice'), expect.stringContaining('bob')]));

  await page.selectOption('select[name="variant"]', 'minishogi');
  await page.waitForSelector('.watch .empty');
  await page.selectOption('select[name="variant"]', '');
  await expect.poll(() => cards(page).count()).toBe(2);

  // Followed on their page, found among those who are playing now.
  await page.goto(`${server.url}/@/alice`);
  await page.click('button:text-is("Follow")');
  await page.waitForSelector('button[aria-pressed="true"]:has-text("Following")');
  await page.goto(`${server.url}/watch`);
  expect(await page.locator('.now-playing a').getAttribute('href')).toBe(`/${strong}`);
  await page.check('.watch-filter input[value="followed"]');
  await expect.poll(() => cards(page).count()).toBe(1);
  await page.click('.follow-list summary');
  await page.click('.follow-list button');
  await page.waitForSelector('.follow-list', { state: 'detached' });
  expect(await page.locator('.now-playing').count()).toBe(0);
  await expect.poll(() => cards(page).count()).toBe(2);
});

test('watchers talk among themselves while a game is played', async () => {
  const pages = await meetByLink(server.url, await person(), await person());
  const watcher = (await person()).page;
  await watcher.goto(`${server.url}/${pages.code}`);
  await watcher.waitForSelector('.chat .segments');
  expect(await pages.sente.locator('.chat .segments').count()).toBe(0);
  await watcher.fill('.chat form input', '2六歩?');
  await watcher.press('.chat form input', 'Enter');
  await watcher.locator('.chat-lines', { hasText: '2六歩?' }).waitFor();
  await pages.gote.fill('.chat form input', 'Xin chào!');
  await pages.gote.press('.chat form input', 'Enter');
  await pages.sente.locator('.chat-lines', { hasText: 'Xin chào!' }).waitFor();
  expect(await pages.sente.locator('.chat-lines').innerText()).not.toContain('2六歩?');
  expect(await watcher.locator('.chat-lines').innerText()).not.toContain('Xin chào!');
  await watcher.check('.chat .segments input[value="players"]');
  await watcher.locator('.chat-lines', { hasText: 'Xin chào!' }).waitFor();
});

test('a game is shown within another site, where nothing can be done; no other page is', {
  timeout: 120_000,
}, async () => {
  const [erin, finn] = [await register(server.url, 'erin', '1k'), await register(server.url, 'finn', '3k')];
  const { game, play } = await begin(erin, finn);
  const embedded = `${server.url}/embed/games/${game}`;

  const policy = async (path: string) => {
    const answer = await fetch(server.url + path);
    return [
      /frame-ancestors (\S+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1],
      answer.headers.has('set-cookie'),
    ];
  };
  expect(await policy(`/embed/games/${game}`)).toEqual(['*', false]);
  for (const path of ['/', `/${game}`, `/review/${game}`, '/account', '/watch', '/embed'])
    expect(await policy(path), path).toEqual(["'none'", true]);

  // Another site, in the browser of one of the players.
  const other = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(`<iframe src="${embedded}?theme=dark&lang=vi" width="640" height="460"></iframe>`);
  });
  await new Promise<void>((done) => other.listen(0, () => done()));
  try {
    const { page } = await person();
    await as(page, erin);
    await page.goto(`http://localhost:${(other.address() as AddressInfo).port}`);
    const frame = page.frameLocator('iframe');
    await frame.locator('sg-pieces piece').first().waitFor();
    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await frame.locator('html').getAttribute('lang')).toBe('vi');
    expect(await frame.locator('.clock-time').count()).toBe(2);
    expect(await frame.locator('.embedded-foot a').getAttribute('href')).toBe(`/${game}`);

    // It moves with the game, and is stepped through, but nobody moves in it.
    await play(2);
    await frame.locator('.moves li >> nth=3').waitFor();
    await play(3);
    await frame.locator('.moves li >> nth=4').waitFor();
    expect(await frame.locator('sq.dest, .board-grid').count()).toBe(0);
    await frame.locator('.steps button').first().click();
    await expect.poll(() => frame.locator('.moves [aria-current="true"]').innerText()).toContain('0');
  } finally {
    other.close();
  }

  // How it is embedded is said where the record is taken along.
  await erin.say({ t: 'resign', game });
  const { page } = await person();
  await page.goto(`${server.url}/${game}`);
  await page.click('.downloads .drop-button');
  expect(await page.locator('.downloads li').allInnerTexts()).toEqual(
    expect.arrayContaining(['KIF', 'SVG', 'PNG', 'GIF', 'Embed']),
  );
  await page.click('.downloads button:has-text("Embed")');
  expect(await page.inputValue('.embed-code')).toContain(`<iframe src="${embedded}?lang=en"`);
  await isBarrierFree(page);
});
