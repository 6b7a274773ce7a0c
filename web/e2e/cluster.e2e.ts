/**
 * Games in two browsers through the death of the server that works, and of the one that plays them.
 */

import { beforeEach, expect, test } from 'vitest';
import { movesOf } from '../test/games';
import { type RealCluster, startCluster } from './cluster';
import { usePeople } from './people';
import { drawnBoard, meetByLink, playLine, waitForMoves } from './table';

let cluster: RealCluster;

// A browser notes every connection that is lost.
const person = usePeople({ mayComplain: true });

beforeEach(async () => {
  cluster = await startCluster();
  return () => cluster.stop();
}, 180_000);

test('the server that works is killed, another takes its place, and nobody has to do anything', {
  timeout: 180_000,
}, async () => {
  const moves = movesOf('championship-2005').slice(0, 30);
  const { code, ...pages } = await meetByLink(cluster.url, await person(), await person());
  await playLine(pages, moves.slice(0, 15));
  cluster.kill(0);
  // Whoever is to move goes on; the page waits for the connection by itself.
  await playLine(pages, moves.slice(15), 15);
  await waitForMoves(pages.sente, moves.length);
  await expect.poll(() => drawnBoard(pages.gote)).toEqual(await drawnBoard(pages.sente));
  const answer = await fetch(`${cluster.url}/api/v1/games/${code}`);
  expect(answer.status).toBe(200);
});

test('a game is played at another server, which is killed, and goes on', { timeout: 180_000 }, async () => {
  const moves = movesOf('championship-2005').slice(0, 24);
  const [alice, bob] = [await person(), await person()];
  const opened: string[] = [];
  for (const { page } of [alice, bob]) page.on('websocket', (socket) => opened.push(socket.url()));
  await Promise.all([alice, bob].map(({ page }) => page.goto(cluster.url)));
  await alice.page.click('.quick-button >> nth=3');
  await bob.page.click('.seek-list li:not(.mine) button');
  // Today's problem has a board too.
  await Promise.all(
    [alice, bob].map(({ page }) => page.waitForSelector('.table.phase-playing sg-pieces piece')),
  );
  const isSente = (await alice.page.locator('.player.bottom .side-mark.sente').count()) === 1;
  const pages = isSente ? { sente: alice.page, gote: bob.page } : { sente: bob.page, gote: alice.page };
  await playLine(pages, moves.slice(0, 12));
  // Each has a second socket to the server with the game.
  expect(opened.filter((url) => url.includes('/ws?at=')).length).toBeGreaterThanOrEqual(2);
  cluster.kill(1);
  cluster.kill(2);
  await playLine(pages, moves.slice(12), 12);
  await waitForMoves(pages.sente, moves.length);
  await expect.poll(() => drawnBoard(pages.gote)).toEqual(await drawnBoard(pages.sente));
});
