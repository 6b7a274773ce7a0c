/**
 * Game records against the real server: brought along, replayed, taken out; and a game's link where
 * it is shared.
 */

import type { Page } from 'playwright-core';
import { importJKFString, importKI2, type Record as Kifu } from 'tsshogi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as vi } from '../src/i18n/made/whole/vi';
import { isInOrder } from './order';
import { usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { choose, drawnBoard, meetByLink, playLine } from './table';

let server: RealServer;

const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

function movesIn(record: Kifu | Error): string[] {
  if (record instanceof Error) throw record;
  return record.moves.flatMap(({ move }) => ('usi' in move ? [move.usi] : []));
}

const RECORD = `手合割：平手
先手：羽生
後手：Nguyễn
   1 ７六歩(77)   ( 0:16/00:00:16)
*The first move
   2 ３四歩(33)   ( 0:01/00:00:01)
   3 ２二角成(88)
   4 投了
変化：2手
   2 ８四歩(83)
   3 ２六歩(27)
`;

/** By the menu, as people go. */
async function toRecords(page: Page): Promise<void> {
  const link = page.locator('a[href="/kifu"]');
  await page.locator('.nav-group', { has: link }).locator('.drop-button').click();
  await link.click();
}

test('a pasted record is kept, replayed with its variation, and taken out', async () => {
  const { page } = await person();
  await page.goto(server.url);
  await toRecords(page);
  await page.fill('.bring textarea', RECORD);
  await page.click('.bring button[type="submit"]');
  await page.waitForSelector('.replay sg-pieces piece');
  expect(page.url()).toMatch(/\/kifu\/[0-9a-f-]{36}$/);
  expect(await page.locator('h1').innerText()).toBe('羽生 – Nguyễn');

  const texts = () => page.locator('.moves .move-text').allInnerTexts();
  expect((await texts()).slice(1, 4)).toEqual(['P-76', 'P-34', 'Bx22+']);
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.comments');
  expect(await page.locator('.comments').innerText()).toBe('The first move');
  await expect.poll(async () => (await drawnBoard(page))['7f']).toBe('P');
  await page.keyboard.press('End');
  await expect.poll(async () => (await drawnBoard(page))['2b']).toBe('+B');

  // The wheel over the board goes back, Space plays on to the end, and ? says what else there is.
  await page.hover('.ban-area');
  await page.mouse.wheel(0, -240);
  const previous = page.locator(`.steps button[aria-label="${en.game.previous}"]`);
  await expect.poll(() => previous.isDisabled()).toBe(true);
  await page.keyboard.press('Space');
  await page.locator(`.steps button[aria-label="${en.game.pause}"]`).waitFor();
  await expect.poll(async () => (await drawnBoard(page))['2b']).toBe('+B');
  await page.locator(`.steps button[aria-label="${en.game.play}"]`).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: en.game.keyHelp.title }).waitFor();
  await isInOrder(page, 'the list of keys');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });

  await page.click('.variations button');
  expect((await texts()).slice(1)).toEqual(['P-76', 'P-84', 'P-26']);
  await expect.poll(async () => (await drawnBoard(page))['8d']).toBe('p');

  await choose(page, '.about', en.game.download);
  const answer = await page.request.get(
    `${server.url}${await page.locator('.download-list a').nth(2).getAttribute('href')}`,
  );
  expect(answer.headers()['content-type']).toBe('text/plain; charset=Shift_JIS');
  const ki2 = importKI2(new TextDecoder('shift_jis').decode(await answer.body()));
  expect(movesIn(ki2)).toEqual(['7g7f', '3c3d', '8h2b+']);

  // The question is answered by keyboard: Escape lets the game stay, and the button has the focus
  // again.
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  const more = page.locator('.about .more-menu > button');
  // By its element: a dialog has no role from when it closes, and the page hears of it a moment
  // later.
  const question = page.locator('dialog');
  await choose(page, '.about', en.archive.remove);
  await question.waitFor();
  expect(await question.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => more.evaluate((it) => it === document.activeElement)).toBe(true);
  await choose(page, '.about', en.archive.remove);
  await question.getByRole('button', { name: en.game.cancel }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => more.evaluate((it) => it === document.activeElement)).toBe(true);
  await choose(page, '.about', en.archive.remove);
  await question.getByRole('button', { name: en.archive.remove }).click();
  await page.waitForSelector('.archive');
  await page.waitForSelector('.archive .empty');
  expect(await page.locator('.game-list li').count()).toBe(0);
});

test('a mistake is told with its line, and the text stays to be mended', async () => {
  const { page, complaints } = await person({ locale: 'vi' });
  await page.goto(`${server.url}/kifu`);
  await page.fill('.bring textarea', '手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(34)\n');
  await page.click('.bring button[type="submit"]');
  await page.waitForSelector('.bring .warning');
  const { at, wrong, wrongAt } = vi.archive;
  const told = wrong.cannot_play('３五歩(34)', vi.result.illegal.empty_square);
  const warning = page.locator('.bring .warning');
  expect((await warning.innerText()).split('\n')[0]).toBe(wrongAt(at(3, 6), told));
  expect(await warning.locator('.excerpt').innerText()).toBe('   2 ３五歩(34)');
  expect(await page.inputValue('.bring textarea')).toContain('３五歩(34)');
  // The browser itself notes that an answer was no success.
  expect(complaints.splice(0).every((it) => it.includes('422'))).toBe(true);
});

test('what is odd in files is told beside its line, before anything else is looked at', async () => {
  const { page, complaints } = await person();
  await page.goto(`${server.url}/kifu`);
  const odd = '手合割：平手\n   1 ７六歩(77)\n   2 投了\n   3 中断\n';
  const many = `手合割：平手\n${'なんだろう\n'.repeat(150)}   1 ２六歩(27)\n`;
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.setInputFiles('input[type="file"]', [
    file('odd.kif', odd),
    file('broken.kif', '手合割：平手\n   1 ３五歩(34)\n'),
    file('plain.kif', RECORD),
    file('many.kif', many),
  ]);
  const { notes, moreNotes } = en.archive;
  const files = page.locator('.file-notes');
  await expect.poll(() => files.count()).toBe(2);
  expect(await files.nth(0).locator('summary').innerText()).toContain(`odd.kif: ${notes(1)}`);
  expect(await files.nth(0).locator('.excerpt').allInnerTexts()).toEqual(['   3 中断']);
  expect(await files.nth(1).locator('summary').innerText()).toContain(`many.kif: ${notes(150)}`);
  expect(await files.nth(1).locator('li').count()).toBe(100);
  expect(await files.nth(1).innerText()).toContain(moreNotes(50));
  // One that cannot be read keeps no other out.
  const warning = page.locator('.bring .warning');
  expect(await warning.innerText()).toContain('broken.kif: ');
  expect(await warning.locator('.excerpt').innerText()).toBe('   1 ３五歩(34)');
  await expect.poll(() => page.locator('.game-list li').count()).toBe(3);
  await isInOrder(page, 'the notes on files');

  // A review begins when they have been read.
  await page.goto(`${server.url}/review`);
  await page.fill('.bring textarea', odd);
  await page.click('.bring button[type="submit"]');
  await expect.poll(() => files.locator('.excerpt').allInnerTexts()).toEqual(['   3 中断']);
  await page.click('.found button');
  await page.waitForSelector('.moves');
  // The browser itself notes that an answer was no success.
  expect(complaints.splice(0).every((it) => it.includes('422'))).toBe(true);
});

test('several files at once, each game once', async () => {
  const { page } = await person();
  await page.goto(`${server.url}/kifu`);
  const csa = 'V2.2\nN+A\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n';
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.setInputFiles('input[type="file"]', [
    file('a.csa', csa),
    file('b.kif', RECORD),
    file('c.csa', csa),
  ]);
  await expect.poll(() => page.locator('.game-list li').count()).toBe(3);
  const zip = await page.request.get(`${server.url}/api/v1/me/imports.zip?format=csa`);
  expect(zip.headers()['content-type']).toBe('application/zip');
  expect((await zip.body()).subarray(0, 2).toString()).toBe('PK');
});

test('a game is told of where its link is shared, and kept by those who played it', async () => {
  const moves = ['7g7f', '3c3d', '8h2b+', '3a2b'];
  const { code, ...pages } = await meetByLink(server.url, await person(), await person());
  await playLine(pages, moves);
  await pages.sente.click('.action-row button:last-child');
  await pages.sente.click('dialog button.danger');
  await pages.gote.waitForSelector('.result.won');

  const html = await (await fetch(`${server.url}/${code}`, { headers: { 'accept-language': 'en' } })).text();
  const told = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  expect(told('og:title')).toMatch(/^☗ Guest \d+ – ☖ Guest \d+$/);
  expect(told('og:description')).toMatch(/^Guest \d+ won after 4 moves\.$/);
  const picture = await fetch(told('og:image').replaceAll('&amp;', '&'));
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(picture.headers.get('cache-control')).toContain('immutable');

  const file = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v1/games/${code}/${name}`, { headers });
  const svg = await file('diagram.svg?ply=3&lang=ja');
  const etag = svg.headers.get('etag') ?? '';
  expect(await svg.text()).toContain('<title>3手目 2二角成</title>');
  const again = await file('diagram.svg?ply=3&lang=ja', { 'if-none-match': etag });
  expect(again.status).toBe(304);
  expect((await file('diagram.png?ply=5')).status).toBe(404);
  const jkf = importJKFString(await (await file('record.jkf')).text());
  expect(movesIn(jkf)).toEqual(moves);

  await toRecords(pages.gote);
  await pages.gote.waitForSelector(`a[href="/${code}"]`);
  const zip = await pages.gote.request.get(`${server.url}/api/v1/me/games.zip`);
  expect((await zip.body()).includes(code)).toBe(true);
  const stranger = await person();
  await stranger.page.goto(`${server.url}/kifu`);
  await stranger.page.waitForSelector('.archive .empty');
  expect(await stranger.page.locator('.game-list li').count()).toBe(0);
});
