/**
 * Refusals, offers, declarations and repetition against the real server, each told in the players'
 * own languages.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalogue } from '../src/i18n';
import { words as en } from '../src/i18n/made/whole/en';
import { words as ja } from '../src/i18n/made/whole/ja';
import { words as vi } from '../src/i18n/made/whole/vi';
import type { Illegal } from '../src/wire/generated';
import { CATALOGUES, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { type Meeting, meetByLink, playLine, waitForMoves } from './table';
import { sees } from './watch-notices';

type Language = keyof typeof CATALOGUES;

let server: RealServer;

const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

/** Two players who read these languages, at a game that sente sets up in the dialog. */
async function meet(
  [sente, gote]: [Language, Language],
  choose: (page: Page) => Promise<unknown>,
): Promise<Meeting> {
  return meetByLink(server.url, await person({ locale: sente }), await person({ locale: gote }), choose);
}

const from = (sfen: string) => async (page: Page) => {
  await page.selectOption('select[name="start"]', 'sfen');
  await page.fill('input[name="sfen"]', sfen);
};

async function type(page: Page, usi: string): Promise<void> {
  await page.fill('.typed-move input', usi);
  await page.press('.typed-move input', 'Enter');
}

/** What only other games forbid, and what the page sees to by itself. */
type OfOtherGames =
  | 'must_promote'
  | 'must_turn'
  | 'third_swallow'
  | 'protected_lion'
  | 'counter_strike'
  | 'no_promotion_now';

/**
 * Every way to break the rules of shogi from one position; where promotion is forced the page
 * itself promotes.
 */
const MISTAKES: Record<Exclude<Illegal, OfOtherGames>, string> = {
  nifu: 'P*5e',
  uchifuzume: 'P*1b',
  dead_piece: 'L*9a',
  cannot_promote: '2c2b+',
  outside_promotion_zone: '5g5f+',
  leaves_king_in_check: '9h8g',
  not_in_hand: 'G*4e',
  occupied: 'L*5g',
  empty_square: '6e6d',
  not_your_piece: '9e9d',
  cannot_move_there: '5g5e',
};

test('every illegal move is refused in the words of the language in use', async () => {
  const { sente, gote } = await meet(['vi', 'ja'], from('7lk/1P7/7G1/9/r8/9/4P4/S8/K8 b LP 1'));
  for (const language of ['vi', 'ja', 'en'] as const) {
    if (language !== 'vi') {
      await sente.click('.site-header > button:last-child');
      await sente.selectOption('dialog select[name=language]', language);
      await sente.keyboard.press('Escape');
      // Its words are fetched first.
      await sente.waitForFunction((it) => document.documentElement.lang === it, language);
    }
    for (const [code, usi] of Object.entries(MISTAKES) as [keyof typeof MISTAKES, string][]) {
      await type(sente, usi);
      const { game, result } = CATALOGUES[language];
      const said: Partial<Record<string, string>> = game.whyNot;
      await sees(sente, said[code] ?? result.illegal[code], '.board-note.refused');
    }
  }
  // None of it counted, and the game goes on.
  await type(sente, '5g5f');
  await waitForMoves(gote, 1);

  // Taking back: declined, then agreed to.
  for (const accept of [false, true]) {
    await sente.locator('.action-row button').first().click();
    await gote.locator('.offer', { hasText: ja.game.offered.takeback('') }).waitFor();
    await gote
      .locator('.offer button')
      .nth(accept ? 0 : 1)
      .click();
    await sees(sente, en.game.answered.takeback[accept ? 'yes' : 'no']);
  }
  await gote.waitForFunction(() => document.querySelectorAll('.moves li').length === 1);
});

test('a position that cannot be played is refused in the form, with all that is wrong', async () => {
  const { page } = await person({ locale: 'vi' });
  await page.goto(server.url);
  await page.click('.lobby-actions button[name="link"]');
  await from('4k4/9/9/9/4P4/4P4/9/9/9 b - 1')(page);
  await page.click('dialog button[type="submit"]');
  const warning = page.locator('dialog .warning', { hasText: vi.refusals.bad_setup });
  await warning.waitFor();
  for (const problem of ['no_king', 'nifu'] as const)
    expect(await warning.innerText()).toContain(vi.positionProblems[problem]);
  // It is still there to be mended.
  await page.fill('input[name="sfen"]', '4k4/9/9/9/4P4/9/9/9/4K4 b - 1');
  await page.click('dialog button[type="submit"]');
  await page.waitForSelector('.waiting textarea');
});

/** Sente's king has entered with enough pieces; both kings stand in their zones. */
const ENTERED = '+P+P+P+PK+P+P+P+P/1+R2G2+B1/9/9/9/9/9/9/4k4 b R2G2S 1';

test('an impasse is offered, declined and agreed to', async () => {
  const { sente, gote } = await meet(['ja', 'vi'], from(ENTERED));
  await sente.locator('.impasse .action-row button').nth(1).click();
  await gote.locator('.offer', { hasText: vi.game.offered.impasse('').trim() }).waitFor();
  await gote.locator('.offer button').nth(1).click();
  await sees(sente, ja.game.answered.impasse.no);
  await sente.locator('.impasse .action-row button').nth(1).click();
  await gote.locator('.offer button.primary').click();
  await ends(sente, 'won', ja, 'impasse_agreement');
  await ends(gote, 'lost', vi, 'impasse_agreement');
});

test('an impasse is declared behind a question, condition by condition', async () => {
  const { sente, gote } = await meet(['vi', 'en'], from(ENTERED));
  const conditions = await sente.locator('.impasse li').evaluateAll((all) => all.map((it) => it.className));
  expect(conditions).toEqual(['met', 'met', 'met', 'met']);
  expect(await gote.locator('.impasse .action-row button').first().isDisabled()).toBe(true);
  await sente.locator('.impasse .action-row button').first().click();
  await sente.getByText(vi.impasse.declareRisk).waitFor();
  await sente.click('dialog button:not(.danger)');
  await sente.locator('.impasse .action-row button').first().click();
  await sente.click('dialog button.danger');
  await ends(sente, 'won', vi, 'declaration');
  await ends(gote, 'lost', en, 'declaration');
});

test('a declaration that lacks a condition loses, and the counter had said so', {
  timeout: 120_000,
}, async () => {
  const { sente, gote } = await meet(['en', 'ja'], from('4K4/9/9/9/9/9/9/9/4k4 b R2G2S 1'));
  const conditions = await sente.locator('.impasse li').evaluateAll((all) => all.map((it) => it.className));
  expect(conditions).toEqual(['met', 'unmet', 'unmet', 'met']);
  await sente.locator('.impasse .action-row button').first().click();
  await sente.click('dialog button.danger');
  await ends(sente, 'lost', en, 'declaration_failed');
  await ends(gote, 'won', ja, 'declaration_failed');
});

async function ends(
  page: Page,
  how: 'won' | 'lost',
  words: Catalogue,
  reason: keyof Catalogue['result']['reasons'],
): Promise<void> {
  await page.waitForSelector(`.result.${how}`);
  const text = await page.locator('.result').innerText();
  expect(text).toContain(how === 'won' ? words.result.youWin : words.result.youLose);
  expect(text).toContain(words.result.reasons[reason]);
}

const SHUFFLE = ['4i4h', '6a6b', '4h4i', '6b6a'];

test('sennichite is warned of at the third time, and the fourth begins the game anew with the sides changed', {
  timeout: 180_000,
}, async () => {
  const { sente, gote, code } = await meet(['ja', 'vi'], async (page) => {
    await page.click('.setup-more summary');
    await page.locator('input[type="radio"][value="tournament"]').check();
  });
  await playLine({ sente, gote }, [...SHUFFLE, ...SHUFFLE.slice(0, 3)]);
  expect(await sente.locator('.warning').count()).toBe(0);
  await playLine({ sente, gote }, SHUFFLE.slice(3), 7);
  await sente.locator('.warning', { hasText: ja.game.repeated(3) }).waitFor();
  await gote.locator('.warning', { hasText: vi.game.repeated(3) }).waitFor();

  await playLine({ sente, gote }, SHUFFLE.slice(0, 3), 8);
  await Promise.all([
    sente.waitForURL((url) => !url.href.includes(code)),
    // The move that ends the game takes both pages on.
    gote.waitForURL((url) => !url.href.includes(code)),
    playLast(gote),
  ]);
  await sente.waitForSelector('.table.phase-playing .player.bottom .side-mark.gote');
  await gote.waitForSelector('.table.phase-playing .player.bottom .side-mark.sente');

  await gote.goto(`${server.url}/${code}`);
  await gote.locator('.result', { hasText: vi.result.reasons.repetition }).waitFor();
  expect(await gote.locator('.result').innerText()).toContain(vi.result.replayed);
});

/** The last move of the shuffle, after which the list of moves is that of the next game. */
async function playLast(page: Page): Promise<void> {
  await type(page, SHUFFLE[3] ?? '');
}
