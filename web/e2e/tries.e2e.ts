/** What the rules do not allow: the board says why, and nothing moves. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from './browser';
import { usePeople } from './people';
import { type Player, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { centerOf, handSelector, play, squareSelector, waitForMoves } from './table';
import { keepNotices, sees } from './watch-notices';

let server: RealServer;
let sente: Player;
let gote: Player;

const person = usePeople();

/** Why a move is not allowed. It goes by itself. */
const REFUSED = '.board-note.refused';

beforeAll(async () => {
  server = await startRealServer();
  [sente, gote] = [await register(server.url, 'sente', '1k'), await register(server.url, 'gote', '1k')];
});
afterAll(async () => {
  sente.close();
  gote.close();
  await server.stop();
});

/** A page at which sente is to move in this position. */
async function at(sfen: string, { page, context }: Person) {
  const clock = { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 } as const;
  const setup = { variant: 'standard', start: { sfen }, rules: 'casual', clock, side: 'sente' } as const;
  const { game } = await sente.say({ t: 'create', create: crypto.randomUUID(), setup });
  if (!game) throw new Error('the answer names no game');
  await gote.say({ t: 'join', game });
  await signIn(context, server.url, sente.cookie);
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('.table.phase-playing sg-pieces piece');
  return page;
}

test('a second pawn on a file is named, by a tap and by a drag, and told to who hears the page', async () => {
  const page = await at('4k4/9/9/9/9/9/4P4/9/4K4 b P 1', await person());
  const from = await centerOf(page, handSelector('P'));
  const to = await centerOf(page, squareSelector('5e'));
  await page.mouse.click(from.x, from.y);
  await page.mouse.click(to.x, to.y);
  await sees(page, 'nifu', REFUSED);
  await expect.poll(() => page.locator('[data-announcer]').innerText()).toContain('nifu');
  await page.locator(REFUSED).waitFor({ state: 'detached' });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await sees(page, 'nifu', REFUSED);
  // What is allowed goes on as ever.
  await play(page, 'P*4e', 0, 'click');
  await waitForMoves(page, 1);
});

test('a finger that moves a piece before a frame is drawn has moved it', async () => {
  const page = await at('4k4/9/9/9/9/9/4P4/9/4K4 b - 1', await person({ size: 'phone' }));
  const [from, to] = [await centerOf(page, squareSelector('5g')), await centerOf(page, squareSelector('5f'))];
  const frames = await page.evaluateHandle(() => {
    const frame = window.requestAnimationFrame;
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (then) => waiting.push(then);
    return { frame, waiting };
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await frames.evaluate(({ frame, waiting }) => {
    window.requestAnimationFrame = frame;
    for (const then of waiting) frame(then);
  });
  await waitForMoves(page, 1);
});

test('a king in check is spoken of, a tap beside is not; nothing shakes where motion is not wanted', async () => {
  const { page: first, context, complaints } = await person();
  const page = await at('3rk4/9/9/9/9/9/9/9/3K4G b - 1', { page: first, context, complaints });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await keepNotices(page);
  const note = page.locator(REFUSED);
  const tap = async (sq: string) => {
    const where = await centerOf(page, squareSelector(sq));
    await page.mouse.click(where.x, where.y);
  };
  // A gold does not go there at all: the piece is put down, as ever.
  await tap('1i');
  await tap('5e');
  await tap('1i');
  await tap('1h');
  await note.waitFor();
  expect(await note.innerText()).toBe('Your king is in check');
  expect(await note.evaluate((it) => getComputedStyle(it).animationName)).toBe('none');
  expect(await page.locator('.toast.bad').count()).toBe(0);
});
