/** A game in two browsers through the death of the server that works. */

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
