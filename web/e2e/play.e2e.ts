/** Two people meet in the lobby and play, against the client's own small server. */

import { beforeEach, expect, test } from 'vitest';
import { FACE_SETS } from '../src/board/faces';
import { LANGUAGES } from '../src/i18n';
import { movesOf } from '../test/games';
import { type MockServer, startMockServer } from '../test/mock-server';
import { picture, usePeople } from './people';
import { centerOf, movePiece, play, squareSelector, waitForMoves } from './table';

let server: MockServer;

const person = usePeople();

beforeEach(async () => {
  server = await startMockServer(new URL('../dist', import.meta.url).pathname);
  return () => server.stop();
});

/** Alice offers a game, Bob takes it; both come to the board by themselves. */
async function meet() {
  const alice = await person();
  const bob = await person();
  await Promise.all([alice.page.goto(server.url), bob.page.goto(server.url)]);
  await alice.page.click('.quick-button >> nth=3');
  await bob.page.click('.seek-list li:not(.mine) button');
  await Promise.all([alice, bob].map(({ page }) => page.waitForSelector('sg-pieces piece')));
  const aliceIsSente = (await alice.page.locator('.player.bottom .side-mark.sente').count()) === 1;
  return { sente: aliceIsSente ? alice : bob, gote: aliceIsSente ? bob : alice };
}

test('a lobby offer becomes a game that is played by clicks and drags, and resigned', async () => {
  const { sente, gote } = await meet();
  const moves = movesOf('championship-2005').slice(0, 24);
  for (const [ply, usi] of moves.entries()) {
    const { page } = ply % 2 === 0 ? sente : gote;
    await waitForMoves(page, ply);
    await play(page, usi, ply, ply % 3 === 0 ? 'drag' : 'click');
  }
  await gote.page.click('.action-row button:last-child');
  await gote.page.click('dialog button.danger');
  await sente.page.waitForSelector('.result.won');
  await gote.page.waitForSelector('.result.lost');

  // Looking through the game afterwards.
  await sente.page.click('.steps button >> nth=0');
  const marked = () => sente.page.locator('sq.last-dest').count();
  await expect.poll(marked).toBe(0);
  await sente.page.keyboard.press('ArrowRight');
  await expect.poll(marked).toBe(2);

  // A rematch swaps the sides and takes both there.
  await sente.page.click('.result button.primary');
  await gote.page.click('.offer button.primary');
  await gote.page.waitForSelector('.player.bottom .side-mark.sente');
});

test('promotion is asked for and can be declined; a move can be taken back', async () => {
  const alice = await person();
  await alice.page.goto(server.url);
  await alice.page.waitForSelector('.link-state.open');
  const game = server.place(
    {
      start: 'ln1gkgsnl/1r1s3b1/ppp1ppppp/3P5/9/9/PPP1PPPPP/1B5R1/LNSGKGSNL b P 1',
      players: { sente: null, gote: { user: 'b', name: 'Bob', guest: true, king: '玉' } },
    },
    { sente: 'last' },
  );
  const { page } = alice;
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
  const from = await centerOf(page, squareSelector('6d'));
  const to = await centerOf(page, squareSelector('6c'));
  await page.mouse.click(from.x, from.y);
  await page.mouse.click(to.x, to.y);
  await page.waitForSelector('.promotion');
  await page.keyboard.press('Escape');
  expect(await page.locator('.promotion').count()).toBe(0);
  await play(page, '6d6c+', 0, 'click');
  expect(await page.locator('.moves li').nth(1).innerText()).toMatch(/P-63\+/);
  await page.click('.action-row button:first-child');
  await page.waitForSelector('.offer');
});

/** Every set of pieces, and every language in which the question may be wider than the piece. */
const LOOKS = [
  ...FACE_SETS.map((pieces) => [pieces, 'en'] as const),
  ...LANGUAGES.filter((it) => it !== 'en').map((locale) => ['kanji2', locale] as const),
];

test.each(LOOKS)('both pieces of the question are whole, %s, %s', async (pieces, locale) => {
  const { page } = await person({ locale, settings: { pieces } });
  await page.goto(server.url);
  await page.waitForSelector('.link-state.open');
  const game = server.place(
    {
      start: 'ln1gkgsnl/1r1s3b1/ppp1ppppp/3P5/9/9/PPP1PPPPP/1B5R1/LNSGKGSNL b P 1',
      players: { sente: null, gote: { user: 'b', name: 'Bob', guest: true, king: '玉' } },
    },
    { sente: 'last' },
  );
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
  await movePiece(page, '6d', '6c');
  await page.waitForSelector('.promotion');
  for (const [width, height] of [
    [360, 740],
    [844, 390],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const measured = await page.evaluate(() => {
      const widthOf = (selector: string) =>
        [...document.querySelectorAll(selector)].map((it) => it.getBoundingClientRect().width);
      const words = [...document.querySelectorAll('.promotion-choice button')].map((button) => {
        const [face, word] = [...button.children].map((it) => it.getBoundingClientRect());
        const box = button.getBoundingClientRect();
        return !!face && !!word && word.top >= face.bottom && word.right <= box.right + 1;
      });
      return { asked: widthOf('.promotion-choice piece'), square: widthOf('sg-pieces piece')[0] ?? 0, words };
    });
    const least = Math.min(...measured.asked);
    expect(measured.asked, `at ${width}`).toEqual([least, least]);
    expect(least, `at ${width}`).toBeGreaterThanOrEqual(measured.square);
    expect(measured.words, `at ${width}`).toEqual([true, true]);
  }
  await picture(page, `promotion-${pieces}-${locale}`);
});

test('the page comes back by itself and the move made meanwhile arrives once', async () => {
  const { sente, gote } = await meet();
  await play(sente.page, '7g7f', 0, 'click');
  await waitForMoves(gote.page, 1);
  server.cut();
  await play(gote.page, '3c3d', 1, 'click');
  await waitForMoves(sente.page, 2);
  await sente.page.waitForSelector('.link-state.open');
  const sent = server.heard.filter((message) => message.t === 'move' && message.usi === '3c3d');
  expect(new Set(sent.map((message) => message.id)).size).toBe(1);
});

test('a strict game shows no destinations and lets a player break the rules', async () => {
  const alice = await person();
  await alice.page.goto(server.url);
  await alice.page.waitForSelector('.link-state.open');
  const { page } = alice;
  const game = server.place(
    {
      rules: {
        illegal: 'loses',
        repetition: 'replay',
        impasse: 'points27',
        impasse_draw: 'replay',
        max_moves: 500,
        takeback: false,
      },
      preset: 'tournament',
      players: { sente: null, gote: { user: 'b', name: 'Bob', guest: true, king: '玉' } },
    },
    { sente: 'last' },
  );
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
  const from = await centerOf(page, squareSelector('7g'));
  await page.mouse.click(from.x, from.y);
  await page.waitForSelector('sq.selected');
  expect(await page.locator('sq.dest').count()).toBe(0);
  const to = await centerOf(page, squareSelector('5e'));
  await page.mouse.click(to.x, to.y);
  await page.waitForSelector('.result.lost');
  expect(server.heard.some((message) => message.t === 'move' && message.usi === '7g5e')).toBe(true);
});

test('on a phone moves are made by tapping, and by dragging with the square shown under the finger', async () => {
  const { page, context } = await person({ size: 'phone' });
  await page.goto(server.url);
  await page.waitForSelector('.link-state.open');
  const game = server.place(
    { players: { sente: null, gote: { user: 'b', name: 'Bob', guest: true, king: '玉' } } },
    { sente: 'last' },
  );
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
  for (const sq of ['7g', '7f']) {
    const at = await centerOf(page, squareSelector(sq));
    await page.touchscreen.tap(at.x, at.y);
  }
  await waitForMoves(page, 1);
  server.reply(game, '3c3d');
  await waitForMoves(page, 2);

  const finger = await context.newCDPSession(page);
  const from = await centerOf(page, squareSelector('2g'));
  const to = await centerOf(page, squareSelector('2f'));
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: from.x, y: (from.y + to.y) / 2 }]);
  await touch('touchMove', [to]);
  await page.waitForFunction(() => {
    const over = document.querySelector<HTMLElement>('sg-square-over');
    return over !== null && over.style.display !== 'none';
  });
  await touch('touchEnd', []);
  await waitForMoves(page, 3);
  // The page itself did not scroll under the finger.
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('the board is turned and drawn on, and a move can be asked to be confirmed', async () => {
  const { page } = await person({ settings: { confirmMoves: true } });
  await page.goto(server.url);
  await page.waitForSelector('.link-state.open');
  const game = server.place(
    { players: { sente: null, gote: { user: 'b', name: 'Bob', guest: true, king: '玉' } } },
    { sente: 'last' },
  );
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('sg-pieces piece');
  const before = await centerOf(page, squareSelector('7g'));
  await page.keyboard.press('f');
  await page.waitForSelector('.sg-wrap.orientation-gote');
  const after = await centerOf(page, squareSelector('7g'));
  // An arrow, drawn with the other button.
  await page.mouse.move(after.x, after.y);
  await page.mouse.down({ button: 'right' });
  const far = await centerOf(page, squareSelector('3c'));
  await page.mouse.move(far.x, far.y);
  await page.mouse.up({ button: 'right' });
  await page.waitForSelector('.sg-shapes g line');
  expect(after.y).toBeLessThan(before.y);
  const to = await centerOf(page, squareSelector('7f'));
  await page.mouse.click(after.x, after.y);
  await page.mouse.click(to.x, to.y);
  await page.click('[role="alertdialog"] button:not(.primary)');
  expect(server.heard.some((message) => message.t === 'move')).toBe(false);
  await page.mouse.click(after.x, after.y);
  await page.mouse.click(to.x, to.y);
  await page.click('[role="alertdialog"] button.primary');
  await waitForMoves(page, 1);
});
