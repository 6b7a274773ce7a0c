/**
 * A restart of the real server as two players see it: a pause, and nothing that looks like an
 * error.
 */

import { expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { movesOf } from '../test/games';
import { usePeople } from './people';
import { startRealServer } from './server';
import { meetByLink, play, playLine, waitForMoves } from './table';
import { noticesOn } from './watch-notices';

/** All that they may be told. */
const TOLD = en.game.interrupted;

/** How a notice begins that the other is not there yet. */
const AWAY = en.game.absence.comesBack(0).split('0')[0] ?? '';

// A browser notes every connection that is refused.
const person = usePeople({ mayComplain: true });

test('a restart is a pause: the game goes on and nobody sees an error', {
  timeout: 180_000,
}, async () => {
  const server = await startRealServer();
  try {
    const moves = movesOf('championship-2005').slice(0, 12);
    const pages = await meetByLink(server.url, await person(), await person());
    await playLine(pages, moves.slice(0, 4));
    const both = [pages.sente, pages.gote];
    for (const ply of [4, 8]) {
      await server.terminate();
      await Promise.all(both.map((page) => page.waitForSelector('.link-state.lost')));
      // Sente moves while there is no server.
      const waiting = play(pages.sente, moves[ply] ?? '', ply, 'click');
      await server.start();
      await waiting;
      await Promise.all(both.map((page) => page.waitForSelector('.link-state.open')));
      await playLine(pages, moves.slice(ply + 1, ply + 4), ply + 1);
    }
    await Promise.all(both.map((page) => waitForMoves(page, moves.length)));
    // Whoever comes back later gets the game as it stands, and is told nothing; whoever comes back
    // long before the other sees that one is not there.
    for (const page of both) {
      const told = (await noticesOn(page)).filter((text) => !text.startsWith(AWAY));
      expect([[TOLD], []]).toContainEqual([...new Set(told)]);
    }
  } finally {
    await server.stop();
  }
});
