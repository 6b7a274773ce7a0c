/**
 * During a lion's move what can be done with it lies beside the board: it covers no square, neither
 * clock, and is in the window, whatever size that is.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUES, type Locale, picture, usePeople } from './people';
import { type Player, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { centerOf, drawnBoard, squareSelector } from './table';

let server: RealServer;
let sente: Player;
let gote: Player;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
  [sente, gote] = [await register(server.url, 'lion', '1k'), await register(server.url, 'kirin', '1k')];
}, 120_000);
afterAll(async () => {
  sente.close();
  gote.close();
  await server.stop();
});

const WINDOWS = [
  { width: 360, height: 740 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];

/** A lion that takes a pawn on its way, in the middle of the board, above it and below it. */
const LIONS = [
  ['6f', '6e', 'k11/12/12/12/6p5/6N5/12/12/12/12/12/K11 b - 1'],
  ['6c', '6b', 'k11/6p5/6N5/12/12/12/12/12/12/12/12/K11 b - 1'],
  ['6k', '6j', 'k11/12/12/12/12/12/12/12/12/6p5/6N5/K11 b - 1'],
] as const;

test.each([
  ['vi', 0],
  ['ja', 1],
  ['en', 2],
] as [Locale, 0 | 1 | 2][])('the bar of a lion’s move covers no square (%s)', async (locale, which) => {
  const [from, via, sfen] = LIONS[which];
  const clock = { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 } as const;
  const setup = { variant: 'chu', start: { sfen }, rules: 'casual', clock, side: 'sente' } as const;
  const { game } = await sente.say({ t: 'create', create: crypto.randomUUID(), setup });
  if (!game) throw new Error('the answer names no game');
  await gote.say({ t: 'join', game });
  const { page, context } = await person({ size: 'phone', locale });
  await signIn(context, server.url, sente.cookie);
  await page.goto(`${server.url}/${game}`);
  await page.waitForSelector('.table.phase-playing sg-pieces piece');
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    for (const sq of [from, via]) {
      const { x, y } = await centerOf(page, squareSelector(sq));
      await page.mouse.click(x, y);
    }
    await page.waitForSelector('.step-choice');
    await expect.poll(() => drawnBoard(page)).toMatchObject({ [via]: 'N' });
    await picture(page, `lion-bar-${locale}-${window.width}`);
    const covered = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const bar = box('.step-choice');
      const board = box('.ban-area');
      if (!bar || !board) return ['no bar'];
      const overlaps = (it: DOMRect) =>
        it.left < bar.right - 1 &&
        bar.left < it.right - 1 &&
        it.top < bar.bottom - 1 &&
        bar.top < it.bottom - 1;
      const covers = [...document.querySelectorAll('.ban-area, .clock')].filter((it) =>
        overlaps(it.getBoundingClientRect()),
      );
      const { clientWidth, clientHeight } = document.documentElement;
      const isIn =
        bar.left >= -1 && bar.top >= 0 && bar.right <= clientWidth + 1 && bar.bottom <= clientHeight + 1;
      const cut = [...document.querySelectorAll('.step-choice button')].filter((it) => {
        const inner = it.getBoundingClientRect();
        return (
          inner.right > bar.right + 1 || inner.bottom > bar.bottom + 1 || it.scrollWidth > it.clientWidth + 1
        );
      });
      return [
        ...covers.map((it) => `covers ${it.className}`),
        ...cut.map((it) => `cuts ${it.textContent}`),
        ...(isIn ? [] : ['is outside of the window']),
      ];
    });
    expect(covered, `${locale} ${window.width}×${window.height}`).toEqual([]);
    await page.click(`.step-choice button:has-text("${CATALOGUES[locale].game.cancel}")`);
    await page.locator('.step-choice').waitFor({ state: 'detached' });
  }
  // Files are figures, and no rank of figures has a letter among them.
  const [files, ranks] = await page.evaluate(() =>
    ['files', 'ranks'].map((of) =>
      [...document.querySelectorAll(`coords.${of} coord`)].map((it) => it.textContent ?? ''),
    ),
  );
  expect([...(files ?? [])].sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 12 }, (_, i) => `${i + 1}`),
  );
  const letters = [...'abcdefghijkl'];
  const kanji = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
  expect([...(ranks ?? [])].sort()).toEqual([...(locale === 'ja' ? kanji : letters)].sort());
});
