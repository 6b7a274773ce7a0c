/** Whole games in two browsers against the real server. */

import type { Page } from 'playwright-core';
import { importCSA, importKIF, Record as Kifu, Position as Oracle } from 'tsshogi';
import { beforeEach, expect, test } from 'vitest';
import { movesOf } from '../test/games';
import { CATALOGUES, forgetLostConnections, type Locale, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import {
  centerOf,
  choose,
  drawnBoard,
  meetByLink,
  type Placed,
  play,
  playLine,
  squareSelector,
  waitForMoves,
} from './table';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

let server: RealServer;

const person = usePeople();

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

const meet = async (choose?: (page: Page) => Promise<unknown>) =>
  meetByLink(server.url, await person(), await person(), choose);

function boardAfter(moves: string[]): Placed {
  const oracle = oracleAfter(moves);
  const found: Placed = {};
  for (const sq of oracle.board.listNonEmptySquares()) {
    const piece = oracle.board.at(sq);
    if (piece) found[sq.usi] = piece.sfen;
  }
  return found;
}

function oracleAfter(moves: string[]): Oracle {
  const oracle = Oracle.newBySFEN(START);
  if (!oracle) throw new Error('no start');
  for (const usi of moves) {
    const move = oracle.createMoveByUSI(usi);
    if (!move || !oracle.doMove(move)) throw new Error(`${usi} cannot be played`);
  }
  return oracle;
}

function movesIn(record: Kifu | Error): string[] {
  if (record instanceof Error) throw record;
  return record.moves.flatMap(({ move }) => ('usi' in move ? [move.usi] : []));
}

test('a published game of 117 moves, by hand in two browsers, to its end and out as a record', {
  timeout: 300_000,
}, async () => {
  const moves = movesOf('ryuou-2014');
  const { code, ...pages } = await meet();
  await playLine(pages, moves);

  const expected = boardAfter(moves);
  await expect.poll(() => drawnBoard(pages.sente)).toEqual(expected);
  await expect.poll(() => drawnBoard(pages.gote)).toEqual(expected);

  await pages.gote.click('.action-row button:last-child');
  await pages.gote.click('dialog button.danger');
  await pages.sente.waitForSelector('.result.won');
  await pages.gote.waitForSelector('.result.lost');

  // Both see the same clocks, and those are what the times in the record leave.
  const clocks = async (page: Page) => {
    const read = (place: string) => page.locator(`.player.${place} .clock-time`).innerText();
    return [await read('bottom'), await read('top')].map((text) => text.replace(/\s/g, ''));
  };
  const seenBySente = await clocks(pages.sente);
  expect([...(await clocks(pages.gote))].reverse()).toEqual(seenBySente);

  const fetched = async (name: string) => {
    const answer = await fetch(`${server.url}/api/v1/games/${code}/record.${name}`);
    expect(answer.status, name).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const kif = new TextDecoder('shift_jis').decode(await fetched('kif'));
  const kifu = new TextDecoder().decode(await fetched('kifu'));
  const csa = new TextDecoder().decode(await fetched('csa'));
  const usi = new TextDecoder().decode(await fetched('usi'));
  expect(movesIn(importKIF(kif))).toEqual(moves);
  expect(movesIn(importKIF(kifu))).toEqual(moves);
  expect(movesIn(importCSA(csa))).toEqual(moves);
  expect(movesIn(Kifu.newByUSI(usi))).toEqual(moves);

  // The links on the page lead to those files.
  await choose(pages.sente, '.result', await downloadWord(pages.sente));
  const hrefs = await pages.sente
    .locator('.download-list a[download]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const names = ['kif', 'kifu', 'ki2', 'csa', 'usi', 'jkf'].map((ending) => `record.${ending}`);
  const pictures = ['svg', 'png', 'gif'].map((ending) => `diagram.${ending}`);
  expect(hrefs).toEqual([...names, ...pictures].map((name) => `/api/v1/games/${code}/${name}`));

  // A stranger finds the whole game at its address, and steps through it.
  const stranger = await person();
  await stranger.page.goto(`${server.url}/${code}`);
  await waitForMoves(stranger.page, moves.length);
  await expect.poll(() => drawnBoard(stranger.page)).toEqual(expected);
  await stranger.page.keyboard.press('Home');
  await stranger.page.keyboard.press('ArrowRight');
  await expect.poll(() => drawnBoard(stranger.page)).toEqual(boardAfter(moves.slice(0, 1)));
});

test('the server is killed in the middle and the game goes on where it was', {
  timeout: 180_000,
}, async () => {
  const moves = movesOf('championship-2005').slice(0, 40);
  const people = [await person(), await person()] as const;
  const { code, ...pages } = await meetByLink(server.url, ...people);
  await playLine(pages, moves.slice(0, 20));

  await server.kill();
  await Promise.all([pages.sente, pages.gote].map((page) => page.waitForSelector('.link-state.lost')));
  // Sente moves while there is no server: the move waits and is played when it is back.
  const next = moves[20] ?? '';
  const waiting = play(pages.sente, next, 20, 'click');
  await server.start();
  await waiting;
  await Promise.all([pages.sente, pages.gote].map((page) => page.waitForSelector('.link-state.open')));
  forgetLostConnections(people);
  await playLine(pages, moves.slice(21), 21);

  await expect.poll(() => drawnBoard(pages.sente)).toEqual(boardAfter(moves));
  await expect.poll(() => drawnBoard(pages.gote)).toEqual(boardAfter(moves));
  await pages.sente.reload();
  await waitForMoves(pages.sente, moves.length);
  const answer = await fetch(`${server.url}/api/v1/games/${code}`);
  expect(answer.status).toBe(200);
});

test('an offer in the lobby becomes a game with furigoma, and a rematch swaps the sides', {
  timeout: 120_000,
}, async () => {
  const [alice, bob] = [await person(), await person()];
  await Promise.all([alice.page.goto(server.url), bob.page.goto(server.url)]);
  await alice.page.click('.quick-button >> nth=3');
  await alice.page.waitForSelector('.seek-list li.mine');
  await bob.page.click('.seek-list li:not(.mine) button');
  await Promise.all(
    [alice, bob].map(({ page }) => page.waitForSelector('.table.phase-playing sg-pieces piece')),
  );
  expect(await alice.page.locator('.furigoma piece').count()).toBe(5);
  const aliceWasSente = (await alice.page.locator('.player.bottom .side-mark.sente').count()) === 1;
  const [first, second] = aliceWasSente ? [alice.page, bob.page] : [bob.page, alice.page];
  await play(first, '7g7f', 0, 'click');
  await waitForMoves(second, 1);
  await play(second, '3c3d', 1, 'drag');
  await second.click('.action-row button:last-child');
  await second.click('dialog button.danger');
  // §2: who resigns says so.
  await first.locator('.chat-lines', { hasText: '負けました' }).waitFor();
  await first.click('.result button.primary');
  await second.click('.offer button.primary');
  await Promise.all([first, second].map((page) => page.waitForSelector('.table.phase-playing')));
  await second.waitForSelector('.player.bottom .side-mark.sente');
  await first.waitForSelector('.player.bottom .side-mark.gote');
});

test('a strict game is lost by an illegal move, and says by which', async () => {
  const { sente, gote } = await meet(async (page) => {
    await page.click('.setup-more summary');
    await page.getByRole('radio', { name: 'Strict' }).check();
  });
  const from = await centerOf(sente, squareSelector('8h'));
  const to = await centerOf(sente, squareSelector('5e'));
  await sente.mouse.click(from.x, from.y);
  await sente.waitForSelector('sq.selected');
  expect(await sente.locator('sq.dest').count()).toBe(0);
  await sente.mouse.click(to.x, to.y);
  await gote.waitForSelector('.result.won');
  expect(await gote.locator('.result').innerText()).toMatch(/illegal move/i);
});

/** What the page that somebody reads calls its files. */
async function downloadWord(page: Page): Promise<string> {
  const language = (await page.evaluate(() => document.documentElement.lang)) as Locale;
  return CATALOGUES[language].game.download;
}
