/**
 * Reviews against the real server: a pasted record alone, and a finished game by both players with
 * a watcher.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { isBarrierFree } from './order';
import { forgetLostConnections, usePeople } from './people';
import { beginRated, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { centerOf, choose, drawnBoard, meetByLink, movePiece, playLine, squareSelector } from './table';

let server: RealServer;

const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

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

const texts = (page: Page) => page.locator('.moves .move-text').allInnerTexts();
const shapes = (page: Page) => page.locator('.sg-shapes line, .sg-shapes ellipse').count();

test('a pasted record is reviewed, saved, shared and exported', async () => {
  const { page } = await person();
  await page.goto(`${server.url}/review`);
  await isBarrierFree(page);
  await page.fill('.bring textarea', RECORD);
  await page.click('.bring button[type="submit"] >> nth=0');
  await page.waitForSelector('.review sg-pieces piece');
  expect(await page.locator('h1').innerText()).toContain('羽生 – Nguyễn');
  expect((await texts(page)).slice(1, 4)).toEqual(['P-76', 'P-34', 'Bx22+']);
  await page.getByText('Without an account, this is kept for 30 days.').waitFor();

  // By keys to the second move and to its other variation.
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.inputValue('.talk textarea')).toBe('The first move');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect((await texts(page)).slice(1)).toEqual(['P-76', 'P-84', 'P-26']);
  await choose(page, '.talk', en.review.promote);
  await page.keyboard.press('ArrowLeft');

  // A variation by hand, and one by keyboard alone.
  await expect.poll(() => page.locator('.hand-keys').count()).toBe(2);
  await movePiece(page, '5c', '5d');
  await expect.poll(async () => (await texts(page)).slice(1)).toEqual(['P-76', 'P-54']);
  await page.focus(squareSelector('2g'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await texts(page)).slice(1)).toEqual(['P-76', 'P-54', 'P-26']);
  await page.fill('.talk textarea', 'central rook');
  await page.locator('.talk textarea').blur();

  // What is written is printed, and what it is written in is not.
  await page.emulateMedia({ media: 'print' });
  await page.locator('.talk p.comment', { hasText: 'central rook' }).waitFor();
  expect(await page.locator(':is(textarea, .talk button):visible').count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.locator('.talk p.comment').waitFor({ state: 'hidden' });

  // An arrow by pointer, a circle by keyboard.
  await page.check('input[value="red"]');
  const [from, to] = [await centerOf(page, squareSelector('8h')), await centerOf(page, squareSelector('2b'))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await expect.poll(() => shapes(page)).toBe(1);
  await page.focus(squareSelector('5e'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => shapes(page)).toBe(2);
  await page.check('input[value="move"]');
  await isBarrierFree(page);

  await page.click('.sharing button.primary');
  await page.waitForURL(/\/review\/\w{10}$/);
  await page.waitForSelector('.review sg-pieces piece');
  await choose(page, '.sharing', en.game.download);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.click('.download-list button:text-is("KIFU")'),
  ]);
  const stream = await file.createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  await page.keyboard.press('Escape');
  const kif = Buffer.concat(parts).toString();
  expect(kif).toContain('*central rook');
  expect(kif).toMatch(/変化：2手\s+2 ３四歩/);

  // Whoever has the link sees it all, and plays on in a copy.
  const other = (await person()).page;
  await other.goto(page.url());
  await other.waitForSelector('.review sg-pieces piece');
  await expect.poll(() => shapes(other)).toBe(2);
  expect(await other.locator('.talk .comment').innerText()).toBe('central rook');
  expect(await other.locator('.talk textarea').count()).toBe(0);
  await movePiece(other, '3c', '3d');
  await expect.poll(async () => (await texts(other)).at(-1)).toBe('P-34');
  await other.click('.sharing button:has-text("Back")');
  await expect.poll(async () => (await texts(other)).at(-1)).toBe('P-26');
  expect((await texts(page)).at(-1)).toBe('P-26');

  // What would go with a move, or for good, is asked about; Escape leaves it, and gives the
  // keyboard back.
  await page.getByRole('button', { name: 'P-54' }).click();
  const more = page.locator('.talk .more-menu > button');
  const question = page.getByRole('dialog');
  await choose(page, '.talk', en.review.delete);
  await question.waitFor();
  expect(await question.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => more.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await texts(page)).toContain('P-54');
  await choose(page, '.talk', en.review.delete);
  await question.getByRole('button', { name: en.review.delete }).click();
  await expect.poll(() => texts(page)).not.toContain('P-54');
  await choose(page, '.sharing', en.review.remove);
  await question.getByRole('button', { name: en.review.remove }).click();
  await page.waitForURL(/\/review$/);
});

test('a game of the archive is reviewed', async () => {
  const { page } = await person();
  await page.goto(`${server.url}/kifu`);
  await page.fill('.bring textarea', RECORD);
  await page.click('.bring button[type="submit"]');
  await page.click('.replay .about a:has-text("Review")');
  await page.waitForSelector('.review sg-pieces piece');
  expect((await texts(page)).slice(1, 4)).toEqual(['P-76', 'P-34', 'Bx22+']);
  expect(await page.locator('.variations button').count()).toBe(1);
});

test('both players review their game together, and a watcher sees it', async () => {
  const people = [await person(), await person(), await person()] as const;
  const pages = await meetByLink(server.url, people[0], people[1]);
  await playLine(pages, ['7g7f', '3c3d']);
  // The question whether to resign is gone with the game.
  await pages.gote.click('.action-row button:last-child');
  await pages.gote.waitForSelector('dialog');
  await pages.sente.click('.action-row button:last-child');
  await pages.sente.click('dialog button.danger');
  await pages.gote.waitForSelector('.result');
  expect(await pages.gote.locator('dialog').count()).toBe(0);
  await pages.sente.click('.result a:has-text("Review")');
  await pages.gote.locator('.result', { hasText: 'is waiting for you to review' }).waitFor();
  await pages.gote.click('.result a:has-text("Review")');
  const watcher = people[2].page;
  await watcher.goto(`${server.url}/review/${pages.code}`);
  const all = [pages.sente, pages.gote, watcher];
  for (const page of all) await page.waitForSelector('.review sg-pieces piece');
  await expect.poll(() => pages.sente.locator('.here').innerText()).toContain(',');

  // It opens where the game ended.
  for (const page of all) await expect.poll(async () => (await drawnBoard(page))['3d']).toBe('p');
  await pages.sente.keyboard.press('ArrowLeft');
  for (const page of all) await expect.poll(async () => (await drawnBoard(page))['3d']).toBeUndefined();
  expect((await drawnBoard(watcher))['7f']).toBe('P');
  await movePiece(pages.gote, '8c', '8d');
  for (const page of all) await expect.poll(async () => (await drawnBoard(page))['8d']).toBe('p');
  await pages.sente.fill('.talk textarea', 'Đổi Tượng?');
  await pages.sente.locator('.talk textarea').blur();
  await expect.poll(() => watcher.locator('.talk .comment').innerText()).toBe('Đổi Tượng?');
  // Everybody sees who says so, and that both do once the other has added to it.
  const signature = watcher.locator('.talk .signature');
  const [first = '', ...others] = await signature.allInnerTexts();
  expect([first, others]).toEqual([expect.stringMatching(/^— Guest \d{4}$/), []]);
  await expect.poll(() => pages.gote.inputValue('.talk textarea')).toBe('Đổi Tượng?');
  await pages.gote.fill('.talk textarea', 'Đổi Tượng? Không!');
  await pages.gote.locator('.talk textarea').blur();
  await expect.poll(() => signature.innerText()).toMatch(/^— Guest \d{4}(,| and) Guest \d{4}$/);

  // What was said at the board goes on here.
  await pages.gote.fill('.chat input[type="text"]', '角換わり?');
  await pages.gote.keyboard.press('Enter');
  for (const page of all) await page.locator('.chat-lines', { hasText: '角換わり?' }).waitFor();

  // A restart loses nothing, and nobody has to do anything.
  await server.kill();
  await server.start();
  await movePiece(pages.sente, '2g', '2f');
  for (const page of all) await expect.poll(async () => (await drawnBoard(page))['2f']).toBe('P');
  forgetLostConnections(people);

  // Who looks elsewhere is left alone until they want to be back.
  await watcher.keyboard.press('Home');
  await movePiece(pages.gote, '8d', '8e');
  await expect.poll(async () => (await drawnBoard(pages.sente))['8e']).toBe('p');
  expect((await drawnBoard(watcher))['8e']).toBeUndefined();
  await watcher.click('.sharing button.primary');
  await expect.poll(async () => (await drawnBoard(watcher))['8e']).toBe('p');
});

test('the engine judges a position and a line, unless one plays a rated game', {
  timeout: 180_000,
}, async () => {
  const { page } = await person();
  await page.goto(`${server.url}/review`);
  // The third move gives a bishop away for nothing.
  await page.fill('.bring textarea', 'position startpos moves 7g7f 3c3d 8h4d 2b4d');
  await page.click('.bring button[type="submit"] >> nth=0');
  await page.waitForSelector('.review sg-pieces piece');
  // Nothing of it is fetched before somebody asks.
  const fetched = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter((it) => it.name.includes('stockfish')).length,
    );
  expect(await fetched()).toBe(0);
  await page.click('.judgement button:has-text("Ask the engine")');
  await page.waitForSelector('.best-lines li', { timeout: 60_000 });
  expect(await fetched()).toBeGreaterThan(0);
  expect(await page.locator('.best-lines li').first().innerText()).toMatch(
    /^([+-]?\d+|(Sente |Gote )?mate in \d+)\s+\S+-\d\d/,
  );
  await page.locator('.judgement', { hasText: /Fairy-Stockfish.*depth \d+/ }).waitFor();
  // The best move is an arrow, the position a bar beside the board.
  await expect.poll(() => shapes(page)).toBe(1);
  await page.uncheck('.judgement input[type="checkbox"]');
  await expect.poll(() => shapes(page)).toBe(0);
  await page.waitForSelector('.worth-bar span');
  await page.click('.judgement button:has-text("Analyse the whole line")');
  await page.waitForSelector('.worth-graph polyline');
  await expect
    .poll(
      async () => (await page.locator('.worth-graph polyline').getAttribute('points'))?.split(' ').length,
      {
        timeout: 60_000,
      },
    )
    .toBeGreaterThan(3);
  await page.waitForSelector('.verdict tbody tr >> nth=1');
  await page.locator('.moves .sign.blunder').waitFor();
  await page.keyboard.press('Home');
  await page.click('.judgement button:has-text("Next mistake")');
  await page.locator('.better button', { hasText: 'Better:' }).waitFor();
  // The graph is a slider.
  await page.focus('.worth-graph');
  await page.keyboard.press('End');
  await expect.poll(() => page.getAttribute('.worth-graph', 'aria-valuenow')).toBe('4');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.getAttribute('.worth-graph', 'aria-valuenow')).toBe('3');
  await isBarrierFree(page);
  // With an address of its own the review is judged still.
  await page.click('button:has-text("Save and share")');
  await page.waitForURL(/\/review\/\w{10}/);
  await page.reload();
  await page.locator('.moves .sign.blunder').waitFor();

  const [alice, bob] = [await register(server.url, 'alice', '1k'), await register(server.url, 'bob', '1k')];
  const playing = (await person()).page;
  await signIn(playing.context(), server.url, alice.cookie);
  await playing.goto(`${server.url}/review`);
  await playing.fill('.bring textarea', RECORD);
  await playing.click('.bring button[type="submit"] >> nth=0');
  await playing.click('.judgement button:has-text("Ask the engine")');
  await playing.waitForSelector('.best-lines li', { timeout: 60_000 });
  // The game begins while the engine is thinking, and takes the player along.
  await beginRated(alice, bob);
  await playing.waitForURL((url) => /^\/\w{10}$/.test(url.pathname));
  await playing.goto(`${server.url}/review`);
  await playing.fill('.bring textarea', RECORD);
  await playing.click('.bring button[type="submit"] >> nth=0');
  await playing.click('.judgement button:has-text("Ask the engine")');
  await playing.waitForSelector('.judgement .warning');
  expect(await playing.locator('.best-lines').count()).toBe(0);
});

test('moves are typed in a review, in any notation', async () => {
  const { page } = await person();
  await page.goto(`${server.url}/review`);
  await page.fill('.bring textarea', 'position startpos moves 7g7f');
  await page.click('.bring button[type="submit"] >> nth=0');
  await page.waitForSelector('.review sg-pieces piece');
  await page.keyboard.press('ArrowRight');
  const field = page.locator('.typed-move input');
  const type = async (text: string) => {
    await field.fill(text);
    await field.press('Enter');
  };
  for (const [typed, written] of [
    ['34歩', 'P-34'],
    ['P-2f', 'P-26'],
    ['8c8d', 'P-84'],
  ] as const) {
    await type(typed);
    await expect.poll(async () => (await texts(page)).at(-1)).toBe(written);
    expect(await field.inputValue()).toBe('');
  }
  // The king does not go there, and this is no move.
  for (const wrong of ['5i5e', 'nonsense']) {
    await type(wrong);
    await page.getByText(en.keys.problems.unreadable(wrong)).waitFor();
  }
  expect((await texts(page)).slice(1)).toEqual(['P-76', 'P-34', 'P-26', 'P-84']);
  await isBarrierFree(page);
});

test('with a colour in hand a tap on a square leaves a circle there, and another takes it away', async () => {
  const { page } = await person({ size: 'phone' });
  await page.goto(`${server.url}/review`);
  await page.fill('.bring textarea', 'position startpos moves 7g7f');
  await page.click('.bring button[type="submit"] >> nth=0');
  await page.waitForSelector('.review sg-pieces piece');
  await page.locator('input[value="red"]').press('Space');
  const tap = async () => {
    await page.locator(squareSelector('5e')).scrollIntoViewIfNeeded();
    const at = await centerOf(page, squareSelector('5e'));
    await page.touchscreen.tap(at.x, at.y);
  };
  await tap();
  await expect.poll(() => shapes(page)).toBe(1);
  // It is drawn anew once the review has it.
  await expect.poll(() => page.locator('.sg-shapes g.alternative0').count()).toBe(1);
  await tap();
  await expect.poll(() => shapes(page)).toBe(0);
});
