/**
 * Every page with a board in windows of every kind: how large the board is, and what is done to it
 * by the rest.
 */

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Setup } from '../src/wire/generated';
import { VARIANTS, type VariantTable } from '../src/wire/variants';
import { movesOf } from '../test/games';
import { usePeople } from './people';
import { type Player, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { keepNotices } from './watch-notices';

/**
 * Phones, tablets and screens, upright and on their sides, and what is left of them at 200 %. Here
 * all that a game takes is in the window.
 */
const WINDOWS = [
  [320, 568],
  [360, 640],
  [360, 740],
  [375, 667],
  [390, 844],
  [412, 915],
  [430, 932],
  [568, 320],
  [640, 360],
  [667, 375],
  [740, 360],
  [844, 390],
  [915, 412],
  [720, 450],
  [768, 1024],
  [1024, 600],
  [1024, 768],
  [1180, 820],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
] as const;

/** With windows that few people have: nearly square, or huge. */
const SIZES = [
  ...WINDOWS,
  [1440, 2560],
  [932, 430],
  [512, 384],
  [600, 600],
  [800, 900],
  [1280, 1024],
  [2560, 1440],
] as const;

/** Of the short side of what the window has below the header. */
const BOARD_SHARE_MIN = 0.8;
const ROWS_MIN = 5;

let server: RealServer;
let alice: Player;
let bob: Player;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());
// Games are left here in the middle: whoever does that often may not begin another.
let n_pairs = 0;
beforeEach(async () => {
  n_pairs++;
  alice = await register(server.url, `alice-${n_pairs}`, '5k');
  bob = await register(server.url, `bob-${n_pairs}`, '5k');
});
afterEach(() => {
  alice.close();
  bob.close();
});

const SETUP: Setup = {
  variant: 'standard',
  start: 'even',
  rules: 'casual',
  clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 },
  side: 'sente',
};

async function create(changes: Partial<Setup> = {}, by = alice): Promise<string> {
  const { game } = await by.say({
    t: 'create',
    create: crypto.randomUUID(),
    setup: { ...SETUP, ...changes },
  });
  if (!game) throw new Error('the answer names no game');
  return game;
}

/** A game of Alice, who is sente, with Bob. */
async function begin(variant: string, moves: string[] = []): Promise<string> {
  const game = await create({ variant });
  await bob.say({ t: 'join', game });
  // Who is there is not reported missing.
  await bob.say({ t: 'subscribe', stream: `game:${game}` });
  for (const [ply, usi] of moves.entries())
    await (ply % 2 === 0 ? alice : bob).say({ t: 'move', game, ply, usi });
  return game;
}

/** Long enough that pieces are in both hands and the list of moves is longer than its room. */
const moves = movesOf('ryuou-2014').slice(0, 80);

/** A window of Alice's, or of a stranger. */
async function open(path: string, who?: Player, locale = 'en'): Promise<Page> {
  const { page, context } = await person({ locale });
  await signIn(context, server.url, who?.cookie);
  await page.goto(`${server.url}${path}`);
  await page.waitForSelector('sg-pieces piece');
  // What a lesson says lies over its board until it was read.
  await page.evaluate(() => document.querySelector<HTMLElement>('.text-read')?.click());
  return page;
}

interface Measured {
  /** Of the board to the short side, by its longer and by its shorter side. */
  share: number;
  shorter: number;
  isWhole: boolean;
  /** Of a piece in hand to one on the board, for each stand that is shown. */
  inHand: number[];
  /** What lies on the board or on a stand. */
  over: string[];
  /** Of the list of moves, where there is one. */
  rows: number | null;
  followed: boolean;
  /** What is wider than the window. */
  tooWide: string;
  /** Which of the clocks, the stands and what is done at the board are not in the window. */
  outside: string[];
}

function measure(page: Page): Promise<Measured> {
  return page.evaluate(() => {
    const rectOf = (element: Element) => element.getBoundingClientRect();
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((it) => rectOf(it).width > 0 && rectOf(it).height > 0);
    const meet = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const [ban, header] = [shown('.ban-area')[0], shown('.site-header')[0]];
    if (!ban || !header) throw new Error('there is no board');
    const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
    const room = clientHeight - rectOf(header).height;
    const { width, height } = rectOf(ban);
    const square = shown('sg-squares sq')[0];
    const list = shown('.moves')[0];
    const current = list?.querySelector('[aria-current="true"]');
    const parts = [ban, ...shown('.stand')];
    const others = shown(
      ':is(.card, .site-header, .player, .clock, .replay-name, .toast, button, input, .chat, .moves, .record)',
    ).filter((it) => !it.closest('.moves li'));
    return {
      share: Math.max(width, height) / Math.min(clientWidth, room),
      shorter: Math.min(width, height) / Math.min(clientWidth, room),
      isWhole: width <= clientWidth && height <= room,
      inHand: shown('.stand').map((stand) => {
        const piece = stand.querySelector('sg-hp-wrap');
        return piece && square ? rectOf(piece).width / rectOf(square).width : 0;
      }),
      over: parts.flatMap((part) => [
        ...others
          .filter((it) => !part.contains(it) && meet(rectOf(part), rectOf(it)))
          .map((it) => `${it.tagName.toLowerCase()}.${it.className} “${it.textContent}”`),
        ...parts.filter((it) => it !== part && meet(rectOf(part), rectOf(it))).map((it) => it.className),
      ]),
      rows: list ? list.clientHeight / rectOf(list.querySelector('.move') ?? list).height : null,
      followed:
        !list ||
        !current ||
        (rectOf(current).top >= rectOf(list).top - 1 && rectOf(current).bottom <= rectOf(list).bottom + 1),
      outside: shown(':is(.player .clock, .stand, .action-row button)')
        .filter((it) => rectOf(it).bottom > clientHeight + 1 || rectOf(it).right > clientWidth + 1)
        .map((it) => `${it.className} to ${Math.round(rectOf(it).bottom)}`),
      tooWide:
        scrollWidth <= clientWidth
          ? ''
          : shown('main *')
              .filter((it) => rectOf(it).right > clientWidth + 1)
              .map((it) => `${it.tagName.toLowerCase()}.${it.className}`)
              .slice(0, 4)
              .join(', ') || `${scrollWidth - clientWidth} px`,
    };
  });
}

async function resize(page: Page, [width, height]: readonly [number, number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * All of it in every window; what is wrong is told together. A game has its clocks, its stands and
 * what is done there in the window, too.
 */
async function holds(
  page: Page,
  inHandMin: number,
  what = '',
  isGame = false,
  shareMin = BOARD_SHARE_MIN,
): Promise<void> {
  const wrong: string[] = [];
  for (const [i, size] of SIZES.entries()) {
    const [width, height] = size;
    await resize(page, size);
    const it = await measure(page);
    const complaints = [
      it.share < shareMin && `the board has ${it.share.toFixed(2)} of the short side`,
      !it.isWhole && 'the board is larger than the window',
      it.inHand.some((share) => share < inHandMin) &&
        `pieces in hand are ${it.inHand.map((n) => n.toFixed(2))}`,
      it.over.length > 0 && `on the board: ${it.over.join(', ')}`,
      it.rows !== null && it.rows < ROWS_MIN && `${it.rows.toFixed(1)} moves are seen`,
      !it.followed && 'the shown move is not seen',
      isGame && i < WINDOWS.length && it.outside.length > 0 && `outside: ${it.outside.join(', ')}`,
      it.tooWide !== '' && `the page scrolls sideways, by ${it.tooWide}`,
    ].filter(Boolean);
    if (complaints.length > 0) wrong.push(`${what} ${width}×${height}: ${complaints.join('; ')}`);
  }
  expect(wrong).toEqual([]);
}

/** Of a board in a list, below which the rest of the list begins. */
const FEATURED_SHARE_MIN = 0.65;

const featured = (page: Page) =>
  page.evaluate(() => {
    const rectOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const [ban, card] = [rectOf('.featured .ban'), rectOf('.featured')];
    const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
    const room = clientHeight - (rectOf('.site-header')?.height ?? 0);
    if (!ban || !card) throw new Error('there is no board');
    const seats = [...document.querySelectorAll('.featured .live-seat')].map((it) =>
      it.getBoundingClientRect(),
    );
    return {
      share: Math.max(ban.width, ban.height) / Math.min(clientWidth, room),
      isWhole: card.height <= room && card.width <= clientWidth,
      isClear: seats.every(
        (seat) => seat.bottom <= ban.top + 1 || seat.top >= ban.bottom - 1 || seat.left >= ban.right,
      ),
      fits: scrollWidth <= clientWidth,
    };
  });

// First, and in an order of its own: the game that began first stands out among equals, and games
// that other tests leave behind would stand in its place.
test('the game that stands out among those being played is seen whole in every window, whatever its board', async () => {
  const wrong: string[] = [];
  // Both have moved: who gives up later has not called the game off.
  const games = {
    standard: moves.slice(0, 40),
    heian_dai: ['1k1j', '1c1d'],
    minishogi: ['3e3d', '3a3b'],
    dobutsu: ['1d1c', '3a3b'],
  };
  for (const [variant, played] of Object.entries(games)) {
    const game = await begin(variant, played);
    const { page } = await person();
    await page.goto(`${server.url}/watch`);
    await page.waitForSelector('.featured .small-board piece');
    for (const [width, height] of SIZES) {
      // Three files are as narrow there as the names beside them.
      if (variant === 'dobutsu' && width < 360) continue;
      await page.setViewportSize({ width, height });
      const it = await featured(page);
      if (it.share < FEATURED_SHARE_MIN || !it.isWhole || !it.isClear || !it.fits)
        wrong.push(`${variant}, ${width}×${height}: ${JSON.stringify(it)}`);
    }
    await alice.say({ t: 'resign', game });
  }
  expect(wrong).toEqual([]);
});

test('a game has its board, its stands and its moves in every window, for players and for watchers', async () => {
  const game = await begin('standard', moves);
  await holds(await open(`/${game}`, alice), 0.9, 'at the board,', true);
  // Who watches has the talk in the window as well: on a phone that is short the board gives way.
  await holds(await open(`/${game}`), 0.75, 'watching,', true, 0.74);
  await bob.say({ t: 'resign', game });
  await holds(await open(`/${game}`, alice), 0.9, 'at the end,', true);
});

test('so has one by correspondence, and one of chu shogi', async () => {
  const game = await create({ clock: { kind: 'correspondence', days: 3 } });
  await bob.say({ t: 'join', game });
  await holds(await open(`/${game}`, alice), 0.9, 'by correspondence,', true);
  const chu = await begin('chu');
  await holds(await open(`/${chu}`, alice), 0.9, 'chu,', true);
  await holds(await open(`/${chu}`), 0.75, 'watching chu,', true, 0.74);
});

test('so have games on boards of every size', async () => {
  // Squares of a small board are huge. Nobody moves: whoever let too many games be may begin no
  // more. Variants whose boards and stands are alike are drawn alike.
  const shape = ({ files, ranks, hand }: VariantTable) => `${files}×${ranks}, ${hand.length} in hand`;
  const ofShapes = new Map(VARIANTS.toReversed().map((variant) => [shape(variant), variant]));
  for (const [i, { name }] of [...ofShapes.values()].entries()) {
    const [host, other] = [
      await register(server.url, `host-${n_pairs}-${i}`, '1k'),
      await register(server.url, `visits-${n_pairs}-${i}`, '1k'),
    ];
    const game = await create({ variant: name }, host);
    await other.say({ t: 'join', game });
    const page = await open(`/${game}`, host);
    await holds(page, 0.69, name);
    await page.close();
    for (const player of [host, other]) player.close();
  }
});

test('a bar on every page takes its height from the board, and is one line there', async () => {
  const page = await open(`/${await begin('standard', moves)}`, alice);
  await page.evaluate(() => {
    const bar = document.createElement('div');
    bar.className = 'banner agenda-bar';
    bar.innerHTML = `<a class="agenda-name" href="/tournaments">${'The cup of all clubs '.repeat(5)}</a><span>Round 2 in 3:10</span><a class="button primary" href="/">Go</a>`;
    document.querySelector('.site-header')?.after(bar);
  });
  const wrong: string[] = [];
  for (const size of WINDOWS) {
    await resize(page, size);
    const it = await measure(page);
    const outside = await page
      .locator(':is(.ban-area, .stand, .player .clock)')
      .evaluateAll((all) =>
        all
          .filter((part) => part.getBoundingClientRect().bottom > innerHeight + 1)
          .map((part) => part.className),
      );
    if (outside.length > 0 || it.tooWide || it.over.length > 0)
      wrong.push(`${size.join('×')}: ${outside.join(', ')} ${it.tooWide} ${it.over.join(', ')}`);
  }
  expect(wrong).toEqual([]);
});

test('browsers agree on the width that is left for a board', async () => {
  // One stand, at the side: what it takes is multiplied by one.
  const page = await open('/learn/rook');
  await resize(page, [1024, 768]);
  const [left = 0, cut = 0] = await page.evaluate(() => {
    const table = document.querySelector('.table');
    const probe = document.createElement('div');
    probe.style.position = 'absolute';
    table?.append(probe);
    const px = (length: string) => {
      probe.style.width = length;
      return probe.getBoundingClientRect().width;
    };
    const taken = 2 * px('var(--edge)') + px('calc(var(--across) * 1px)') * px('var(--stand-room)');
    return [px('var(--width)'), px('100cqw') - taken];
  });
  expect(left).toBeCloseTo(cut, 0);
});

test('so have reviews, replays, problems and lessons', async () => {
  const game = await begin('standard', moves);
  await bob.say({ t: 'resign', game });
  const headers = { cookie: alice.cookie };
  const kif = await fetch(`${server.url}/api/v1/games/${game}/record.kif`, { headers });
  const answer = await fetch(`${server.url}/api/v1/me/imports`, {
    method: 'POST',
    headers,
    body: await kif.arrayBuffer(),
  });
  const { imports } = (await answer.json()) as { imports: { import: string }[] };
  const { problems } = (await (await fetch(`${server.url}/api/v1/tsume`)).json()) as {
    problems: { number: number }[];
  };
  const paths = [
    `/review/${game}`,
    `/kifu/${imports[0]?.import}`,
    `/tsume/${problems[0]?.number}`,
    '/learn/rook',
  ];
  for (const path of paths) {
    const page = await open(path, alice);
    await page.keyboard.press('End');
    await holds(page, 0.9);
  }
});

test('a notice lies on no board, no stand and no chat', async () => {
  const page = await open(`/${await begin('standard')}`, alice);
  await keepNotices(page);
  await page.fill('.typed-move input', '9z9z');
  await page.press('.typed-move input', 'Enter');
  await page.waitForSelector('.toast');
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const under = () =>
      page.evaluate(() => {
        const toast = document.querySelector('.toast')?.getBoundingClientRect();
        if (!toast) return 'no notice';
        // What is at the end of the header is reached; where that is narrow, a notice has all of it.
        const bell = innerWidth < 700 ? '' : ', .bell, .own-menu';
        return [...document.querySelectorAll(`:is(.ban, .stand, .chat, main button:not(.move)${bell})`)]
          .filter((it) => {
            const { width, top, bottom, left, right } = it.getBoundingClientRect();
            const isLevel = top < toast.bottom && bottom > toast.top;
            return width > 0 && isLevel && left < toast.right && right > toast.left;
          })
          .map((it) => it.className);
      });
    await expect.poll(under, { message: `${width}×${height}` }).toEqual([]);
  }
});

test('the marks of both sides have a rim at the board, by day and by night', async () => {
  const game = await begin('standard', moves);
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open(`/${game}`, alice);
    await page.emulateMedia({ colorScheme });
    const rims = await page
      .locator('.table .side-mark')
      .evaluateAll((all) => all.map((it) => getComputedStyle(it).stroke));
    expect(rims.length).toBeGreaterThan(2);
    expect(new Set(rims)).toEqual(
      new Set([colorScheme === 'light' ? 'rgb(23, 18, 12)' : 'rgb(180, 167, 145)']),
    );
  }
});

test('who waits for an opponent on a tablet sees all there is to do', async () => {
  const page = await open(`/${await create()}`, alice);
  await page.setViewportSize({ width: 1024, height: 768 });
  const buttons = page.locator('.waiting button');
  expect(await buttons.count()).toBe(2);
  for (const box of await Promise.all((await buttons.all()).map((it) => it.boundingBox())))
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(768);
});

test('nothing on a player’s card lies on another, before, in and after a game, in any language', {
  timeout: 240_000,
}, async () => {
  const [waiting, first, playing, over] = [
    await create(),
    await begin('standard'),
    await begin('standard', moves.slice(0, 20)),
    await begin('standard', moves.slice(0, 20)),
  ];
  await bob.say({ t: 'resign', game: over });
  const wrong: string[] = [];
  for (const locale of ['ja', 'vi', 'en']) {
    const page = await open(`/${first}`, alice, locale);
    for (const [state, game] of Object.entries({ first, waiting, playing, over })) {
      await page.goto(`${server.url}/${game}`);
      await page.waitForSelector('sg-pieces piece');
      if (state !== 'waiting') await page.waitForSelector('.player .strength');
      for (const size of NARROW) {
        await resize(page, size);
        const over = await page.evaluate(onCards);
        if (over.length > 0) wrong.push(`${locale}, ${state}, ${size.join('×')}: ${over.join('; ')}`);
      }
    }
    await page.close();
  }
  expect(wrong).toEqual([]);
});

/** Windows in which a card is narrow, or stands in a row with the other. */
const NARROW = [
  [320, 568],
  [360, 740],
  [512, 384],
  [640, 360],
  [720, 450],
  [1024, 768],
  [1280, 720],
  [1440, 900],
] as const;

/** What on players' cards lies on another part, or sticks out. */
function onCards(): string[] {
  const shown = (card: Element) =>
    [
      ...card.querySelectorAll(
        '.player-who, .person-menu, .player-result, .strength, .rating-change, .player-side, .presence, .clock',
      ),
    ].filter((it) => it.getBoundingClientRect().width > 0);
  return [...document.querySelectorAll('.player')].flatMap((card) => {
    const box = card.getBoundingClientRect();
    const parts = shown(card).map((it) => ({ name: it.className, at: it.getBoundingClientRect() }));
    const out = parts.filter(
      ({ at }) => at.right > box.right + 1 || at.bottom > box.bottom + 1 || at.left < box.left - 1,
    );
    const met = parts.flatMap(({ name, at: a }, i) =>
      parts
        .slice(i + 1)
        .filter(
          ({ at: b }) =>
            a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
        )
        .map((it) => `${name} on ${it.name}`),
    );
    return [...out.map(({ name }) => `${name} sticks out`), ...met];
  });
}
