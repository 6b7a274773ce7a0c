/**
 * An evening of somebody who composes: a draft, a proposal, the votes of others, a problem with a
 * name on it, and its end.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as ja } from '../src/i18n/made/whole/ja';
import { words as vi } from '../src/i18n/made/whole/vi';
import { isBarrierFree, isInOrder } from './order';
import { picture, usePeople } from './people';
import { type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { press } from './table';
import { keepNotices, sees } from './watch-notices';

const SOUND = '3k5/9/3P5/9/9/9/9/9/9 b G 1';
const MATE = 'G*6b';
const VOTERS = 10;
const PASSWORD = 'bảy con tốt đen';

let server: RealServer;
const people: Record<string, Player> = {};
// Browsers note every refusal.
const person = usePeople({ mayComplain: true });

const voters = Array.from({ length: VOTERS }, (_, n) => `giai${n}`);

beforeAll(async () => {
  server = await startRealServer({
    KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000',
    KOMADAI__NOTICES__AWAY_S: '1',
    // Those who vote have just registered.
    KOMADAI__LIMITS__VOTE_AFTER_DAYS: '0',
    KOMADAI__LIMITS__VOTE_AFTER_PROBLEMS: '0',
  });
  for (const handle of ['soan', ...voters]) people[handle] = await register(server.url, handle, '5k');
}, 120_000);
afterAll(async () => {
  for (const player of Object.values(people)) player.close();
  await server.stop();
});

const cookieOf = (handle: string) => people[handle]?.cookie ?? '';

const send = (by: string, method: string, path: string, body: unknown) =>
  requestAs([server.url, cookieOf(by)], method, `/tsume/${path}`, body);

async function browserOf(handle: string, options: Parameters<typeof person>[0] = {}): Promise<Page> {
  const { page } = await person({ locale: 'vi', size: 'phone', ...options });
  await signIn(page.context(), server.url, cookieOf(handle));
  return page;
}

const wide = { size: 'wide', locale: 'en' } as const;

test('an evening of composing', { timeout: 300_000 }, async () => {
  const composer = await browserOf('soan', wide);
  await composer.goto(`${server.url}/tsume/compose`);
  await composer.waitForSelector('.own-compositions .empty');
  const sfen = composer.locator('input[name="sfen"]');
  const status = composer.locator('.own-compositions [role="status"]');

  // What is not sound is kept, and not proposed.
  await sfen.fill('k8/9/1+P7/9/9/9/9/9/9 b G 1');
  await composer.locator('button[name="save"]').press('Enter');
  await composer.waitForSelector('.own-compositions li');
  await composer.locator('button[name="propose"]').press('Enter');
  await expect.poll(() => status.innerText()).toBe(en.problems.unsound);
  await isInOrder(composer, 'compose, a draft');
  await picture(composer, 'composing-draft-wide');

  // The draft is on the board still, also after the page was loaded again.
  await composer.reload();
  await composer.waitForSelector('.own-compositions li[aria-current="true"]');
  await sfen.fill(SOUND);
  await composer.locator('button[name="save"]').press('Enter');
  await sees(composer, en.training.compose.saved);
  expect(await composer.locator('.own-compositions li').count()).toBe(1);
  await composer.locator('button[name="propose"]').press('Enter');
  await composer.waitForSelector('.own-compositions button[name="withdraw"]');
  const href = (await composer.locator('.own-compositions li a').first().getAttribute('href')) ?? '';
  const number = Number(href.replace('/tsume/', ''));

  // A second draft is edited and deleted, after a question.
  await composer.locator('button[name="new"]').press('Enter');
  await composer.locator('button[name="save"]').press('Enter');
  await composer.waitForSelector('.own-compositions button[name="remove"]');
  await composer.locator('button[name="edit"]').press('Enter');
  await composer.locator('button[name="remove"]').press('Enter');
  await composer.waitForSelector('dialog[open]');
  await picture(composer, 'composing-question-wide');
  await composer.locator('dialog .danger').press('Enter');
  await expect.poll(() => composer.locator('.own-compositions li').count()).toBe(1);

  // Others find it, solve it and vote.
  const solver = await browserOf(voters[0] ?? '');
  await solver.goto(`${server.url}/tsume`);
  await solver.click('a[href="/tsume/proposed"]');
  await solver.waitForSelector('.tsume-proposed li');
  await isInOrder(solver, 'proposed');
  await picture(solver, 'proposed-phone', true);
  await solver.click(`.tsume-proposed a[href="/tsume/${number}"]`);
  await solver.waitForSelector('.trainer sg-pieces piece');
  await solver.getByText(vi.training.proposed.solveFirst).waitFor();
  await press(solver, MATE);
  await solver.waitForSelector('.verdict.solved');
  await solver.locator('.tsume-voting button[name="no"]').press('Enter');
  await solver.waitForSelector('.tsume-voting button[name="no"][aria-pressed="true"]');
  await isInOrder(solver, 'voting');
  await picture(solver, 'voting-phone', true);
  await solver.locator('.tsume-voting button[name="yes"]').press('Enter');
  await solver.waitForSelector('.tsume-voting button[name="yes"][aria-pressed="true"]');
  await expect
    .poll(() => solver.locator('.tsume-voting').innerText())
    .toContain(vi.training.proposed.votes(1, VOTERS));

  await keepNotices(composer);
  for (const voter of voters.slice(1)) {
    await send(voter, 'POST', `${number}/answer`, { moves: [MATE] });
    await send(voter, 'PUT', `${number}/vote`, { yes: true });
  }

  // Its composer is told, and finds it under their name.
  await sees(composer, en.bell.tsumePublished);
  await picture(composer, 'published-news-wide');
  await composer.getByRole('link', { name: en.bell.open, exact: true }).click();
  await composer.waitForSelector('.trainer sg-pieces piece');
  expect(await composer.locator('main').innerText()).toContain('soan');
  expect(await composer.locator('.tsume-voting').count()).toBe(0);

  // A visitor finds it among all others, and solves it.
  const { page } = await person({ locale: 'ja', size: 'phone' });
  await page.goto(`${server.url}/tsume`);
  await page.waitForSelector('.tsume-tile');
  const group = page.locator('#plies-1');
  await group.locator('button').click();
  await picture(page, 'published-list-phone');
  await group.locator(`.tsume-tile[href="/tsume/${number}"]`).click();
  await page.waitForSelector('.trainer sg-pieces piece');
  await isInOrder(page, 'a published problem');
  expect(await page.locator('h1').innerText()).toBe(ja.training.tsume.problem(number));
  await press(page, MATE);
  await page.waitForSelector('.verdict.solved');
  await page.waitForSelector('.practice');
  await picture(page, 'published-solved-phone', true);

  // A voter reports it, a moderator takes it away for a reason, and its composer is told why.
  await solver.goto(`${server.url}/tsume/${number}`);
  await solver.getByRole('button', { name: vi.training.proposed.report }).press('Enter');
  const form = solver.getByRole('dialog');
  await form.locator('select').selectOption('other');
  await form.locator('textarea').fill('Chép từ sách.');
  await form.getByRole('button', { name: vi.site.person.send }).press('Enter');
  await sees(solver, vi.site.person.sent);
  server.run(['admin', 'create', 'keeper', '--role', 'admin'], PASSWORD);
  const { page: keeper } = await person(wide);
  await keeper.goto(`${server.url}/account`);
  await keeper.fill('input[name=handle]', 'keeper');
  await keeper.fill('input[name=password]', PASSWORD);
  await keeper.click('.account-form button[type=submit]');
  await keeper.waitForSelector('.lobby');
  await keeper.goto(`${server.url}/moderation`);
  const words = en.site.moderation;
  const report = keeper.locator('article', { hasText: 'Chép từ sách.' });
  const link = report.getByRole('link', { name: words.tsume });
  expect(await link.getAttribute('href')).toBe(`/tsume/${number}`);
  await report.locator('summary').press('Enter');
  const removal = report.locator('form', { hasText: words.takeDownTsumeHelp });
  const takesDown = removal.getByRole('button', { name: words.takeDownTsume });
  const reason = removal.locator('input[name=reason]');
  await takesDown.press('Enter');
  expect(await reason.evaluate((it: HTMLInputElement) => it.validity.valueMissing)).toBe(true);
  await reason.fill('copied from a book');
  await isBarrierFree(keeper, 'a reported problem');
  await picture(keeper, 'reported-problem-wide', true);
  await keeper.setViewportSize({ width: 360, height: 740 });
  await picture(keeper, 'reported-problem-phone', true);
  await takesDown.press('Enter');
  await sees(keeper, words.takenTsume);
  await keeper.reload();
  await keeper.getByText(words.actions.remove_tsume).first().waitFor();
  await sees(composer, en.bell.tsumeRemoved);
  await picture(composer, 'removed-news-wide');
  await composer.getByRole('link', { name: en.bell.open, exact: true }).click();
  await composer.waitForSelector('.own-compositions li');
  const left = composer.locator('.own-compositions li');
  expect(await left.innerText()).toContain('copied from a book');
  expect(await left.locator('a').count()).toBe(0);
  await isInOrder(composer, 'a removed problem');
  await picture(composer, 'removed-problem-wide');
  await composer.setViewportSize({ width: 360, height: 740 });
  await picture(composer, 'removed-problem-phone', true);
  await left.locator('button[name="remove"]').press('Enter');
  await composer.locator('dialog .danger').press('Enter');
  await composer.waitForSelector('.own-compositions .empty');
});

test('visitors are told what an account is for', async () => {
  const { page } = await person({ locale: 'ja', size: 'phone' });
  await page.goto(`${server.url}/tsume/compose`);
  await page.getByText(ja.training.compose.needsAccount).waitFor();
  expect(await page.locator('button[name="save"], .own-compositions').count()).toBe(0);
  await page.goto(`${server.url}/tsume/proposed`);
  await page.getByText(ja.training.proposed.none).waitFor();
  await isInOrder(page, 'nothing is proposed');
});
