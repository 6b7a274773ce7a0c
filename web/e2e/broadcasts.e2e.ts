/** Broadcasts against the real server: entered with and without a network, and followed. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBarrierFree, isInOrder } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { type Player, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { choose, drawnBoard, movePiece } from './table';

let server: RealServer;
let owner: Player;
let colleague: Player;
const person = usePeople({ mayComplain: true });

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
  owner = await register(server.url, 'scorer', '5k');
  colleague = await register(server.url, 'colleague', '5k');
}, 120_000);
afterAll(async () => {
  owner.close();
  colleague.close();
  await server.stop();
});

const en = CATALOGUES.en.broadcast;

async function browserOf(who: Player, options: Parameters<typeof person>[0] = {}): Promise<Page> {
  const { page } = await person(options);
  await signIn(page.context(), server.url, who.cookie);
  return page;
}

const ownersBrowser = (options: Parameters<typeof person>[0] = {}) => browserOf(owner, options);

/** What anybody at all, or an account, reads of something. */
async function readBy(who: Player | null, path: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1${path}`, who ? { headers: { cookie: who.cookie } } : {});
  return answer.text();
}

/** Writes an entry at the end of a board's score, as another scorer's program does. */
async function write(board: string, entry: object): Promise<void> {
  const path = `${server.url}/api/v1${board.replace(/(\w+)$/, 'boards/$1/entries')}`;
  const headers = { cookie: owner.cookie, origin: server.url, 'content-type': 'application/json' };
  const { entries } = await (await fetch(path, { headers })).json();
  const body = JSON.stringify({
    follows: entries.length,
    entries: [{ id: crypto.randomUUID(), entry }],
  });
  expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(200);
}

/** What a page asks about a broadcast, as it is asked. */
function questions(page: Page, broadcast: string): string[] {
  const asked: string[] = [];
  const path = new URL(broadcast).pathname;
  page.on('request', (it) => {
    if (new URL(it.url()).pathname === `/api/v1${path}`) asked.push(it.method());
  });
  return asked;
}

const at = async (page: Page, sq: string) => (await drawnBoard(page))[sq];

test('a game is entered while the network goes and comes, and followed', async () => {
  const page = await ownersBrowser({ size: 'phone' });
  await page.goto(`${server.url}/broadcasts/new`);
  await page.locator('input[name="title"]').fill('Title match, game 1');
  await page.locator('input[name="sente"]').fill('Habu');
  await page.locator('input[name="gote"]').fill('Nguyen');
  await page.selectOption('select[name="visibility"]', 'public');
  await page.locator('.more-fields > summary').click();
  await page.selectOption('select[name="timeKind"]', 'byoyomi');
  await isInOrder(page, 'the form of a broadcast');
  await page.locator('input[name="title"]').press('Enter');
  await page.waitForURL(/\/broadcasts\/\w{10}$/);
  await page.waitForSelector('.live-game');
  await isInOrder(page, 'a broadcast');
  const broadcast = page.url();
  const board = await page.locator('.live-game a.whole').first().getAttribute('href');

  const { page: reader } = await person();
  const asked = questions(reader, broadcast);
  await reader.goto(`${server.url}${board}`);
  await reader.waitForSelector('.review sg-pieces piece');
  const { page: visitor } = await person({ size: 'phone' });
  const askedByVisitor = questions(visitor, broadcast);
  await visitor.goto(broadcast);
  await visitor.waitForSelector('.live-game');

  await page.goto(`${server.url}${board}/enter`);
  await page.waitForSelector('.entering sg-pieces piece');
  await isInOrder(page, 'entering a game');
  await page.getByRole('button', { name: en.entering.resume }).click();
  const running = reader.locator('.relayed-clock .live-clock.running');
  await running.waitFor();
  await movePiece(page, '7g', '7f');
  await page.getByText(en.entering.saved).waitFor();
  await expect.poll(() => at(reader, '7f')).toBeDefined();
  await visitor.getByText(CATALOGUES.en.lobby.moves(1)).waitFor();
  // A clock runs on the reader's board, and stands still in a break.
  await running.waitFor();
  await page.getByRole('button', { name: en.entering.pause }).click();
  await reader.getByText(en.paused).waitFor();
  expect(await running.count()).toBe(0);
  await page.getByRole('button', { name: en.entering.resume }).click();
  await running.waitFor();

  // Another tab of the same browser waits for its turn.
  const second = await page.context().newPage();
  await second.goto(`${server.url}${board}/enter`);
  await second.getByText(en.entering.elsewhere).waitFor();
  await isInOrder(second, 'a board that another tab has');
  await page.goto(broadcast);
  await second.waitForSelector('.entering sg-pieces piece');
  await second.close();
  await page.goto(`${server.url}${board}/enter`);
  await page.waitForSelector('.entering sg-pieces piece');

  // The network goes: what is entered waits, also when the page is opened anew.
  await page.context().setOffline(true);
  await movePiece(page, '3c', '3d');
  await movePiece(page, '2g', '2f');
  await page.getByText(en.entering.waiting(2)).waitFor();
  await picture(page, 'broadcast-enter-offline');
  expect(await at(reader, '3d')).toBeUndefined();
  await page.context().setOffline(false);
  await page.getByText(en.entering.saved).waitFor();
  await expect.poll(() => at(reader, '2f')).toBeDefined();

  // What somebody else has entered meanwhile is told in words.
  await page.context().setOffline(true);
  await movePiece(page, '8c', '8d');
  await page.getByText(en.entering.waiting(1)).waitFor();
  await write(board ?? '', { t: 'move', usi: '4c4d' });
  await page.context().setOffline(false);
  const refused = page.locator('.entry-desk [role="alert"]');
  await expect.poll(() => refused.innerText()).toMatch(/P-84.*P-44/s);
  await refused.getByRole('button').click();
  await expect.poll(() => at(page, '4d')).toBeDefined();

  await page.getByRole('button', { name: en.entering.result }).click();
  await isBarrierFree(page, 'the dialog of results');
  await page.getByRole('button', { name: en.entering.enter, exact: true }).click();
  await reader.getByText(CATALOGUES.en.result.reasons.resignation).first().waitFor();
  await visitor.getByText(CATALOGUES.en.result.reasons.resignation).first().waitFor();
  // They were told: nobody has asked again.
  expect([asked, askedByVisitor]).toEqual([['GET'], ['GET']]);
  await isInOrder(reader, 'a board of a broadcast');
  await picture(reader, 'broadcast-board');
  await page.goto(broadcast);
  await choose(page, '.page-head', en.settings);
  await page.getByLabel(en.form.standings).check();
  await page.selectOption('select[name="featured"]', { index: 1 });
  await isBarrierFree(page, 'the settings of a broadcast');
  await page.getByRole('button', { name: en.save }).click();
  await page.locator('.featured-board').waitFor();
  await reader.goto(broadcast);
  await reader.waitForSelector('.live-game');
  await reader.getByRole('row', { name: /1 Habu 1 1–0/ }).waitFor();
  await visitor.getByRole('row', { name: /1 Habu 1 1–0/ }).waitFor();
  await isInOrder(reader, 'a broadcast with standings');
  await picture(reader, 'broadcast');
  await reader.goto(`${server.url}/broadcasts`);
  await reader.getByRole('link', { name: 'Title match, game 1' }).waitFor();
  await isInOrder(reader, 'the list of broadcasts');
});

test('a title match of two days is entered on a phone that loses the network twice', async () => {
  // The newspaper makes the broadcast; a colleague in the playing room enters it.
  const made = await fetch(`${server.url}/api/v1/broadcasts`, {
    method: 'POST',
    headers: { cookie: owner.cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({
      terms: { title: 'Meijin, game 4', visibility: 'public', starts_ms: 1 },
      boards: [
        {
          names: { sente: 'Habu', gote: 'Nguyen' },
          announced: { time: { kind: 'stopwatch', main_s: 9 * 3_600, per_move_s: 60 } },
        },
      ],
    }),
  });
  const { broadcast } = (await made.json()) as { broadcast: string };
  const asScorer = await fetch(`${server.url}/api/v1/studies/${broadcast}/members/colleague`, {
    method: 'PUT',
    headers: { cookie: owner.cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'scorer' }),
  });
  expect(asScorer.ok).toBe(true);
  const accepted = await fetch(`${server.url}/api/v1/studies/${broadcast}/invitation`, {
    method: 'PUT',
    headers: { cookie: colleague.cookie, origin: server.url },
  });
  expect(accepted.ok).toBe(true);
  const path = `/broadcasts/${broadcast}`;
  const { boards } = JSON.parse(await readBy(null, path));
  const code = boards[0].board as string;
  const board = `${path}/${code}`;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const clock = (page: Page, name: string) => page.getByRole('button', { name: en.entering.stop(name) });
  const minutes = (n: number) => n * 60_000;

  /** Opens the board in the phone's browser, which keeps what it has not sent. */
  const first = await browserOf(colleague, { size: 'phone' });
  const phone = first.context();
  const enters = async (page: Page) => {
    await page.clock.install();
    await page.goto(`${server.url}${board}/enter`);
    await page.waitForSelector('.entering sg-pieces piece');
    return page;
  };
  const { page: reader } = await person({ size: 'phone' });
  await reader.goto(`${server.url}${board}`);
  await reader.waitForSelector('.review sg-pieces piece');

  // The first day. Whole minutes alone are charged.
  const day = await enters(first);
  await isInOrder(day, 'entering a title match');
  await button(day, en.entering.resume).tap();
  await movePiece(day, '7g', '7f', 'tap');
  await day.getByText(en.entering.saved).waitFor();
  expect(await clock(day, 'Habu').innerText()).toContain('9:00:00');
  await day.clock.fastForward(minutes(12) + 40_000);
  await movePiece(day, '8c', '8d', 'tap');
  await day.getByText(en.entering.saved).waitFor();
  expect(await clock(day, 'Nguyen').innerText()).toContain('8:48:00');
  await expect.poll(() => at(reader, '8d')).toBeDefined();
  await reader.locator('.relayed-clock').getByText('8:48:00').waitFor();

  // The network goes for the first time: what is entered waits, in its order, and is sent.
  await phone.setOffline(true);
  await day.clock.fastForward(minutes(30) + 10_000);
  await movePiece(day, '2g', '2f', 'tap');
  await movePiece(day, '3c', '3d', 'tap');
  await button(day, en.entering.pause).tap();
  await day.getByText(en.entering.waiting(5)).waitFor();
  await picture(day, 'title-match-offline');
  await isInOrder(day, 'a title match without a network');
  expect(await at(reader, '2f')).toBeUndefined();
  await phone.setOffline(false);
  await day.getByText(en.entering.saved).waitFor();
  await expect.poll(() => at(reader, '3d')).toBeDefined();
  await reader.getByText(en.paused).waitFor();
  await reader.locator('.relayed-clock').getByText('8:30:00').waitFor();

  // In the evening a move is sealed while the network is gone again, and the phone is put away.
  await button(day, en.entering.resume).tap();
  await day.getByText(en.entering.saved).waitFor();
  await phone.setOffline(true);
  await day.clock.fastForward(minutes(45) + 30_000);
  await button(day, en.entering.seal).tap();
  await day.getByText(en.entering.sealHelp).waitFor();
  await movePiece(day, '2f', '2e', 'tap');
  await day.getByText(en.entering.waiting(2)).waitFor();
  await day.getByText(en.sealed).waitFor();
  await day.close();
  await phone.setOffline(false);
  const evening = await enters(await phone.newPage());
  await evening.getByText(en.entering.saved).waitFor();
  expect(await clock(evening, 'Habu').innerText()).toContain('7:45:00');
  await reader.getByText(en.sealed).waitFor();
  await isInOrder(evening, 'a sealed move');
  await picture(evening, 'title-match-sealed');
  await picture(reader, 'title-match-sealed-read');
  await evening.close();

  // Overnight nobody learns it but whoever has entered it, and the owner.
  expect(await at(reader, '2e')).toBeUndefined();
  expect(await reader.locator('.relayed-clock .live-clock.running').count()).toBe(0);
  for (const address of [
    path,
    `/reviews/${code}`,
    `/reviews/${code}/record.kif`,
    `/reviews/${code}/record.usi`,
  ])
    expect(await readBy(null, address), address).not.toMatch(/2f2e|２五歩|25\(26\)/);
  const entries = `${path}/boards/${code}/entries`;
  for (const who of [owner, colleague]) expect(await readBy(who, entries)).toContain('2f2e');

  // The next morning it is opened, and the game goes on to its end.
  const morning = await enters(await phone.newPage());
  await morning.getByText(en.sealed).waitFor();
  await button(morning, en.entering.open).tap();
  await morning.getByText(en.entering.saved).waitFor();
  await expect.poll(() => at(reader, '2e')).toBeDefined();
  await reader.getByText(en.sealed).waitFor({ state: 'detached' });
  await clock(morning, 'Habu').tap();
  await morning.clock.fastForward(minutes(3) + 5_000);
  await movePiece(morning, '8d', '8e', 'tap');
  await morning.getByText(en.entering.saved).waitFor();
  expect(await clock(morning, 'Nguyen').innerText()).toContain('8:45:00');
  await picture(morning, 'title-match-morning');
  await button(morning, en.entering.result).tap();
  await button(morning, en.entering.enter).tap();
  await morning.getByText(en.entering.saved).waitFor();
  await reader.getByText(CATALOGUES.en.result.reasons.resignation).first().waitFor();
  await isInOrder(reader, 'a title match that is over');
  await picture(reader, 'title-match-over');
  const record = await readBy(null, `/reviews/${code}/record.usi`);
  expect(record).toContain('7g7f 8c8d 2g2f 3c3d 2f2e 8d8e');
});

test('another site shows a board as it is played', async () => {
  const page = await ownersBrowser();
  await page.goto(`${server.url}/broadcasts/new`);
  await page.locator('input[name="title"]').fill('For a newspaper');
  await page.locator('input[name="sente"]').fill('Habu');
  await page.locator('input[name="gote"]').fill('Nguyen');
  await page.selectOption('select[name="visibility"]', 'public');
  await page.locator('.more-fields > summary').click();
  await page.selectOption('select[name="handicap"]', '2_piece');
  await page.locator('input[name="title"]').press('Enter');
  await page.waitForSelector('.live-game');
  const board = await page.locator('.live-game a.whole').first().getAttribute('href');
  const html = await (await fetch(`${server.url}${board}`, { headers: { 'accept-language': 'en' } })).text();
  const image = /property="og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  const drawn = await fetch(image ?? '');
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);

  await choose(page, '.page-head', CATALOGUES.en.embed.copy);
  const lines = await page.inputValue('.embed-code');
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}${board}`);
  await choose(page, '.board-panel', CATALOGUES.en.embed.copy);
  const boardLines = await page.inputValue('.embed-code');
  const { page: reader } = await person();
  const body = `<!doctype html><title>News</title>${lines}${boardLines}`;
  const site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(body));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  await reader.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  for (const nth of [0, 1]) {
    const frame = reader.frameLocator('iframe').nth(nth);
    await frame.locator('.live-game').waitFor();
    expect(await frame.locator('.live-game a').getAttribute('target')).toBe('_blank');
    expect(await frame.locator('.site-header').count()).toBe(0);
  }
  await write(board ?? '', { t: 'move', usi: '3c3d' });
  const moved = reader.frameLocator('iframe').nth(1);
  await moved.getByText(CATALOGUES.en.lobby.moves(1)).waitFor();
  await picture(reader, 'broadcast-embedded');
  site.close();
});

test('a game begins from a position of one’s own', async () => {
  const page = await ownersBrowser({ size: 'phone' });
  await page.goto(`${server.url}/broadcasts/new`);
  await page.locator('input[name="title"]').fill('An endgame');
  await page.locator('input[name="sente"]').fill('Habu');
  await page.locator('input[name="gote"]').fill('Nguyen');
  await page.locator('.more-fields > summary').click();
  await page.selectOption('select[name="handicap"]', 'sfen');
  const position = page.locator('input[name="sfen"]');
  // What cannot be played from is told, and nothing that was typed is lost.
  await position.fill('9/9/4P4/9/9/9/9/9/4K4 w G 1');
  await position.press('Enter');
  await page.getByText(CATALOGUES.en.positionProblems.no_king).waitFor();
  expect(await page.inputValue('input[name="title"]')).toBe('An endgame');
  await isInOrder(page, 'the form of a broadcast with a position');
  await picture(page, 'broadcast-new-position');
  await position.fill('4k4/9/4P4/9/9/9/9/9/4K4 w G 1');
  await position.press('Enter');
  await page.waitForSelector('.live-game');
  const board = await page.locator('.live-game a.whole').first().getAttribute('href');
  await page.goto(`${server.url}${board}/enter`);
  await page.waitForSelector('.entering sg-pieces piece');
  // Gote moves first here.
  await movePiece(page, '5a', '4a');
  await page.getByText(en.entering.saved).waitFor();
  await page.goto(`${server.url}${board}`);
  await expect.poll(() => at(page, '4a')).toBeDefined();
  await picture(page, 'broadcast-board-position');
});
