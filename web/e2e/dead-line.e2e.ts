/** A line that is dead: whoever has it sees it at once, and the other side within seconds. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { usePeople } from './people';
import { beginRated, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { meetByLink, movePiece, playLine, waitForMoves } from './table';

let server: RealServer;
const words = en.page;

// A browser notes every connection that fails.
const person = usePeople({ mayComplain: true });

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

/**
 * A player from whom nothing comes is away after the server's fifteen seconds; a busy machine may
 * need far longer.
 */
const AWAY_MS = 90_000;

test('without a network nothing is green, the move says that it is not sent, and arrives later', async () => {
  const pages = await meetByLink(server.url, await person(), await person());
  const { sente, gote } = pages;
  await playLine(pages, ['7g7f', '3c3d']);
  await sente.context().setOffline(true);
  await sente.waitForSelector('.link-state.lost');
  expect(await sente.locator('.presence.here').count()).toBe(0);
  expect(await sente.locator('.presence.unknown').count()).toBe(2);
  await movePiece(sente, '2g', '2f');
  const note = sente.locator('.board-note.unsent');
  await note.waitFor();
  expect(await note.innerText()).toBe('not sent yet');
  expect(await sente.locator('sq.unsent').count()).toBe(1);
  await gote.waitForSelector('.player.top .presence.away', { timeout: AWAY_MS });

  await sente.context().setOffline(false);
  await waitForMoves(gote, 3);
  await waitForMoves(sente, 3);
  await note.waitFor({ state: 'detached' });
  await gote.waitForSelector('.player.top .presence.here');
  await sente.waitForSelector('.link-state.open');
});

test('who says nothing any more is away, and is there again with the first word', async () => {
  const [one, two] = [await register(server.url, 'one', '1k'), await register(server.url, 'two', '1k')];
  const game = await beginRated(one, two);
  await two.say({ t: 'subscribe', stream: `game:${game}` });
  const { page, context } = await person();
  await signIn(context, server.url, one.cookie);
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('.player.top .presence.here');
  two.setSilent(true);
  await page.waitForSelector('.player.top .presence.away', { timeout: AWAY_MS });
  await page.waitForSelector('.absence');
  two.setSilent(false);
  await page.waitForSelector('.player.top .presence.here');
  one.close();
  two.close();
});

test('what could not be loaded says so, and comes when it is asked for again', async () => {
  const maker = await register(server.url, 'maker', '1k');
  const { game } = await maker.say({
    t: 'create',
    create: crypto.randomUUID(),
    setup: {
      variant: 'standard',
      rules: 'casual',
      clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
      start: 'even',
      side: 'random',
    },
  });
  for (const [file, path, what] of [
    ['waiting-panel', `/${game}`, '.waiting'],
    ['players-page', '/players', '.players-page h1'],
  ]) {
    const { page } = await person();
    await page.route(`**/${file}-*.js`, (route) => route.abort());
    await page.goto(server.url + path);
    const again = page.getByRole('button', { name: words.again });
    await again.waitFor();
    expect(await page.locator(`${what}`).count()).toBe(0);
    await page.unrouteAll();
    await again.click();
    await page.waitForSelector(`${what}`);
  }
});
