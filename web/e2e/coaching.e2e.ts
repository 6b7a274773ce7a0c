/**
 * A teacher’s evening in a club: a pupil agrees, a game is commented, homework is set, done, and
 * seen.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as ja } from '../src/i18n/made/whole/ja';
import { words as vi } from '../src/i18n/made/whole/vi';
import { isInOrder } from './order';
import { picture, usePeople } from './people';
import { type Player, playRated, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { keepNotices, sees } from './watch-notices';

let server: RealServer;
const people: Record<string, Player> = {};
const person = usePeople({ mayComplain: true });
const CLUB = 'lop-toi';

beforeAll(async () => {
  server = await startRealServer({
    KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000',
    KOMADAI__NOTICES__AWAY_S: '1',
  });
  for (const handle of ['thay', 'tro', 'ban']) people[handle] = await register(server.url, handle, '5k');
  await send('thay', 'POST', '/clubs', {
    create: crypto.randomUUID(),
    slug: CLUB,
    settings: { name: 'Lớp tối', joining: 'open' },
  });
  for (const handle of ['tro', 'ban']) await act(handle, { t: 'join' });
}, 120_000);
afterAll(async () => {
  for (const player of Object.values(people)) player.close();
  await server.stop();
});

const cookieOf = (handle: string) => people[handle]?.cookie ?? '';

const send = (by: string, method: string, path: string, body?: unknown) =>
  requestAs([server.url, cookieOf(by)], method, path, body);

const act = (by: string, wanted: unknown) =>
  send(by, 'POST', `/clubs/${CLUB}/acts`, { id: crypto.randomUUID(), act: wanted });

async function browserOf(handle: string, options: Parameters<typeof person>[0] = {}): Promise<Page> {
  const { page } = await person({ locale: 'vi', size: 'phone', ...options });
  await signIn(page.context(), server.url, cookieOf(handle));
  return page;
}

test('a teacher’s evening', { timeout: 240_000 }, async () => {
  const words = vi.coaching;
  const game = await playRated(people.ban as Player, people.tro as Player);

  // Who founded the club makes themselves its teacher, and invites a member.
  const teacher = await browserOf('thay', { size: 'wide' });
  await teacher.goto(`${server.url}/clubs/${CLUB}`);
  await teacher.locator('.segments label', { hasText: vi.clubs.tabs.members }).first().click();
  await teacher.getByRole('button', { name: `${vi.clubs.edit}: thay` }).click();
  const dialog = teacher.getByRole('dialog');
  await dialog.getByText(words.teaches).click();
  await dialog.getByRole('button', { name: vi.clubs.save }).click();
  await teacher.locator('tr', { hasText: words.teacher }).waitFor();
  await teacher.getByRole('link', { name: words.title }).click();
  await teacher.getByText(words.noPupils).waitFor();
  await isInOrder(teacher, 'a teacher without pupils');
  await teacher.locator('select[name="pupil"]').selectOption({ label: 'tro' });
  await teacher.getByRole('button', { name: words.invite }).click();
  await teacher.getByText(words.asked).waitFor();

  // The pupil agrees, on a phone and by keyboard.
  const pupil = await browserOf('tro');
  await pupil.goto(`${server.url}/clubs/${CLUB}/coaching`);
  await pupil.getByText(words.wantsToTeach).waitFor();
  await isInOrder(pupil, 'an invitation');
  await pupil.getByRole('button', { name: `${words.accept}: thay` }).press('Enter');
  await pupil.getByText(words.homework.none).waitFor();
  await isInOrder(pupil, 'a pupil without homework');

  // The teacher sees the game and comments it; the pupil hears of it and reads it at its move.
  await teacher.reload();
  const review = teacher.getByRole('link', { name: new RegExp(`^${words.review}`) });
  await review.waitFor();
  await isInOrder(teacher, 'a pupil');
  await picture(teacher, 'coaching-teacher', true);
  expect(await review.getAttribute('href')).toBe(`/review/${game}`);
  await review.click();
  await teacher.waitForURL(`**/review/${game}`);
  await teacher.waitForSelector('.review sg-pieces piece');
  await teacher.keyboard.press('ArrowRight');
  await teacher.keyboard.press('ArrowRight');
  await keepNotices(pupil);
  await teacher.fill('.talk textarea', 'Sao không đi Xe?');
  await teacher.locator('.talk textarea').blur();
  await sees(pupil, vi.bell.reviewCommented('thay'));
  await pupil.getByRole('link', { name: vi.bell.open }).click();
  await pupil.waitForURL(`**/review/${game}`);
  await expect.poll(() => pupil.inputValue('.talk textarea')).toBe('Sao không đi Xe?');

  // Homework is set for all.
  await teacher.goto(`${server.url}/clubs/${CLUB}/coaching`);
  await teacher.getByRole('button', { name: words.homework.set }).click();
  await dialog.locator('input[name="title"]').fill('Chiếu hết ba nước');
  await dialog.getByRole('button', { name: words.homework.set }).click();
  await dialog.getByText(words.homework.empty).waitFor();
  await dialog.locator('select[name="plies"]').selectOption('3');
  await dialog.getByLabel(words.homework.count).fill('2');
  await dialog.locator('textarea[name="texts"]').fill('Xem lại ván tối nay');
  await isInOrder(teacher, 'the form of homework');
  await picture(teacher, 'coaching-form', true);
  await dialog.getByRole('button', { name: words.homework.set }).click();
  await teacher.getByRole('heading', { name: 'Chiếu hết ba nước' }).waitFor();

  // The pupil finds it where the problems are, solves one, and ticks the rest.
  await pupil.goto(`${server.url}/tsume`);
  await pupil.getByRole('heading', { name: 'Chiếu hết ba nước' }).waitFor();
  await isInOrder(pupil, 'homework among the problems');
  const first = pupil.locator('.homework-tasks a').first();
  const number = ((await first.getAttribute('href')) ?? '').replace('/tsume/', '');
  const { moves } = (await send('ban', 'POST', `/tsume/${number}/solution`)) as { moves: string[] };
  await send('tro', 'POST', `/tsume/${number}/answer`, { moves });
  await pupil.goto(`${server.url}/clubs/${CLUB}/coaching`);
  await expect.poll(() => pupil.locator('.homework-tasks input:checked').count()).toBe(1);
  await pupil.getByRole('checkbox', { name: 'Xem lại ván tối nay' }).press('Space');
  await expect.poll(() => pupil.locator('.homework-tasks input:checked').count()).toBe(2);
  await isInOrder(pupil, 'homework');
  await picture(pupil, 'coaching-pupil', true);

  // The teacher sees what was done.
  await teacher.reload();
  await teacher.getByText(words.homework.doneOf(2, 3)).click();
  await teacher.getByText(words.homework.open).waitFor();
  await picture(teacher, 'coaching-done', true);

  // The pupil ends it; the teacher sees nothing more.
  await pupil.getByRole('button', { name: `${words.end}: thay` }).click();
  await pupil.getByRole('dialog').getByRole('button', { name: words.end }).click();
  await pupil.getByRole('button', { name: `${words.askTeacher}: thay` }).waitFor();
  await teacher.reload();
  await teacher.getByText(words.noPupils).waitFor();
});

test('the page in three languages', async () => {
  for (const [locale, words] of Object.entries({ vi, en, ja } as unknown as Record<string, typeof vi>))
    for (const size of ['phone', 'wide'] as const) {
      const page = await browserOf('ban', { locale: locale as 'vi', size });
      await page.goto(`${server.url}/clubs/${CLUB}/coaching`);
      await page.getByText(words.coaching.sees).waitFor();
      await isInOrder(page, `coaching in ${locale}, ${size}`);
    }
});
