/**
 * Every variant by hand in two browsers against the real server, from its set-up dialog to its own
 * ending.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as ja } from '../src/i18n/made/whole/ja';
import { words as vi } from '../src/i18n/made/whole/vi';
import type { Size } from './browser';
import { CATALOGUES, picture, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { choose, drawnBoard, meetByLink, type Placed, playLine } from './table';

/** A whole game: who wins it and what the loser's page says of the end. */
interface Line {
  variant: string;
  moves: string;
  loser: 'sente' | 'gote';
  /** The language in use. */
  locale: 'vi' | 'en' | 'ja';
  says: string;
  /** On what sente and gote play. */
  sizes: [Size, Size];
  /** Whether the loser gives up after these moves. */
  resigns?: true;
}

const LINES: Line[] = [
  {
    // Three promotions, and mate in the middle of the board.
    variant: 'heian_dai',
    moves:
      '3k3j 7a8b 2l11c+ 6a7a 11c12b 10c10d 12b13b 3c3d 13b12a 3a3b 12a11a 2c2d 11a10a 2b11k+ 10a9a 8a9a ' +
      '12l11k 3b3c 11k3c+ 7d7e 3c5a 13a13b 5a5b 7b6b 5b6b 7c7d 6b7a 8b7c 7a7b 7c8d 7b7c 8d8e 7c9a 8e7f ' +
      '9a9b 7f7g 9b10c 7g6h 10c4i 6h6i 6k6j 6i6j 4i5j',
    loser: 'gote',
    locale: 'vi',
    says: vi.result.reasons.checkmate,
    sizes: ['wide', 'wide'],
  },
  {
    // A chick promotes on its way, an elephant and a chick are dropped; gote's lion comes home
    // safely.
    variant: 'dobutsu',
    moves: '2c2b 2a3b 2b2a+ 3b3c 1d1c 3c3d C*3c E*2b 2d1d 3a3b',
    loser: 'sente',
    locale: 'ja',
    says: ja.result.own.farRank({ code: 'lion', name: ja.pieces.dobutsu.L ?? '' }),
    sizes: ['wide', 'phone'],
  },
  {
    variant: 'dobutsu',
    moves: '2c2b 2a3b C*1b 3a2a 1b1a+ 2a3a E*1c 3b2b 1c2b',
    loser: 'gote',
    locale: 'en',
    says: en.result.own.captured({ code: 'lion', name: 'lion' }),
    sizes: ['phone', 'phone'],
  },
  {
    // The first check wins, though the horse could be taken.
    variant: 'check',
    moves: '7g7f 3c3d 8h3c+',
    loser: 'gote',
    locale: 'en',
    says: en.result.reasons.check,
    sizes: ['wide', 'phone'],
  },
  {
    // Every piece turns as it moves, and nobody is asked.
    variant: 'kyoto',
    moves: '5e4d+ 2a1b+ 2e2d+ 4a4b+ 4e5d+ 1b3d+',
    loser: 'sente',
    locale: 'vi',
    says: vi.result.reasons.checkmate,
    sizes: ['phone', 'wide'],
  },
  {
    // What is in hand from the start is dropped; a knight mates.
    variant: 'gorogoro_plus',
    moves: '2f1e 3a2b 5f4e L*3e 3f2f 4a4b N*5c 4b5c 2f2e N*5d 1e1d 2b1b 1d2c',
    loser: 'gote',
    locale: 'ja',
    says: ja.result.reasons.checkmate,
    sizes: ['wide', 'phone'],
  },
  {
    // The bishop jumps as the knight behind it does.
    variant: 'annan',
    moves: '7g7f 3c3d 8h9f 7c7d',
    loser: 'sente',
    locale: 'en',
    says: en.result.reasons.resignation,
    sizes: ['phone', 'wide'],
    resigns: true,
  },
  {
    // A second swallow on the file.
    variant: 'tori',
    moves: '3d3c 4b3c S*3d 3c4b',
    loser: 'gote',
    locale: 'vi',
    says: vi.result.reasons.resignation,
    sizes: ['wide', 'phone'],
    resigns: true,
  },
  {
    // A cannon goes as far as it likes, pawns go sideways.
    variant: 'cannon',
    moves: '6h6e 5c4c 7g6g 9c9d',
    loser: 'sente',
    locale: 'ja',
    says: ja.result.reasons.resignation,
    sizes: ['phone', 'wide'],
    resigns: true,
  },
  {
    // The lion leaps out and takes a pawn without moving.
    variant: 'chu',
    moves: '7j7h 6d6e 7h7f 12d12e 7f6e7f 12e12f 7f7h 1d1e',
    loser: 'gote',
    locale: 'en',
    says: en.result.reasons.resignation,
    sizes: ['wide', 'phone'],
    resigns: true,
  },
];

let server: RealServer;

const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

for (const { variant, moves, loser, locale, says, sizes, resigns } of LINES)
  test(`${variant} is played to its end: ${says}`, { timeout: 240_000 }, async () => {
    const [alice, bob] = await Promise.all(sizes.map((size) => person({ size, locale })));
    if (!alice || !bob) throw new Error('two play');
    const { code, ...pages } = await meetByLink(server.url, alice, bob, (page) =>
      page.selectOption('select[name="variant"]', variant),
    );
    await playLine(pages, moves.split(' '), 0, variant);
    await picture(pages.sente, `${variant}-${sizes[0]}`);
    await picture(pages.gote, `${variant}-${sizes[1]}`);
    if (resigns) {
      await pages[loser].click('.action-row button:last-child');
      await pages[loser].click('dialog button.danger');
    }
    const [won, lost] = loser === 'gote' ? [pages.sente, pages.gote] : [pages.gote, pages.sente];
    await won.waitForSelector('.result.won');
    await lost.waitForSelector('.result.lost');
    expect(await lost.locator('.result').innerText()).toContain(says);

    // Every record that the page offers can be had.
    await choose(lost, '.result', CATALOGUES[locale].game.download);
    const links = await lost
      .locator('.download-list a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect((await fetch(link)).status, link).toBe(200);

    const { sfen } = (await (await fetch(`${server.url}/api/v1/games/${code}`)).json()) as { sfen: string };
    await expect.poll(() => drawnBoard(pages.sente)).toEqual(placedIn(sfen));
    await expect.poll(() => drawnBoard(pages.gote)).toEqual(placedIn(sfen));
  });

/** What stands where in an SFEN of any size. */
function placedIn(sfen: string): Placed {
  const placed: Placed = {};
  const rows = (sfen.split(' ')[0] ?? '').split('/').map((row) => {
    const tokens = row.match(/\d+|\+?[A-Za-z]/g) ?? [];
    return tokens.flatMap((token) => (/^\d/.test(token) ? Array<string>(Number(token)).fill('') : [token]));
  });
  for (const [rank, row] of rows.entries())
    for (const [column, piece] of row.entries())
      if (piece) placed[`${row.length - column}${String.fromCharCode(97 + rank)}`] = piece;
  return placed;
}
