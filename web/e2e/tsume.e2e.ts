/** Problems: found, tried with the pointer and with the keyboard alone, and solved. */

import { beforeEach, expect, test } from 'vitest';
import { variantOf } from '../src/shogi/variant';
import { isBarrierFree } from './order';
import { picture, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { centerOf, press, squareSelector } from './table';

let server: RealServer;
const person = usePeople();

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

interface Known {
  number: number;
  moves: string[];
}

/** A problem of so many moves with its solution, asked for by somebody else. */
async function known(plies: number, variant = 'standard'): Promise<Known> {
  const { problems } = (await (await fetch(`${server.url}/api/v1/tsume?variant=${variant}`)).json()) as {
    problems: { number: number; plies: number }[];
  };
  const found = problems.find((it) => it.plies === plies);
  if (!found) throw new Error(`no problem of ${plies}`);
  const page = await fetch(server.url);
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const told = await fetch(`${server.url}/api/v1/tsume/${found.number}/solution`, {
    method: 'POST',
    headers: { cookie },
  });
  return { number: found.number, ...((await told.json()) as { moves: string[] }) };
}

for (const [size, locale] of [
  ['wide', 'vi'],
  ['phone', 'ja'],
] as const)
  test(`a problem of three is solved by keyboard, ${size}`, async () => {
    const problem = await known(3);
    const { page } = await person({ size, locale });
    await page.goto(`${server.url}/tsume`);
    await page.waitForSelector('.tsume-tile');
    await isBarrierFree(page, 'list');
    await page.click(`.tsume-tile[href="/tsume/${problem.number}"]`);
    await page.waitForSelector('.trainer sg-pieces piece');
    await isBarrierFree(page, 'problem');
    // Of a problem that nobody has tried there is nothing to say, and no card without words.
    const blank = page.locator('.card').filter({ hasText: /^\s*$/, visible: true });
    expect(await blank.count()).toBe(0);
    await press(page, problem.moves[0] ?? '');
    await page.waitForFunction(() => document.querySelectorAll('.trainer-moves li').length === 2);
    await press(page, problem.moves[2] ?? '');
    await page.waitForSelector('.verdict.solved');
    // The first tries are practice, of which no rating is told.
    await page.waitForSelector('.practice');
    expect(await page.locator('.rating-change').count()).toBe(0);
    const bar = await page.locator('.drill-bar a.primary').boundingBox();
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(await page.evaluate(() => innerHeight));
    await page.click('.drill-bar a.primary');
    await page.waitForFunction((path) => location.pathname !== path, `/tsume/${problem.number}`);
    await page.goto(`${server.url}/tsume`);
    await page.waitForSelector(`.tsume-tile.solved[href="/tsume/${problem.number}"]`);
    expect(await page.innerText('.tsume-standing')).toContain('1');
  });

for (const [size, locale, variant] of [
  ['wide', 'en', 'kyoto'],
  ['phone', 'vi', 'annan'],
] as const)
  test(`a problem of ${variant} is found on its page and solved, ${size}`, async () => {
    const problem = await known(3, variant);
    const { page } = await person({ size, locale });
    await page.goto(`${server.url}/variants/${variant}`);
    await page.click(`.variant-side a[href="/tsume/${variant}"]`);
    await page.waitForSelector(`.tsume-tile[href="/tsume/${problem.number}"]`);
    await isBarrierFree(page, `list of ${variant}`);
    await picture(page, `tsume-${variant}-${size}`);
    await page.click(`.tsume-tile[href="/tsume/${problem.number}"]`);
    await page.waitForSelector('.trainer sg-pieces piece');
    await isBarrierFree(page, `problem of ${variant}`);
    await picture(page, `problem-${variant}-${size}`);
    const table = variantOf(variant);
    await press(page, problem.moves[0] ?? '', table);
    await page.waitForFunction(() => document.querySelectorAll('.trainer-moves li').length === 2);
    await press(page, problem.moves[2] ?? '', table);
    await page.waitForSelector('.verdict.solved');
    await picture(page, `solved-${variant}-${size}`);
    expect(await page.locator('.rating-change').count()).toBe(0);
    await page.click(`.drill-line a[href="/tsume/${variant}"]`);
    await page.waitForSelector(`.tsume-tile.solved[href="/tsume/${problem.number}"]`);
    // Its progress is its own, and shogi's is untouched.
    expect(await page.innerText('select[name="variant"] option:checked')).toMatch(/1\/(28|22)/);
    await page.selectOption('select[name="variant"]', 'standard');
    await page.waitForFunction(() => location.pathname === '/tsume');
    await page.waitForSelector('.tsume-head a.primary');
    expect(await page.locator('.tsume-tile.solved, .tsume-standing').count()).toBe(0);
  });

test('hints and solutions of variants speak of their own pieces', async () => {
  const problem = await known(1, 'tori');
  const { page } = await person({ locale: 'en' });
  await page.goto(`${server.url}/tsume/${problem.number}`);
  await page.waitForSelector('.trainer sg-pieces piece');
  await page.waitForSelector('.link-state.open');
  await page.click('.drill-bar button:first-child');
  const told = page.locator('.verdict');
  await expect.poll(() => told.innerText()).toMatch(/falcon|crane|pheasant|quail|swallow|goose|eagle/);
  await page.click('.drill-bar button[name="solution"]');
  await page.waitForSelector('.verdict.shown');
  await page.waitForSelector('.trainer-moves li');
  // Where no mate ends the game there is nothing to solve.
  await page.goto(`${server.url}/tsume/check`);
  await page.waitForSelector('main a[href="/tsume"]');
  await page.goto(`${server.url}/variants/check`);
  await page.waitForSelector('.variant-lesson');
  expect(await page.locator('.variant-side a[href^="/tsume"]').count()).toBe(0);
});

test('problems are filtered by theme', async () => {
  const { page } = await person({ locale: 'en' });
  await page.goto(`${server.url}/tsume`);
  await page.waitForSelector('.tsume-tile');
  const all = await page.locator('.tsume-tile').count();
  await page.selectOption('select[name="theme"]', 'double_check');
  await expect.poll(() => page.locator('.tsume-tile').count()).toBeLessThan(all);
  const first = await page.locator('.tsume-tile').first().getAttribute('href');
  const { problems } = (await (await fetch(`${server.url}/api/v1/tsume`)).json()) as {
    problems: { number: number; themes: string[] }[];
  };
  expect(problems.find((it) => `/tsume/${it.number}` === first)?.themes).toContain('double_check');
  await isBarrierFree(page, 'list of a theme');
});

for (const [size, locale] of [
  ['wide', 'en'],
  ['phone', 'ja'],
] as const)
  test(`a composition is told everything that is wrong with it, ${size}`, async () => {
    const { page } = await person({ size, locale });
    await page.goto(`${server.url}/tsume`);
    await page.click('a[href="/tsume/compose"]');
    await page.waitForSelector('.editor sg-pieces piece');
    await isBarrierFree(page, 'compose');
    const sfen = page.locator('input[name="sfen"]');
    const told = page.locator('.compose-told');
    await sfen.fill('k8/9/1+P7/9/9/9/9/9/9 b G 1');
    await page.locator('button[name="check"]').press('Enter');
    await page.waitForSelector('.compose-told .verdict.failed li');
    await picture(page, `compose-unsound-${size}`);
    await sfen.fill('4k4/9/4P4/9/9/9/9/9/9 b G 1');
    await expect.poll(() => told.locator('.verdict').count()).toBe(0);
    await page.locator('button[name="check"]').press('Enter');
    await page.waitForSelector('.compose-told .verdict.solved');
    await isBarrierFree(page, 'compose, sound');
    await picture(page, `compose-sound-${size}`);
    // The address leads to the same position.
    await page.reload();
    await page.waitForSelector('.editor sg-pieces piece');
    expect(await sfen.inputValue()).toBe('4k4/9/4P4/9/9/9/9/9/9 b G 1');
  });

test('a wrong move fails, and the problem can be tried again', async () => {
  const problem = await known(1);
  const { page } = await person({ locale: 'en' });
  await page.goto(`${server.url}/tsume/${problem.number}`);
  await page.waitForSelector('.trainer sg-pieces piece');
  await page.waitForSelector('.link-state.open');
  const wrong = (await (await fetch(`${server.url}/api/v1/tsume/${problem.number}`)).json()) as {
    dests: Record<string, string>;
  };
  const right = problem.moves[0] ?? '';
  const usi = Object.entries(wrong.dests)
    .flatMap(([from, text]) =>
      [...text.matchAll(/(\d[a-i])([?+]?)/g)].map(([, to, mark]) => ({ from, to, mark })),
    )
    .filter(({ from, to, mark }) => mark !== '+' && !right.startsWith(`${from}${to}`) && !from.endsWith('*'))
    .map(({ from, to }) => `${from}${to}`)[0];
  if (!usi) throw new Error('no other move');
  for (const square of [usi.slice(0, 2), usi.slice(2, 4)]) {
    const { x, y } = await centerOf(page, squareSelector(square));
    await page.mouse.click(x, y);
  }
  await page.waitForSelector('.verdict.failed, .promotion-choice');
  const asked = page.locator('.promotion-choice button');
  if ((await asked.count()) > 0) await asked.last().click();
  await page.waitForSelector('.verdict.failed');
  // Why it is wrong is said, and nothing is taken away for it.
  expect(await page.innerText('.verdict')).toMatch(/gives no check|gets away|simply takes|saves the king/);
  expect(await page.locator('.rating-change').count()).toBe(0);
  await page.locator('.drill-bar button').first().click();
  await page.waitForSelector('.verdict.solving');
  await press(page, right);
  await page.waitForSelector('.verdict.solved');
  expect(await page.locator('.rating-change').count()).toBe(0);
});
