/**
 * The half hour after a game: what stays in the window when it ends, in which room two players talk
 * about it, and what a beginner is offered who has lost.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as ja } from '../src/i18n/made/whole/ja';
import { words as vi } from '../src/i18n/made/whole/vi';
import { picture, usePeople } from './people';
import { beginByLetter, connect, type Player, playRated, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { choose, drawnBoard, waitForMoves } from './table';
import { keepNotices, sees } from './watch-notices';

let server: RealServer;
let pupil: Player;
let master: Player;
/** A rated game that the pupil has given up. */
let code: string;

const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
  master = await register(server.url, 'akiyama', '1k');
  pupil = await register(server.url, 'lan', '5k');
  code = await playRated(master, pupil);
});
afterAll(async () => {
  for (const player of [pupil, master]) player.close();
  await server.stop();
});

async function open(who: Player | null, path: string, locale = 'en'): Promise<Page> {
  const { page, context } = await person({ locale });
  await signIn(context, server.url, who?.cookie);
  await page.goto(server.url + path);
  await page.waitForSelector('sg-pieces piece');
  return page;
}

async function resize(page: Page, [width, height]: readonly [number, number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Which of these are not wholly in the window, with where they are. */
const outside = (page: Page, parts: readonly string[]) =>
  page.evaluate((parts) => {
    const { clientWidth, clientHeight } = document.documentElement;
    return parts.flatMap((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      const isIn =
        box &&
        box.height > 0 &&
        box.top >= 0 &&
        box.left >= 0 &&
        box.bottom <= clientHeight + 1 &&
        box.right <= clientWidth + 1;
      return isIn
        ? []
        : [`${part} ${box ? `${Math.round(box.top)}–${Math.round(box.bottom)}` : 'is not there'}`];
    });
  }, parts);

const heightOf = (page: Page, part: string) =>
  page.locator(part).evaluate((it) => it.getBoundingClientRect().height);

test('when a game ends, one’s own card, the clock, the moves and the way to talk stay in the window', async () => {
  const page = await open(pupil, `/${code}`, 'ja');
  await page.waitForSelector('.result .action-row');
  const always = [
    '.player.bottom',
    '.player.bottom .clock',
    '.result h2',
    '.result .primary',
    '.result .button',
  ];
  const sizes = [
    [
      [1440, 900],
      ['.moves', '.chat', '.chat input[type="text"]'],
    ],
    [
      [1024, 768],
      ['.moves', '.chat', '.chat input[type="text"]'],
    ],
    [
      [844, 390],
      ['.moves [aria-current="true"]', '.chat-bubble'],
    ],
    [[360, 740], []],
  ] as const;
  const wrong: string[] = [];
  for (const [size, parts] of sizes) {
    await resize(page, size);
    const lost = await outside(page, [...always, ...parts]);
    if (lost.length > 0) wrong.push(`${size.join('×')}: ${lost.join(', ')}`);
    await picture(page, `game-end-${size[0]}`);
  }
  expect(wrong).toEqual([]);
  // How it ended is one line, and all but two buttons are in the menu.
  await resize(page, [1440, 900]);
  expect(await heightOf(page, '.result h2')).toBeLessThan(32);
  expect(await page.locator('.result .action-row > :is(button, a)').count()).toBe(2);
  expect(await page.locator('.result .menu-act').allInnerTexts()).toEqual([
    ja.review.learn.title,
    ja.study.add.title,
    ja.game.download,
    ja.embed.copy,
  ]);
});

for (const locale of ['en', 'vi', 'ja'] as const)
  test(`how a game ended is one line and what to do another, the menu at its end, ${locale}`, async () => {
    const page = await open(master, `/${code}`, locale);
    await page.waitForSelector('.result .action-row');
    const wrong: string[] = [];
    for (const size of [
      [1440, 900],
      [1024, 768],
      [360, 740],
    ] as const) {
      await resize(page, size);
      const lines = await page.evaluate(() => {
        const boxesOf = (parts: string) =>
          [...document.querySelectorAll(parts)].map((it) => it.getBoundingClientRect());
        const [menu] = boxesOf('.result .more-menu > button');
        const [head] = boxesOf('.result h2');
        const tops = boxesOf('.result .action-row > :is(button, a)').map(({ top }) => Math.round(top));
        const isBeside =
          !!menu && !!head && menu.left >= head.right && menu.top < head.bottom && head.top < menu.bottom;
        return { isBeside, head: head?.height ?? 0, rows: new Set(tops).size };
      });
      if (!lines.isBeside || lines.head >= 32 || lines.rows !== 1)
        wrong.push(`${size.join('×')}: ${JSON.stringify(lines)}`);
    }
    expect(wrong).toEqual([]);
  });

test('a player’s card says who it is and how strong in two lines, and nothing lies on another', async () => {
  const page = await open(pupil, `/${code}`);
  await page.locator('.player.top .rating-change').waitFor();
  for (const size of [
    [1440, 900],
    [1280, 720],
    [1024, 768],
    [360, 740],
  ] as const) {
    await resize(page, size);
    const over = await page.evaluate(() =>
      [...document.querySelectorAll('.player')].flatMap((card) => {
        const parts = [
          ...card.querySelectorAll('.player-who, .person-menu, .player-result, .strength, .rating-change'),
        ];
        return parts.flatMap((one, i) =>
          parts.slice(i + 1).flatMap((other) => {
            const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
            const meet =
              a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
            return meet ? [`${one.className} and ${other.className}`] : [];
          }),
        );
      }),
    );
    expect(over, size.join('×')).toEqual([]);
    expect(await heightOf(page, '.player.top .player-line'), size.join('×')).toBeLessThan(24);
  }
});

test('two who review their game have room for their talk and for the moves, in every window', async () => {
  const [page, other] = [await open(pupil, `/review/${code}`), await open(master, `/review/${code}`, 'ja')];
  for (const text of ['Where did I go wrong?', 'And here?']) {
    await pupil.say({ t: 'chat', game: code, text });
  }
  await other.locator('.chat-lines', { hasText: 'And here?' }).waitFor();
  const wrong: string[] = [];
  for (const size of [
    [1440, 900],
    [1280, 800],
    [1180, 820],
    [1024, 768],
  ] as const) {
    await resize(page, size);
    const tab = page.locator('[data-panel="chat"]');
    if (await tab.count()) await tab.click();
    await page.locator('.chat-lines', { hasText: 'And here?' }).waitFor();
    const room = await page.evaluate(() => {
      const heightOf = (part: string) => document.querySelector(part)?.getBoundingClientRect().height ?? 0;
      const { clientHeight, scrollHeight, scrollWidth, clientWidth } = document.documentElement;
      const linesOf = (part: string) => {
        const log = document.querySelector(part);
        const line = log?.querySelector('p');
        if (!log || !line) return 0;
        const { paddingTop, paddingBottom } = getComputedStyle(log);
        const room = log.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
        return room / line.getBoundingClientRect().height;
      };
      return {
        chat: heightOf('.chat'),
        lines: linesOf('.chat-lines'),
        list: heightOf('.moves') / (clientHeight - heightOf('.site-header')),
        isWhole: scrollHeight <= clientHeight && scrollWidth <= clientWidth,
      };
    });
    const at = size.join('×');
    // Beside one column the names of the tabs are a part of what the chat takes.
    const chat = room.chat + ((await tab.count()) ? await heightOf(page, '.panel-head') : 0);
    if (chat < 200) wrong.push(`${at}: the chat has ${Math.round(chat)} px`);
    // Where the talk was chosen beside one column, the moves give way to it.
    const isTab = (await tab.count()) > 0;
    if (isTab && room.lines < 8) wrong.push(`${at}: the talk has ${room.lines.toFixed(1)} lines`);
    if (room.list < (isTab ? 0.3 : 0.4))
      wrong.push(`${at}: the moves have ${room.list.toFixed(2)} of the height`);
    if (!room.isWhole) wrong.push(`${at}: the page scrolls`);
    const lost = await outside(page, [
      '.player.top',
      '.player.bottom',
      '.chat-lines',
      '.chat input[type="text"]',
    ]);
    if (lost.length > 0) wrong.push(`${at}: ${lost.join(', ')}`);
    await picture(page, `review-${size[0]}`);
  }
  expect(wrong).toEqual([]);
  // A phone on its side: what was said last and the field for an answer are in the window, too.
  await resize(page, [844, 390]);
  await page.locator('[data-panel="chat"]').click();
  await page.locator('.chat-lines', { hasText: 'And here?' }).waitFor();
  expect(
    await outside(page, [
      '.player.top',
      '.player.bottom',
      '.moves',
      '.record .steps',
      '.chat-lines',
      '.chat input[type="text"]',
    ]),
  ).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(390);
  const cut = await page.evaluate(() => {
    const boxOf = (part: string) => document.querySelector(part)?.getBoundingClientRect();
    const [line, log] = [boxOf('.chat-lines p:last-of-type'), boxOf('.chat-lines')];
    const [field, panel] = [boxOf('.chat form'), boxOf('.chat-panel')];
    if (!line || !log || !field || !panel) return 'not there';
    const isRead = line.top >= log.top - 1 && line.bottom <= log.bottom + 1;
    return isRead && field.bottom <= panel.bottom + 1 ? '' : JSON.stringify([line, log, field, panel]);
  });
  expect(cut).toBe('');
  // Every tab is in a narrow column, in each language.
  for (const [who, locale] of [
    [pupil, 'vi'],
    [master, 'ja'],
  ] as const) {
    const narrow = await open(who, `/review/${code}`, locale);
    await resize(narrow, [1024, 768]);
    const hidden = await narrow
      .locator('.panel-tabs')
      .evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth);
    expect(hidden, locale).toBe(0);
  }
  // What is said before and after a game is said at its board.
  expect(await page.locator('.greeting').count()).toBe(0);
});

test('mistakes are there to be learnt from for those who made them', async () => {
  const own = await open(pupil, `/review/${code}`);
  await own.locator('.judgement').getByRole('button', { name: en.review.learn.title }).waitFor();
  const stranger = await open(null, `/review/${code}`);
  await stranger.locator('.judgement').waitFor();
  expect(await stranger.getByRole('button', { name: en.review.learn.title }).count()).toBe(0);
  const theirs = await open(null, `/review?game=${code}`);
  await theirs.locator('.judgement').waitFor();
  expect(await theirs.getByRole('button', { name: en.review.learn.title }).count()).toBe(0);
});

test('who resigned a won game is told so', { timeout: 180_000 }, async () => {
  const [winner, loser] = [await register(server.url, 'minh', '1k'), await register(server.url, 'anh', '1k')];
  const { game } = await winner.say({
    t: 'create',
    create: crypto.randomUUID(),
    setup: {
      variant: 'standard',
      // A rook and two golds ahead. The only move cannot be a mistake, however short the engine looks.
      start: { sfen: '4k4/9/9/9/9/9/9/7Pp/7LK b R2G 1' },
      rules: 'casual',
      clock: { kind: 'untimed' },
      side: 'gote',
    },
  });
  if (!game) throw new Error('the answer names no game');
  await loser.say({ t: 'join', game });
  await loser.say({ t: 'move', game, ply: 0, usi: '1i1h' });
  await winner.say({ t: 'move', game, ply: 1, usi: '5a5b' });
  await loser.say({ t: 'resign', game });
  const page = await open(loser, `/review/${game}`);
  await page.locator('.judgement').getByRole('button', { name: en.review.learn.title }).click();
  await page
    .locator('.second-chance', {
      hasText: /You gave up too early: you (were ahead \(\+\d+\)|had a mate in \d+)\./,
    })
    .waitFor({ timeout: 120_000 });
  expect(await page.getByText(en.review.learn.none).count()).toBe(0);
  // And there is the position, with everything that a review has.
  await page.getByRole('button', { name: en.review.learn.toPosition }).click();
  await page.locator('.move[aria-current="true"]', { hasText: '2' }).waitFor();
  await page.locator('.judgement').waitFor();
  // Who was sent the loser's address is asked nothing: they are not their mistakes.
  const friend = await open(null, `/review?game=${game}&learn=sente`);
  await friend.locator('.judgement').waitFor();
  expect(await friend.locator('.second-chance').count()).toBe(0);
  expect(await friend.getByRole('button', { name: en.review.learn.title }).count()).toBe(0);
  for (const player of [winner, loser]) player.close();
});

test('a guest who loses to the machine is cheered up, and plays on from three moves before', {
  timeout: 120_000,
}, async () => {
  const { page, context } = await person({ locale: 'vi', size: 'phone' });
  await page.goto(server.url);
  await page.waitForSelector('.link-state:not(.connecting)');
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const guest = await connect(server.url, 'guest', cookie);
  const { game } = await guest.say({
    t: 'play_engine',
    create: crypto.randomUUID(),
    setup: {
      variant: 'standard',
      start: 'even',
      rules: 'casual',
      clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
      side: 'sente',
    },
    level: 1,
  });
  await page.goto(`${server.url}/${game}`);
  // Far from what the machine can reach by then.
  for (const [i, usi] of ['9g9f', '1g1f', '9i9h', '1i1h'].entries()) {
    await guest.say({ t: 'move', game: game ?? '', ply: 2 * i, usi });
    await waitForMoves(page, 2 * i + 2);
  }
  await guest.say({ t: 'resign', game: game ?? '' });
  const { afterLoss } = vi.review;
  await page.getByText(afterLoss.kind).waitFor();
  // In the language of the page, and without anything that needs an opponent.
  await page.locator('.player.bottom', { hasText: /Khách \d{4}/ }).waitFor();
  expect(await page.locator('.chat').count()).toBe(0);
  const offered = () => page.locator('.result .action-row > :is(button, a)').allInnerTexts();
  await expect.poll(offered).toEqual([afterLoss.again, afterLoss.takeBack, afterLoss.nextLesson]);
  expect(await page.locator('.result .menu-act').allInnerTexts()).not.toContain(vi.embed.copy);
  expect(await outside(page, ['.player.bottom', '.result .primary'])).toEqual([]);
  await picture(page, 'beginner-lost');

  await page.getByRole('button', { name: afterLoss.takeBack }).click();
  await page.waitForURL((url) => !url.pathname.includes(game ?? ''));
  await page.waitForSelector('.phase-playing sg-pieces piece');
  // One of the four moves was made, and it is the guest's turn, without a clock.
  const board = await drawnBoard(page);
  expect([board['9f'], board['1g']]).toEqual(['P', 'P']);
  expect(await page.locator('.clock').count()).toBe(0);
  await page.locator('.player.bottom.to-move').waitFor();
  const again = (await (
    await fetch(`${server.url}/api/v1/games/${new URL(page.url()).pathname.slice(1)}`)
  ).json()) as {
    rated: boolean;
    players: { gote: { level?: number } };
  };
  expect([again.rated, again.players.gote.level]).toEqual([false, 1]);
  guest.close();
});

test('a study fits its window, with its title on top and one way to its files', async () => {
  const headers = { 'content-type': 'application/json', cookie: master.cookie };
  const made = await fetch(`${server.url}/api/v1/studies`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      title: 'Four-piece lessons for Lan',
      description: '',
      topics: [],
      visibility: 'unlisted',
      chapters: [
        {
          name: 'The game of the twenty-eighth of November',
          review: code,
          orientation: 'sente',
          mode: 'normal',
        },
      ],
    }),
  });
  const { study } = (await made.json()) as { study: string };
  const page = await open(master, `/study/${study}`);
  for (const size of [
    [1024, 768],
    [1180, 820],
    [1440, 900],
    [844, 390],
    [360, 740],
  ] as const) {
    await resize(page, size);
    const at = size.join('×');
    const [width, wide] = await page.evaluate(() => [
      document.documentElement.clientWidth,
      document.documentElement.scrollWidth,
    ]);
    expect(wide, at).toBe(width);
    expect(await outside(page, ['.study-head h2']), at).toEqual([]);
    const above = await page.evaluate(() => {
      const topOf = (part: string) => document.querySelector(part)?.getBoundingClientRect().top ?? 0;
      return topOf('.study-head h2') <= topOf('.seat-top');
    });
    expect(above, at).toBe(true);
  }
  await choose(page, '.study-head', en.game.download);
  expect(await page.locator('dialog .download-list').count()).toBe(2);
  expect(await page.getByRole('button', { name: en.game.download }).count()).toBe(0);
});

test('a small board of one’s own game is seen from one’s own side', async () => {
  const game = await beginByLetter(master, pupil);
  await master.say({ t: 'move', game, ply: 0, usi: '7g7f' });
  for (const [who, side] of [
    [pupil, 'gote'],
    [master, 'sente'],
  ] as const) {
    const { page, context } = await person();
    await signIn(context, server.url, who.cookie);
    await page.goto(`${server.url}/my-move`);
    await page.waitForSelector(`.my-moves .small-board.orientation-${side} piece`);
    expect(await page.locator('.live-seat').last().innerText()).toContain(who.handle);
  }
  await master.say({ t: 'abort', game });
});

test('a bar on every page takes no rank of the board out of the window', async () => {
  const page = await open(pupil, `/${code}`);
  await resize(page, [1440, 900]);
  await page.evaluate(() => {
    const bar = document.createElement('div');
    bar.className = 'banner agenda-bar';
    bar.innerHTML =
      '<a class="agenda-name" href="/tournaments">Cup</a><a class="button primary" href="/">Go</a>';
    document.querySelector('.site-header')?.after(bar);
  });
  expect(await outside(page, ['.ban-area', '.player.bottom'])).toEqual([]);
});

test('a rematch is asked for wherever the other is, and begins from there', async () => {
  const over = await playRated(master, pupil);
  const page = await open(pupil, `/review/${over}`);
  await page.waitForSelector('.link-state.open');
  await keepNotices(page);
  await master.say({ t: 'rematch', game: over });
  await sees(page, en.game.offered.rematch('akiyama'));
  await page.locator('.toast-acts button.primary').click();
  await page.waitForSelector('.table.phase-playing');
  expect(new URL(page.url()).pathname).not.toContain(over);
});

test('where one of them fits, the players have their talk open before the comments', async () => {
  const page = await open(pupil, `/review/${code}`);
  await resize(page, [1024, 768]);
  await page.waitForSelector('[data-panel="chat"][aria-selected="true"]');
  await page.waitForSelector('.chat input[type="text"]');
});
