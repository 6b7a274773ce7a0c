/** What stands around the board: impasse, warnings, chat, the title, zen, settings. */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import type { GameSnapshot } from '../src/wire/generated';
import { type MockServer, startMockServer } from '../test/mock-server';
import { usePeople } from './people';
import { movePiece, waitForMoves } from './table';
import { sees } from './watch-notices';

let server: MockServer;

const person = usePeople();

beforeEach(async () => {
  server = await startMockServer(new URL('../dist', import.meta.url).pathname);
  return () => server.stop();
});

/** A player at a game of this kind, as sente. */
async function seated(
  changes: Partial<GameSnapshot>,
  prepare: (page: Page) => Promise<unknown> = async () => {},
  options: Parameters<typeof person>[0] = {},
): Promise<{ page: Page; game: string }> {
  const made = await person(options);
  await prepare(made.page);
  await made.page.goto(server.url);
  await made.page.waitForSelector('.link-state.open');
  const gote = { user: 'b', name: 'Bob', guest: true, king: '玉' } as const;
  const game = server.place({ players: { sente: null, gote }, ...changes }, { sente: 'last' });
  await made.page.goto(`${server.url}/${game}`);
  await made.page.waitForSelector('sg-pieces piece');
  return { page: made.page, game };
}

test('impasse is counted condition by condition, and declared only after a question', async () => {
  const count = { king_in_zone: true, pieces_in_zone: 8, in_check: false, points: 28, points_everywhere: 31 };
  const { page } = await seated({
    start: '+P+P+P+PK+P+P+P+P/1+R2G2B1/9/9/9/9/9/9/4k4 b 2G5P2r 1',
    impasse: { sente: count, gote: { ...count, points: 14 } },
  });
  const conditions = await page.locator('.impasse li').evaluateAll((all) => all.map((it) => it.className));
  expect(conditions).toEqual(['met', 'unmet', 'met', 'met']);
  await page.click('.impasse .action-row button:first-child');
  await page.click('dialog button:not(.danger)');
  expect(server.heard.some((it) => it.t === 'declare')).toBe(false);
  await page.click('.impasse .action-row button:first-child');
  await page.click('dialog button.danger');
  await expect.poll(() => server.heard.some((it) => it.t === 'declare')).toBe(true);
  // This server refuses; the page says so in words.
  await sees(page, '', '.toast.bad');
});

test('on a phone on its side the board has the whole height, and the clocks stand beside it', async () => {
  const { page } = await seated({});
  await page.setViewportSize({ width: 844, height: 390 });
  const boxes = await Promise.all(
    ['.ban-area', '.hand-bottom-area', '.player.top', '.player.bottom'].map((part) =>
      page.locator(part).boundingBox(),
    ),
  );
  const [ban, stand, top, bottom] = boxes;
  if (!ban || !stand || !top || !bottom) throw new Error('a part is not on the page');
  expect(ban.height).toBeGreaterThan(220);
  expect(stand.y + stand.height).toBeLessThanOrEqual(390);
  for (const clock of [top, bottom]) {
    expect(clock.x).toBeGreaterThanOrEqual(ban.x + ban.width);
    expect(clock.y + clock.height).toBeLessThanOrEqual(390);
  }
});

test('a board that something has pushed away is pressed where it is now', async () => {
  const { page, game } = await seated({});
  // It is measured when it is pressed.
  await movePiece(page, '7g', '7g');
  await page.evaluate(() => {
    const board = document.querySelector<HTMLElement>('.ban-area');
    if (board) board.style.translate = '0 -130px';
  });
  await movePiece(page, '2g', '2f');
  await expect.poll(() => server.heard.find((it) => it.t === 'move')).toMatchObject({ game, usi: '2g2f' });
});

test('the third time a position stands is warned of', async () => {
  const { page } = await seated({ repetitions: 3 });
  expect(await page.locator('.warning').innerText()).toContain('3 times');
});

test('a greeting is one touch, and what is said comes to both', async () => {
  const { page } = await seated({});
  await page.click('.greeting');
  await page.waitForSelector('.chat-lines p:not(.note)');
  expect(await page.locator('.chat-lines').innerText()).toContain('よろしくお願いします');
  await page.fill('.chat form input', 'Xin chào!');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.chat-lines').innerText()).toContain('Xin chào!');
});

test('on a phone the chat is heard of where it is not seen', async () => {
  const { page, game } = await seated({}, undefined, { size: 'phone' });
  const bubble = page.locator('.chat-bubble');
  await bubble.waitFor();
  expect(await bubble.locator('.bell-count').count()).toBe(0);
  server.announce(game, { t: 'chat', by: 'Bob', side: 'gote', text: 'Xin chào!', at: 1 });
  await sees(page, 'Bob Xin chào!', '.player.top .last-line');
  server.announce(game, { t: 'chat', by: 'Bob', side: 'gote', text: 'Chúc vui!', at: 2 });
  await expect.poll(() => bubble.locator('.bell-count').innerText()).toBe('2');
  expect(await bubble.getAttribute('aria-label')).toBe(en.chat.unread(2));
  await page.locator('.last-line').waitFor({ state: 'detached' });
  // One touch leads there, and all is read.
  await bubble.click();
  await page.waitForFunction(() => document.activeElement?.closest('.chat') !== null);
  await expect.poll(() => bubble.locator('.bell-count').count()).toBe(0);
  server.announce(game, { t: 'chat', by: 'Bob', side: 'gote', text: '…', at: 3 });
  await page.locator('.chat-lines', { hasText: '…' }).waitFor();
  expect(await bubble.locator('.bell-count').count()).toBe(0);
});

test('who won and who moves first looks the same by day and by night', async () => {
  const result = {
    reason: 'resignation',
    winner: 'sente',
    illegal: null,
    illegal_usi: null,
    left: null,
    next: null,
  } as const;
  const { page } = await seated({ phase: 'over', result });
  const fills = () =>
    page.evaluate(() =>
      ['.result-mark.won', '.result-mark.lost', '.player .side-mark.sente', '.player .side-mark.gote'].map(
        (mark) => {
          const shown = document.querySelector(mark);
          return shown && getComputedStyle(shown).fill;
        },
      ),
    );
  const [white, black] = ['rgb(255, 253, 248)', 'rgb(23, 18, 12)'];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await fills(), colorScheme).toEqual([white, black, black, white]);
  }
});

test('a tab that is not looked at calls its player back', async () => {
  const { page, game } = await seated({}, (it) =>
    it.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => 'away' in window });
    }),
  );
  await page.fill('.typed-move input', '7g7f');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 1);
  await page.evaluate(() => {
    Object.assign(window, { away: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await page.title()).not.toContain('Your turn');
  server.reply(game, '3c3d');
  await page.waitForFunction(() => document.title.includes('Your turn'));
  await page.evaluate(() => {
    delete (window as { away?: boolean }).away;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForFunction(() => document.title.includes('Bob'));
});

test('a notice of the system calls too, when it is wanted', async () => {
  const { page, game } = await seated({}, (it) =>
    it.addInitScript(() => {
      const notices: string[] = [];
      class Notice {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        onclick = null;
        constructor(title: string, { body }: { body: string }) {
          notices.push(`${title}: ${body}`);
        }
        close() {}
      }
      Object.assign(window, { notices, Notification: Notice });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => 'away' in window });
    }),
  );
  await page.click('.site-header > button:last-child');
  await page.getByRole('switch', { name: en.settings.notifications }).check();
  await page.keyboard.press('Escape');
  await page.fill('.typed-move input', '7g7f');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 1);
  await page.evaluate(() => Object.assign(window, { away: true }));
  server.reply(game, '3c3d');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { notices: string[] }).notices))
    .toEqual(['Your turn: Gote: pawn 33 to 34']);
});

test('offers and the own clock are told to those who hear the game', async () => {
  const { page, game } = await seated(
    {
      clock: { kind: 'sudden_death', main_ms: 600_000 },
      clocks: {
        sente: { main_ms: 600_000, periods: 0 },
        gote: { main_ms: 600_000, periods: 0 },
        running: 'sente',
        elapsed_ms: 0,
      },
    },
    (it) => it.clock.install(),
  );
  const said = () => page.locator('[data-announcer]').innerText();
  server.announce(game, { t: 'offered', by: 'gote', kind: 'takeback' });
  await expect.poll(said).toContain('Bob asks to take back the last move.');
  await page.clock.fastForward(595_000);
  await expect.poll(said).toContain('10 seconds left.');
});

test('a strict game does not say that a king stands in check; another does', async () => {
  const start = '4k4/9/9/9/9/9/4r4/9/4K3L b - 1';
  const king = (page: Page) => page.locator('[data-square="5i"]').innerText();
  const casual = await seated({ start });
  await expect.poll(() => casual.page.locator('sq.check').count()).toBe(1);
  expect(await king(casual.page)).toContain('in check');

  const rules = {
    illegal: 'loses',
    repetition: 'replay',
    impasse: 'points27',
    impasse_draw: 'draw',
    max_moves: 500,
    takeback: false,
  } as const;
  const { page, game } = await seated({ start, rules, preset: 'tournament' });
  expect(await page.locator('sq.check').count()).toBe(0);
  expect(await king(page)).not.toContain('in check');
  await page.fill('.typed-move input', '5i4i');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 1);
  server.reply(game, '5g4g');
  await waitForMoves(page, 2);
  await expect.poll(() => page.locator('[data-announcer]').innerText()).toContain('Gote: rook 57 to 47');
  expect(await page.locator('[data-announcer]').innerText()).not.toContain('Check');
  expect(await page.locator('sq.check').count()).toBe(0);
});

test('zen leaves the board, the hands and the clocks', async () => {
  const { page } = await seated({});
  await page.keyboard.press('z');
  await page.waitForSelector('.table.zen');
  for (const gone of ['.chat', '.moves', '.brand']) expect(await page.locator(gone).isVisible()).toBe(false);
  for (const kept of ['.clock >> nth=0', '.hand-bottom-area', '.sg-wrap'])
    expect(await page.locator(kept).isVisible()).toBe(true);
  await page.keyboard.press('z');
  await page.waitForSelector('.table:not(.zen)');
});

test('language, pieces and notation change at once and are kept', async () => {
  const { page } = await seated({ moves: [{ usi: '7g7f', thought_ms: 1000, credit_ms: 0 }] });
  const move = () => page.locator('.moves li').nth(1).locator('.move-text').innerText();
  expect(await move()).toBe('P-76');
  await page.click('.site-header > button:last-child');
  await page.selectOption('dialog select[name=language]', 'vi');
  await page.getByRole('heading', { name: 'Cài đặt' }).waitFor();
  await page.locator('dialog input[value="vietnamese"]').first().press('Space');
  await page.keyboard.press('Escape');
  expect(await move()).toBe('T-76');
  await page.waitForSelector('.table.faces-vietnamese');
  await page.reload();
  await page.waitForSelector('.table.faces-vietnamese sg-pieces piece');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('vi');
  expect(await move()).toBe('T-76');
});

test('time used is drawn, and a bar leads to its move', async () => {
  const moves = ['7g7f', '3c3d', '2g2f', '4c4d'].map((usi, i) => ({
    usi,
    thought_ms: 1000 * (i + 1),
    credit_ms: 0,
  }));
  const { page } = await seated({ moves });
  const graph = page.locator('.time-graph');
  await expect.poll(() => graph.locator('rect').count()).toBe(4);
  const box = await graph.boundingBox();
  if (!box) throw new Error('no graph');
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height / 2);
  await expect.poll(() => page.locator('.moves [aria-current="true"] .move-number').innerText()).toBe('2');
});
