/**
 * A teacher's exercises in a study: a problem with its solution, a pupil who solves it, and the
 * teacher who sees it.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { drawnBoard, press } from './table';
import { keepNotices, sees } from './watch-notices';

let server: RealServer;
const people: Record<string, Player> = {};
const person = usePeople();

const { vi, ja } = CATALOGUES;

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
  for (const handle of ['thay', 'tro']) people[handle] = await register(server.url, handle, '5k');
}, 120_000);
afterAll(async () => {
  for (const player of Object.values(people)) player.close();
  await server.stop();
});

async function browserOf(handle: string, options: Parameters<typeof person>[0] = {}): Promise<Page> {
  const { page } = await person(options);
  await signIn(page.context(), server.url, people[handle]?.cookie);
  return page;
}

const api = <T>(handle: string, method: string, path: string, body?: unknown) =>
  requestAs<T>([server.url, people[handle]?.cookie], method, path, body);

test('a problem in a study answers by itself, and its author sees who has solved it', async () => {
  // Of three moves: the second is the author's.
  const { problems } = await api<{ problems: { number: number; plies: number }[] }>('thay', 'GET', '/tsume');
  const number = problems.find((it) => it.plies === 3)?.number ?? 0;
  const { moves } = await api<{ moves: string[] }>('thay', 'POST', `/tsume/${number}/solution`);
  const teacher = await browserOf('thay', { locale: 'vi' });
  await teacher.goto(`${server.url}/study/new`);
  await teacher.locator('input[name="title"]').fill('Lớp tối');
  await teacher.locator('input[name="title"]').press('Enter');
  await teacher.waitForURL(/\/study\/\w{10}$/);
  const study = teacher.url().slice(-10);
  await teacher.getByRole('button', { name: vi.study.addChapter }).click();
  await teacher.selectOption('select[name="source"]', 'tsume');
  await teacher.locator('[name="given"]').fill(String(number));
  await teacher.locator('dialog button[type="submit"]').click();
  await teacher.waitForURL(/\/study\/\w{10}\/\w{10}$/);
  await teacher.locator('.moves li').nth(3).waitFor();
  await teacher.locator('.solvers', { hasText: vi.study.solved.nobody }).waitFor();

  await api('thay', 'PUT', `/studies/${study}/members/tro`, { role: 'viewer' });
  await api('tro', 'PUT', `/studies/${study}/invitation`);
  await teacher.locator('.solvers li', { hasText: 'tro' }).getByText(vi.study.solved.open).waitFor();
  await isInOrder(teacher, 'an exercise that nobody has solved');

  // The pupil is shown a move at first, and then needs none.
  const pupil = await browserOf('tro', { locale: 'ja', size: 'phone' });
  await pupil.goto(teacher.url());
  const panel = pupil.locator('.exercise');
  await panel.getByText(ja.study.exercise.yourMove('sente')).waitFor();
  const [first = '', , last = ''] = moves;
  await panel.getByRole('button', { name: ja.study.exercise.showMove }).click();
  await expect.poll(() => pupil.locator('.moves li').count()).toBe(3);
  await press(pupil, last);
  await panel.getByText(ja.study.exercise.over(1, 1)).waitFor();
  await teacher.locator('.solvers li').getByText(vi.study.solved.helped(1)).waitFor();
  await keepNotices(teacher);
  await panel.getByRole('button', { name: ja.study.exercise.fromStart }).click();
  await panel.getByText(ja.study.exercise.yourMove('sente')).waitFor();
  await expect.poll(() => pupil.locator('.moves li').count()).toBe(1);
  await press(pupil, first);
  await expect.poll(() => pupil.locator('.moves li').count()).toBe(3);
  await press(pupil, last);
  await panel.getByText(ja.study.exercise.over(2, 0)).waitFor();
  await isInOrder(pupil, 'an exercise that is solved');
  await picture(pupil, 'exercise-solved');

  // The teacher's page follows, and the bell tells of the last exercise.
  await teacher.locator('.solvers li').getByText(vi.study.solved.clean).waitFor();
  await sees(teacher, vi.bell.studySolved('tro'));
  await teacher.locator('.chapters', { hasText: vi.study.solved.n(1) }).waitFor();
  await isInOrder(teacher, 'an exercise that somebody has solved');
  await picture(teacher, 'exercise-solvers');
  expect(Object.keys(await drawnBoard(teacher)).length).toBeGreaterThan(0);

  // The pupil sees their own.
  await pupil.locator('.chapter-bar button').click();
  await pupil.getByRole('dialog').getByText(ja.study.solved.clean).waitFor();
});
