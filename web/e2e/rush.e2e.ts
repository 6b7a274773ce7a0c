/** The tsume rush, by pointer, by keys and on a phone; and problems that come again. */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { centerOf, squareSelector } from './table';

let server: RealServer;
const person = usePeople();
const { en, vi, ja } = CATALOGUES;

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

interface Asked {
  place: number;
  sfen: string;
  dests: Record<string, string>;
}

/** What the page is asked to solve, as the server told it. */
function following(page: Page): () => Asked {
  let latest: Asked | null = null;
  page.on('response', async (response) => {
    if (!response.url().includes('/tsume/rush') || response.status() !== 200) return;
    const told = await response.json().catch(() => null);
    const problem = (told?.rush?.problem ?? told?.problem) as Asked | null | undefined;
    if (problem) latest = problem;
  });
  return () => {
    if (!latest) throw new Error('nothing is asked');
    return latest;
  };
}

/** The solution of the problem with this position, asked for by somebody else. */
async function solutionOf(sfen: string): Promise<string[]> {
  const { problems } = (await (await fetch(`${server.url}/api/v1/tsume`)).json()) as {
    problems: { number: number; plies: number }[];
  };
  const cookie = (await fetch(server.url)).headers.get('set-cookie')?.split(';')[0] ?? '';
  for (const { number } of problems.filter((it) => it.plies === 1)) {
    const path = `${server.url}/api/v1/tsume/${number}`;
    const shown = (await (await fetch(path)).json()) as { sfen: string };
    if (shown.sfen !== sfen) continue;
    const told = await fetch(`${path}/solution`, { method: 'POST', headers: { cookie } });
    return ((await told.json()) as { moves: string[] }).moves;
  }
  throw new Error(`no problem of one move has ${sfen}`);
}

/** A move that is no solution: on the board and without a question, where there is one. */
function wrongMove({ dests }: Asked, [right]: string[]): { usi: string; isAsked: boolean } {
  const moves = Object.entries(dests).flatMap(([from, text]) =>
    [...text.matchAll(/(\d[a-i])([?+]?)/g)].flatMap(([, to, mark]) => {
      const ways = { '': [''], '+': ['+'], '?': ['', '+'] }[mark ?? ''] ?? [];
      return ways.map((way) => ({ usi: `${from}${to}${way}`, isAsked: mark === '?' }));
    }),
  );
  const others = moves.filter(({ usi }) => usi !== right);
  // Not the same move with another answer about promotion: that may be a solution too.
  const elsewhere = others.filter(({ usi }) => !usi.startsWith(right?.slice(0, 4) ?? ''));
  const found = elsewhere.find((it) => !it.isAsked && !it.usi.includes('*')) ?? elsewhere[0] ?? others[0];
  if (!found) throw new Error('every move is right');
  return found;
}

/** Makes a move on the board's grid with the keyboard alone. */
async function press(page: Page, usi: string) {
  const drop = /^([A-Z])\*(.+)$/.exec(usi);
  const to = drop ? drop[2] : usi.slice(2, 4);
  if (drop) {
    const place = 'RBGSNLP'.indexOf(drop[1] ?? '');
    await page.locator('.hand-bottom-area .hand-keys > *').nth(place).press('Enter');
  } else await page.locator(squareSelector(usi.slice(0, 2))).press('Enter');
  await page.locator(squareSelector(to ?? '')).press('Enter');
  const asked = page.locator('.promotion-choice button');
  if (!drop && (await asked.count()) > 0) await asked.nth(usi.endsWith('+') ? 0 : 1).press('Enter');
}

const begun = (page: Page) => page.waitForSelector('.trainer sg-pieces piece');
const score = (page: Page, text: string) => page.locator('.rush-score', { hasText: text }).waitFor();

async function miss(page: Page, asked: Asked, touch: boolean) {
  const { usi, isAsked } = wrongMove(asked, await solutionOf(asked.sfen));
  if (!touch || usi.includes('*')) return press(page, usi);
  for (const square of [usi.slice(0, 2), usi.slice(2, 4)]) {
    const { x, y } = await centerOf(page, squareSelector(square));
    await page.touchscreen.tap(x, y);
  }
  if (isAsked)
    await page
      .locator('.promotion-choice button')
      .nth(usi.endsWith('+') ? 0 : 1)
      .tap();
}

test('a rush by keys: solved, reloaded, missed three times, and listed', async () => {
  const player = await register(server.url, 'minh', '5k');
  const { page } = await person({ locale: 'vi' });
  await signIn(page.context(), server.url, player.cookie);
  const words = vi.training.rush;
  const asked = following(page);
  await page.goto(`${server.url}/tsume`);
  await page.getByRole('link', { name: words.title }).click();
  await page.getByText(words.nobody).waitFor();
  await isBarrierFree(page, 'before');
  await page.getByRole('button', { name: words.start }).press('Enter');
  await begun(page);
  await isBarrierFree(page, 'running');
  for (let n = 1; n <= 2; n++) {
    const [usi = ''] = await solutionOf(asked().sfen);
    await press(page, usi);
    await score(page, words.solved(n));
  }
  // A reload goes on with it, and the clock has not waited.
  await page.reload();
  await begun(page);
  await score(page, words.solved(2));
  expect(await page.locator('.rush-clock').innerText()).toMatch(/^[0-2]:[0-5]\d$/);
  for (let n = 1; n <= 3; n++) {
    const { place } = asked();
    await miss(page, asked(), false);
    if (n < 3) {
      await expect.poll(() => asked().place).toBe(place + 1);
      await page
        .locator('.rush-mistakes')
        .and(page.getByLabel(words.mistakes(n, 3)))
        .waitFor();
      await page.locator('.verdict.failed').waitFor();
    }
  }
  await page.locator('.rush-result', { hasText: words.solved(2) }).waitFor();
  await page.locator('.rush-result', { hasText: words.newBest }).waitFor();
  expect(await page.locator('.rush-missed .tsume-tile').count()).toBe(3);
  await page.locator('.rush-best tbody tr', { hasText: 'minh' }).waitFor();
  await page.getByLabel(words.week).check();
  await page.locator('.rush-best tbody tr', { hasText: 'minh' }).waitFor();
  await isBarrierFree(page, 'over');
  await picture(page, 'rush-over-vi');

  // What was missed waits for tomorrow.
  await page.goto(`${server.url}/tsume`);
  const due = page.locator('.due-again');
  await due.getByRole('heading', { name: vi.training.due.title(0) }).waitFor();
  await due.getByText(vi.training.due.later(3)).waitFor();
  player.close();
});

test('a guest rushes on a phone, by touch, and is not listed', async () => {
  const { page } = await person({ size: 'phone', locale: 'ja' });
  const words = ja.training.rush;
  const asked = following(page);
  await page.goto(`${server.url}/tsume/rush`);
  await page.getByRole('button', { name: words.start }).tap();
  await begun(page);
  await isBarrierFree(page, 'phone');
  await picture(page, 'rush-phone-ja');
  for (let n = 1; n <= 3; n++) {
    const { place } = asked();
    await miss(page, asked(), true);
    if (n < 3) await expect.poll(() => asked().place).toBe(place + 1);
    if (n < 3)
      await page
        .locator('.rush-mistakes')
        .and(page.getByLabel(words.mistakes(n, 3)))
        .waitFor();
  }
  await page.locator('.rush-result', { hasText: words.solved(0) }).waitFor();
  await page.getByText(words.nobody).waitFor();
  await page.getByText(words.signIn).waitFor();
});

test('the time is up by the clock of the server', async () => {
  const { page } = await person();
  const words = en.training.rush;
  await page.clock.install();
  await page.goto(`${server.url}/tsume/rush`);
  await page.getByRole('button', { name: words.start }).click();
  await begun(page);
  // This page's clock runs ahead: the server says that there is time, and the rush goes on.
  await page.clock.fastForward(179_000);
  await page.locator('.rush-clock.low').waitFor();
  await page.clock.fastForward(2_000);
  await page.locator('.rush-clock:not(.low)').waitFor();
  await begun(page);
});
