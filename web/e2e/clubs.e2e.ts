/**
 * Clubs in real browsers: one is founded, people come in, a list is read, a grade is awarded, a
 * tournament is for members.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as ja } from '../src/i18n/made/whole/ja';
import { words as vi } from '../src/i18n/made/whole/vi';
import { isInOrder } from './order';
import { picture, usePeople } from './people';
import { begin, type Player, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { sees } from './watch-notices';

let server: RealServer;
const people: Record<string, Player> = {};
const person = usePeople({ mayComplain: true });

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
  for (const handle of ['chu-nhiem', 'duoc-moi', 'xin-vao', 'nguoi-la'])
    people[handle] = await register(server.url, handle, '5k');
}, 120_000);
afterAll(async () => {
  for (const player of Object.values(people)) player.close();
  await server.stop();
});

async function browserOf(handle: string, options: Parameters<typeof person>[0] = {}): Promise<Page> {
  const { page } = await person({ locale: 'vi', size: 'wide', ...options });
  await signIn(page.context(), server.url, people[handle]?.cookie);
  return page;
}

/** Chooses a tab of the club's page. */
async function open(page: Page, tab: string): Promise<void> {
  await page.locator('.segments label', { hasText: tab }).first().click();
}

const CLUB = 'Câu lạc bộ Shogi Hà Nội';

test('an organiser’s day', { timeout: 240_000 }, async () => {
  const words = vi.clubs;
  const owner = await browserOf('chu-nhiem');
  await owner.goto(`${server.url}/clubs`);
  await owner.getByText(words.noneYet).waitFor();
  await isInOrder(owner, 'an empty list');

  // The club is founded; its address follows from its name. All by keyboard.
  await owner.getByRole('link', { name: words.found }).focus();
  await owner.keyboard.press('Enter');
  await owner.locator('input[name="name"]').fill(CLUB);
  expect(await owner.locator('input[name="slug"]').inputValue()).toBe('cau-lac-bo-shogi-ha-noi');
  await owner.locator('input[name="slug"]').fill('ha-noi');
  await owner.locator('input[name="city"]').fill('Hà Nội');
  await owner.locator('textarea[name="about"]').fill('Chiều chủ nhật, quán cà phê.\nAi cũng được.');
  await owner.locator('input[name="link"]').fill('https://shogi.example/ha-noi');
  await isInOrder(owner, 'the form');
  await owner.locator('input[name="link"]').press('Enter');
  await owner.waitForURL(/\/clubs\/ha-noi$/);
  await owner.getByText(words.noAnnouncements).waitFor();
  await isInOrder(owner, 'a new club');

  // A link, by which somebody joins in another browser.
  await open(owner, words.tabs.manage);
  await owner.getByRole('button', { name: words.makeLink }).click();
  const link = await owner.locator('input[name="link"]').inputValue();
  expect(link).toContain(`${server.url}/clubs/ha-noi#invite=`);
  const invited = await browserOf('duoc-moi', { size: 'phone' });
  await invited.goto(link);
  await invited.getByText(words.invited).waitFor();
  expect(invited.url(), 'the secret is not left in the address').not.toContain('invite');
  await isInOrder(invited, 'an invitation');
  await invited.getByRole('button', { name: words.join, exact: true }).click();
  await invited.getByRole('button', { name: words.leave }).waitFor();

  // A third asks, and is accepted.
  const asking = await browserOf('xin-vao', { size: 'phone' });
  await asking.goto(`${server.url}/clubs`);
  await asking.locator('input[name="q"]').fill('ha noi');
  await asking.getByRole('link', { name: CLUB }).click();
  await asking.locator('textarea[name="words"]').fill('Cho em tham gia với ạ');
  await isInOrder(asking, 'somebody who asks');
  await asking.getByRole('button', { name: words.ask }).click();
  await asking.getByText(words.waiting).waitFor();
  await owner.reload();
  await open(owner, words.tabs.manage);
  await owner.getByText('Cho em tham gia với ạ').waitFor();
  await isInOrder(owner, 'the desk');
  await owner.getByRole('button', { name: `${words.accept}: xin-vao` }).click();
  await owner.getByText(words.noRequests).waitFor();
  await asking.reload();
  await asking.getByRole('button', { name: words.leave }).waitFor();

  // A list with a bad line is explained, and nothing of it is taken; mended, all of it is.
  const file = (text: string) => ({ name: 'ds.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const rows = 'Tên,Tài khoản,Đẳng cấp\nÔng Tư,,3 cấp\nBà Năm,,rất mạnh\n';
  await owner.locator('input[name="list"]').setInputFiles(file(rows));
  await owner.getByText(words.badRow(3, words.rows.grade, 'rất mạnh')).waitFor();
  await isInOrder(owner, 'a bad line');
  await owner.locator('input[name="list"]').setInputFiles(file(rows.replace('rất mạnh', 'Sơ đẳng')));
  await owner.getByText(words.imported(2, 0)).waitFor();

  // The club's grade is shown as the club's.
  await open(owner, words.tabs.members);
  await owner.locator('tr', { hasText: 'Bà Năm' }).locator('.club-grade:visible').waitFor();
  await owner.getByRole('button', { name: `${words.edit}: duoc-moi` }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.locator('select[name="grade"]').selectOption('2d');
  await isInOrder(owner, 'a line');
  await dialog.getByRole('button', { name: words.save }).click();
  await owner.locator('tr', { hasText: 'duoc-moi' }).locator('.club-grade:visible').waitFor();
  await open(invited, words.tabs.members);
  const line = invited.locator('tr', { hasText: 'duoc-moi' });
  expect(await line.locator('.club-grade:visible').innerText()).toBe(vi.ratings.grade(2, true));
  await invited.getByText(words.clubGradeNote(CLUB)).waitFor();
  await isInOrder(invited, 'the members');

  // An announcement.
  await open(owner, words.tabs.about);
  await owner.getByRole('button', { name: words.announce }).click();
  await dialog.locator('input[name="title"]').fill('Chủ nhật này nghỉ');
  await dialog.getByRole('button', { name: words.announce }).click();
  await owner.getByRole('heading', { name: 'Chủ nhật này nghỉ' }).waitFor();
  // After a reload the page is where it was.
  await invited.reload();
  await line.waitFor();
  await open(invited, words.tabs.about);
  await invited.getByRole('heading', { name: 'Chủ nhật này nghỉ' }).waitFor();
  await isInOrder(invited, 'the club on a phone');
});

test('a tournament for members alone', async () => {
  const words = vi.clubs;
  const owner = await browserOf('chu-nhiem');
  await owner.goto(`${server.url}/clubs/ha-noi`);
  await open(owner, words.tabs.tournaments);
  await owner.getByRole('link', { name: words.newTournament }).click();
  await owner.locator('input[name="name"]').fill('Giải nội bộ');
  expect(await owner.locator('select[name="club"]').inputValue()).toBe('ha-noi');
  await owner.getByLabel(words.membersOnly).check();
  await owner.getByRole('button', { name: vi.tournaments.form.create }).click();
  await owner.waitForURL(/\/tournaments\/[A-Za-z0-9]{10}$/);
  const address = owner.url();
  await open(owner, vi.tournaments.tabs.manage);
  await owner.getByRole('button', { name: vi.tournaments.acts.open }).click();
  await owner.getByText(vi.tournaments.phases.open).first().waitFor();

  const stranger = await browserOf('nguoi-la', { size: 'phone' });
  await stranger.goto(address);
  await stranger.getByRole('link', { name: CLUB }).waitFor();
  await stranger.getByRole('button', { name: vi.tournaments.join }).click();
  await sees(stranger, vi.tournaments.problems.members_only);

  const member = await browserOf('duoc-moi', { size: 'phone' });
  await member.goto(`${server.url}/clubs/ha-noi`);
  await open(member, words.tabs.tournaments);
  await member.getByRole('link', { name: 'Giải nội bộ' }).click();
  await member.getByRole('button', { name: vi.tournaments.join }).click();
  await member.getByText(vi.tournaments.entered).waitFor();
  await member.locator('tr', { hasText: 'duoc-moi' }).locator('.club-grade:visible').waitFor();
  await isInOrder(member, 'a tournament of a club');
});

test('an evening: who is here, who plays, and how it ended', async () => {
  const words = vi.clubs.activity;
  const page = await browserOf('chu-nhiem', { size: 'phone' });
  await page.goto(`${server.url}/clubs/ha-noi`);
  const here = page.locator('section', { has: page.getByRole('heading', { name: words.here }) });
  const row = here.locator('li', { hasText: 'duoc-moi' });
  await row.getByRole('button', { name: vi.challenges.challenge }).waitFor();
  await isInOrder(page, 'who is here');

  // A game between two members is followed, and its result is read.
  const [one, other] = [people['duoc-moi'], people['xin-vao']] as [Player, Player];
  const { game, play } = await begin(one, other);
  await page.reload();
  await row.getByRole('link', { name: vi.home.plays }).waitFor();
  await page.locator(`.live-card a[href="/${game}"], a[href="/${game}"]`).first().waitFor();
  for (let ply = 2; ply < 6; ply++) await play(ply);
  await other.say({ t: 'resign', game });
  await page.getByRole('heading', { name: words.results }).waitFor();
  await page.locator('.club-results li', { hasText: vi.result.reasons.resignation }).waitFor();
  await isInOrder(page, 'the results');
  await picture(page, 'club-evening', true);

  // Outsiders see what is played, and not who is here.
  const stranger = await browserOf('nguoi-la');
  await stranger.goto(`${server.url}/clubs/ha-noi`);
  await stranger.getByRole('heading', { name: words.results }).waitFor();
  expect(await stranger.getByRole('heading', { name: words.here }).count()).toBe(0);
});

test('a private club in three languages, and long names', async () => {
  const long = '将'.repeat(60);
  const owner = people['chu-nhiem'];
  const made = await fetch(`${server.url}/api/v1/clubs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: owner?.cookie ?? '' },
    body: JSON.stringify({
      create: crypto.randomUUID(),
      slug: 'kin',
      settings: { name: long, city: '京'.repeat(60), about: long, joining: 'invitation', private: true },
    }),
  });
  expect(made.status).toBe(201);
  for (const [locale, words] of Object.entries({ vi, en, ja } as unknown as Record<string, typeof vi>)) {
    const stranger = await browserOf('nguoi-la', { locale: locale as 'vi', size: 'phone' });
    await stranger.goto(`${server.url}/clubs/kin`);
    await stranger.getByText(words.clubs.privateHelp).waitFor();
    await stranger.getByText(words.clubs.byInvitation).waitFor();
    expect(await stranger.getByText('京').count()).toBe(0);
    await isInOrder(stranger, `a private club in ${locale}`);
    const page = await browserOf('chu-nhiem', { locale: locale as 'vi', size: 'phone' });
    await page.goto(`${server.url}/clubs`);
    await page.getByRole('link', { name: long }).waitFor();
    await isInOrder(page, `the list in ${locale}`);
    await page.getByRole('link', { name: long }).click();
    for (const tab of ['about', 'members', 'tournaments', 'manage'] as const) {
      await open(page, words.clubs.tabs[tab]);
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      await isInOrder(page, `${tab} in ${locale}`);
    }
  }
});
