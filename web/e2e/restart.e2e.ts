/** A restart of the real server as two players see it: a pause, and nothing that looks like an error. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { movesOf } from '../test/games';
import { usePeople } from './people';
import { startRealServer } from './server';
import { meetByLink, play, playLine, waitForMoves } from './table';

/** All that they may be told. */
const TOLD = en.game.interrupted;

// A browser notes every connection that is refused.
const person = usePeople({ mayComplain: true });

/** Keeps every notice that is shown from now on, however short. */
const watchNotices = (page: Page) =>
  page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    const look = () => {
      for (const notice of document.querySelectorAll('.toast, [role="alert"]')) {
        const text = notice.textContent?.trim();
        if (text && !shown.includes(text)) shown.push(text);
      }
    };
    look();
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });

const notices = (page: Page) => page.evaluate(() => (window as unknown as { shown: string[] }).shown);

test('a restart is a pause: the game goes on and nobody sees an error', {
  timeout: 180_000,
}, async () => {
  const server = await startRealServer();
  try {
    const moves = movesOf('championship-2005').slice(0, 12);
    const pages = await meetByLink(server.url, await person(), await person());
    await playLine(pages, moves.slice(0, 4));
    const both = [pages.sente, pages.gote];
    await Promise.all(both.map(watchNotices));
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
    // Whoever comes back later gets the game as it stands, and is told nothing.
    for (const page of both) expect([[TOLD], []]).toContainEqual(await notices(page));
  } finally {
    await server.stop();
  }
});
