/**
 * Studies against the real server: written by two, read and solved by a third, with keys, links,
 * files and paper.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBarrierFree, isInOrder } from './order';
import { CATALOGUES, languages, picture, usePeople } from './people';
import { type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { choose, drawnBoard, movePiece } from './table';

let server: RealServer;
const people: Record<string, Player> = {};
const person = usePeople({ mayComplain: true });

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
  for (const handle of ['author', 'helper', 'pupil'])
    people[handle] = await register(server.url, handle, '5k');
}, 120_000);
afterAll(async () => {
  for (const player of Object.values(people)) player.close();
  await server.stop();
});

const en = CATALOGUES.en.study;

async function browserOf(handle: string, options: Parameters<typeof person>[0] = {}): Promise<Page> {
  const { page } = await person(options);
  await signIn(page.context(), server.url, people[handle]?.cookie);
  return page;
}

const api = <T>(handle: string, method: string, path: string, body?: unknown) =>
  requestAs<T>([server.url, people[handle]?.cookie], method, path, body);

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

/** A chapter in which three moves are right, one is wrong, and the answers are two. */
const LESSON = {
  name: 'Static rook',
  orientation: 'sente',
  mode: 'practice',
  tree: {
    variant: 'standard',
    start: START,
    headers: [],
    nodes: [
      { id: 0, parent: null, comment: 'Open the diagonal: [[#1]].', hint: 'Think of the bishop' },
      { id: 1, parent: 0, usi: '7g7f' },
      { id: 2, parent: 0, usi: '9g9f', comment: '? Too slow.' },
      { id: 3, parent: 1, usi: '3c3d' },
      { id: 4, parent: 1, usi: '8c8d' },
      { id: 5, parent: 3, usi: '2g2f' },
      { id: 6, parent: 4, usi: '2g2f' },
    ],
    next: 7,
    at: 0,
  },
};

async function makeStudy(by: string, more: object = {}): Promise<{ study: string; chapters: string[] }> {
  const { study } = await api<{ study: string }>(by, 'POST', '/studies', {
    title: 'Openings for beginners',
    description: 'The first ten moves.',
    topics: ['Opening', '居飛車'],
    visibility: 'public',
    chapters: [LESSON],
    ...more,
  });
  const { chapters } = await api<{ chapters: { review: string }[] }>(by, 'GET', `/studies/${study}`);
  return { study, chapters: chapters.map((it) => it.review) };
}

/** Moves a piece once its board takes moves. */
async function moveWhenReady(page: Page, from: string, to: string): Promise<void> {
  await expect.poll(() => page.locator('.hand-keys').count()).toBe(2);
  await movePiece(page, from, to);
}

const at = async (page: Page, sq: string) => (await drawnBoard(page))[sq];

test('a study is begun, filled from a file, ordered and shown, by keys alone', async () => {
  const page = await browserOf('author');
  await page.goto(`${server.url}/study`);
  await page.getByText(en.noPublic).waitFor();
  await isInOrder(page, 'no studies');
  await page.getByRole('link', { name: en.begin }).focus();
  await page.keyboard.press('Enter');
  await page.locator('input[name="title"]').fill('Games of the year');
  await page.locator('input[name="topics"]').fill('2026, 居飛車');
  await isInOrder(page, 'the form');
  await page.locator('input[name="title"]').press('Enter');
  await page.waitForURL(/\/study\/\w{10}$/);
  await page.waitForSelector('.review sg-pieces piece');
  await page.locator('.chapters', { hasText: en.chapterN(1) }).waitFor();

  // A file of two games is two chapters, called by their players.
  await page.getByRole('button', { name: en.addChapter }).press('Enter');
  await page.selectOption('select[name="source"]', 'file');
  const game = (sente: string) =>
    `V2.2\nN+${sente}\nN-Nguyễn\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n`.replace('Nguyễn', 'Nguyen');
  await page.locator('textarea[name="given"]').fill(`${game('Habu')}/\n${game('Sato')}`);
  await isBarrierFree(page, 'the dialog of new chapters');
  await picture(page, 'study-new-chapters');
  await page.locator('input[name="name"]').press('Enter');
  await page.waitForURL(/\/study\/\w{10}\/\w{10}$/);
  await expect.poll(() => page.locator('.chapter-card .chapters li').count()).toBe(3);
  expect(await page.locator('.chapter-card .chapters [aria-current]').innerText()).toContain('Habu');

  // The last is brought before it.
  await page.getByRole('button', { name: /Sato/ }).press('Enter');
  await page.getByRole('button', { name: en.moveUp }).press('Enter');
  await expect
    .poll(() => page.locator('.chapter-card .chapters .chapter-name').allInnerTexts())
    .toEqual([en.chapterN(1), expect.stringContaining('Sato'), expect.stringContaining('Habu')]);
  await page.keyboard.press('Escape');
  await page.locator('body').press('[');
  await expect
    .poll(() => page.locator('.chapter-card .chapters [aria-current]').innerText())
    .toContain('Sato');
  await isInOrder(page, 'a chapter');
  await picture(page, 'study-chapter');
});

test('two write together or on their own, and a stranger is kept out', async () => {
  const { study, chapters } = await makeStudy('author', {
    title: 'Ours',
    visibility: 'private',
    chapters: [{ ...LESSON, mode: 'normal' }],
  });
  const author = await browserOf('author');
  const helper = await browserOf('helper');
  const address = `${server.url}/study/${study}/${chapters[0]}`;
  await helper.goto(address);
  await helper.getByText(en.notFound).waitFor();

  // A link is made, and whoever has it may take part.
  await author.goto(address);
  await author.waitForSelector('.review sg-pieces piece');
  await choose(author, '.study-head', en.members);
  const dialog = author.getByRole('dialog');
  await dialog.getByRole('radio', { name: en.roles.contributor }).last().check();
  await dialog.getByRole('button', { name: en.linkMake }).click();
  const link = await dialog.locator('.study-link').innerText();
  await isBarrierFree(author, 'members');
  await picture(author, 'study-members');
  await author.keyboard.press('Escape');
  await helper.goto(link);
  await helper.getByRole('button', { name: en.invitation.join }).click();
  await helper.waitForSelector('.review sg-pieces piece');
  expect(helper.url()).not.toContain('join');

  // What one plays the other sees, and both look where the other does.
  await moveWhenReady(helper, '2g', '2f');
  await expect.poll(() => at(author, '2f')).toBe('P');

  // On one's own, nobody is led anywhere; what is played is there all the same.
  await author.getByRole('switch', { name: en.alone }).check();
  await author.getByRole('button', { name: CATALOGUES.en.game.first }).click();
  await expect.poll(() => at(author, '2f')).toBeUndefined();
  await moveWhenReady(author, '5g', '5f');
  await expect.poll(() => at(author, '5f')).toBe('P');
  await expect.poll(() => helper.locator('.variations button', { hasText: '56' }).count()).toBe(1);
  expect(await at(helper, '2f')).toBe('P');

  // A comment points at a move, which leads there.
  await choose(helper, '.talk', CATALOGUES.en.review.linkToMove);
  await helper.locator('.link-list li button', { hasText: '76' }).click();
  await helper.locator('.talk .move-link').click();
  await expect.poll(() => at(helper, '7f')).toBe('P');

  // Who is removed has nothing of it any more, without doing anything.
  await choose(author, '.study-head', en.members);
  await dialog.getByRole('button', { name: en.removeMember }).click();
  await helper.getByText(en.notFound).or(helper.getByText(CATALOGUES.en.review.notFound)).first().waitFor();
});

test('a reader practises: wrong, hinted, right, answered, and the other answer', async () => {
  const { study } = await makeStudy('author');
  const page = await browserOf('pupil');
  await page.goto(`${server.url}/study/${study}`);
  const panel = page.locator('.exercise');
  await panel.getByText(en.exercise.yourMove('sente')).waitFor();
  // What comes is not to be seen, nor where a comment points.
  expect(await page.locator('.moves li').count()).toBe(1);
  expect(await panel.locator('.comment').innerText()).toBe('Open the diagonal: ….');
  await isInOrder(page, 'practice');

  await moveWhenReady(page, '9g', '9f');
  await panel.getByText('Too slow.').waitFor();
  await panel.getByText(en.exercise.hintIs('Think of the bishop')).waitFor();
  await picture(page, 'study-practice');
  await panel.getByRole('button', { name: en.exercise.again }).press('Enter');
  await moveWhenReady(page, '1g', '1f');
  await panel.getByText(en.exercise.notInTree).waitFor();
  await panel.getByRole('button', { name: en.exercise.again }).click();
  await moveWhenReady(page, '7g', '7f');
  await expect.poll(() => at(page, '3d')).toBe('p');
  await panel.getByRole('button', { name: en.exercise.showMove }).click();
  await panel.getByText(en.exercise.over(1, 1)).waitFor();

  // In the second round the tree has its other answer.
  await panel.getByRole('button', { name: en.exercise.otherAnswers }).click();
  await moveWhenReady(page, '7g', '7f');
  await expect.poll(() => at(page, '8d')).toBe('p');
  await moveWhenReady(page, '2g', '2f');
  await panel.getByText(en.exercise.over(2, 0)).waitFor();
  await panel.getByRole('button', { name: en.exercise.leave }).click();
  await page.locator('.talk .move-link').waitFor();
  await expect.poll(() => page.locator('.moves li').count()).toBeGreaterThan(3);
});

test('what comes next is hidden until it is guessed or asked for', async () => {
  const { study } = await makeStudy('author', { chapters: [{ ...LESSON, mode: 'hide_next' }] });
  const page = await browserOf('pupil', { size: 'phone' });
  await page.goto(`${server.url}/study/${study}`);
  const panel = page.locator('.exercise');
  await panel.getByText(en.exercise.whatNext).waitFor();
  await isInOrder(page, 'guessing');
  await panel.getByRole('button', { name: en.exercise.showNext }).click();
  await expect.poll(() => at(page, '7f')).toBe('P');
  expect(await page.locator('.moves li').count()).toBe(2);
  await panel.getByRole('button', { name: en.exercise.showNext }).click();
  await expect.poll(() => at(page, '3d')).toBe('p');
});

test('it is found, liked, copied, printed and saved', async () => {
  const { study } = await makeStudy('author', { title: 'A study to be found', topics: ['Ranging rook'] });
  const page = await browserOf('pupil');
  await page.goto(`${server.url}/study?topic=Ranging+rook`);
  await page.getByRole('link', { name: 'A study to be found' }).click();
  const like = page.getByRole('button', { name: en.like, exact: true });
  await like.click();
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');

  await page.goto(`${server.url}/study/${study}/print`);
  await page.locator('.printed-chapter h2', { hasText: 'Static rook' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('.site-header:visible, .study-print button:visible').count()).toBe(0);
  expect(await page.locator('.printed-line').first().innerText()).toContain('P-76');
  await picture(page, 'study-print', true);
  await page.emulateMedia({ media: 'screen' });
  await isInOrder(page, 'print');

  const file = await fetch(`${server.url}/api/v1/studies/${study}/record.kifu`);
  expect(await file.text()).toContain('７六歩');

  await page.goto(`${server.url}/study/${study}`);
  await page.waitForSelector('.review sg-pieces piece');
  await choose(page, '.study-head', en.copy);
  await expect.poll(() => page.url()).not.toContain(study);
  await page.waitForSelector('.review sg-pieces piece');
  await choose(page, '.study-head', en.settings);
});

test('a position from the editor becomes a chapter', async () => {
  const page = await browserOf('pupil');
  await page.goto(
    `${server.url}/study/add?${new URLSearchParams({ variant: 'minishogi', sfen: 'rbsgk/4p/5/P4/KGSBR b - 1' })}`,
  );
  await page.selectOption('select[name="study"]', 'new');
  await page.locator('input[name="title"]').fill('Small boards');
  await isInOrder(page, 'adding');
  await page.locator('input[name="title"]').press('Enter');
  await page.waitForURL(/\/study\/\w{10}$/);
  await page.waitForSelector('.review sg-pieces piece');
  expect(Object.keys(await drawnBoard(page)).length).toBe(12);
});

for (const locale of languages('ja'))
  test(`on a phone in ${locale}`, async () => {
    const words = CATALOGUES[locale].study;
    const { study } = await makeStudy('author', {
      chapters: [{ ...LESSON, mode: 'normal' }, LESSON, { ...LESSON, name: 'Third' }],
    });
    const page = await browserOf('author', { locale, size: 'phone' });
    await page.goto(`${server.url}/study/${study}`);
    await page.waitForSelector('.review sg-pieces piece');
    await isInOrder(page, `a chapter in ${locale}`);
    await picture(page, `study-phone-${locale}`);
    await page.locator('.chapter-bar button').click();
    await page.getByRole('dialog').waitFor();
    await picture(page, `study-phone-chapters-${locale}`);
    await page.getByRole('dialog').getByRole('link', { name: 'Third' }).click();
    await page.locator('.chapter-bar', { hasText: words.chapterOf(3, 3, 'Third') }).waitFor();
    await page.goto(`${server.url}/study`);
    await page.locator('.study-list a').first().waitFor();
    await isInOrder(page, `the list in ${locale}`);
    await picture(page, `study-list-${locale}`, true);
  });
