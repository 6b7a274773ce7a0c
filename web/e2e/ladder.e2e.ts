/**
 * An evening on a club’s ladder: it is opened, a member challenges one above, the game is played,
 * and the places move.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { type Player, playOut, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { keepNotices, sees } from './watch-notices';

let server: RealServer;
const people: Record<string, Player> = {};
const person = usePeople({ mayComplain: true });
const CLUB = 'bac-thang';
const { vi } = CATALOGUES;

beforeAll(async () => {
  server = await startRealServer({
    KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000',
    KOMADAI__NOTICES__AWAY_S: '1',
  });
  for (const handle of ['minh', 'binh', 'chi', 'dung'])
    people[handle] = await register(server.url, handle, '5k');
  await send('minh', '/clubs', {
    create: crypto.randomUUID(),
    slug: CLUB,
    settings: { name: 'Bậc thang', joining: 'open' },
  });
  for (const handle of ['binh', 'chi', 'dung']) await act(handle, { t: 'join' });
}, 120_000);
afterAll(async () => {
  for (const player of Object.values(people)) player.close();
  await server.stop();
});

const playerOf = (handle: string) => people[handle] as Player;

const send = (by: string, path: string, body: unknown) =>
  requestAs([server.url, playerOf(by).cookie], 'POST', path, body);

const act = (by: string, wanted: unknown) =>
  send(by, `/clubs/${CLUB}/acts`, { id: crypto.randomUUID(), act: wanted });

async function browserOf(handle: string, options: Parameters<typeof person>[0] = {}): Promise<Page> {
  const { page } = await person({ locale: 'vi', size: 'phone', ...options });
  await signIn(page.context(), server.url, playerOf(handle).cookie);
  return page;
}

/** Who is on the ladder, from the first place. */
const order = (page: Page) => page.locator('.ladder-places .player-name-door').allInnerTexts();

test('an evening on the ladder', { timeout: 240_000 }, async () => {
  const words = vi.ladder;

  // Who founded the club opens its ladder.
  const owner = await browserOf('minh', { size: 'wide' });
  await owner.goto(`${server.url}/clubs/${CLUB}`);
  await owner.getByRole('link', { name: words.title }).click();
  const open = owner.getByRole('button', { name: words.open });
  await open.waitFor();
  await owner.getByLabel(words.reach).fill('2');
  await isInOrder(owner, 'the form of a ladder');
  await picture(owner, 'ladder-form', true);
  await open.click();
  await owner.getByText(words.empty).waitFor();
  await owner.getByRole('button', { name: words.join }).click();
  await owner.getByText(words.yourPlace(1)).waitFor();
  for (const handle of ['binh', 'chi']) await act(handle, { t: 'join_ladder' });

  // A member comes, joins at the bottom, and challenges, by keyboard.
  const member = await browserOf('dung');
  await member.goto(`${server.url}/clubs/${CLUB}/ladder`);
  await member.getByRole('button', { name: words.join }).press('Enter');
  await member.getByText(words.yourPlace(4)).waitFor();
  expect(await order(member)).toEqual(['minh', 'binh', 'chi', 'dung']);
  const challenges = member.getByRole('button', { name: new RegExp(`^${words.challenge}`) });
  expect(await challenges.count()).toBe(2);
  await isInOrder(member, 'a ladder');
  await picture(member, 'ladder-places', true);

  // The challenged is told wherever they are, and accepts.
  const other = await browserOf('binh');
  await other.goto(`${server.url}/variants`);
  await other.locator('h1').waitFor();
  await keepNotices(other);
  await member.getByRole('button', { name: `${words.challenge}: binh` }).press('Enter');
  await member.getByRole('button', { name: `${words.withdraw}: binh` }).waitFor();
  await sees(other, vi.bell.ladderChallenge('dung'));
  await other.getByRole('link', { name: vi.bell.open }).click();
  const accept = other.getByRole('button', { name: `${words.accept}: dung` });
  await accept.waitFor();
  await isInOrder(other, 'a challenge');
  await picture(other, 'ladder-challenge', true);
  await other.getByRole('button', { name: `${words.refuse}: dung` }).click();
  await other.getByText(words.refuseLeft(2)).waitFor();
  await other.keyboard.press('Escape');
  await accept.press('Enter');
  const toGame = other.getByRole('link', { name: new RegExp(`^${words.toGame}`) });
  const game = ((await toGame.getAttribute('href')) ?? '').slice(1);

  // The challenger wins, and the places move by themselves.
  await playOut(game, playerOf('dung'), playerOf('binh'));
  await expect
    .poll(
      async () => {
        await member.reload();
        await member.getByText(words.places).waitFor();
        return order(member);
      },
      { timeout: 30_000 },
    )
    .toEqual(['minh', 'dung', 'binh', 'chi']);
  await member.getByText(words.states.won('dung', 2)).waitFor();
  await isInOrder(member, 'a ladder with a history');
  await picture(member, 'ladder-history', true);

  // The audit log says it in words.
  await owner.goto(`${server.url}/clubs/${CLUB}`);
  await owner.locator('.segments label', { hasText: vi.clubs.tabs.manage }).first().click();
  await owner.locator('summary', { hasText: vi.clubs.trail }).click();
  await owner.getByText(vi.clubs.auditLog.ladderWin('dung', 'binh')).waitFor();
});

test('an organiser moves one player and takes another one off, who reads why', async () => {
  const words = vi.ladder;
  const owner = await browserOf('minh');
  await owner.goto(`${server.url}/clubs/${CLUB}/ladder`);
  const edit = (handle: string) => owner.getByRole('button', { name: `${vi.clubs.edit}: ${handle}` });
  await edit('chi').waitFor();
  const others = (await order(owner)).filter((it) => it !== 'chi' && it !== 'minh');
  await edit('chi').press('Enter');
  await owner.getByLabel(words.place, { exact: true }).fill('2');
  await isInOrder(owner, 'a player on a ladder');
  await picture(owner, 'ladder-player');
  await owner.getByRole('button', { name: words.move }).press('Enter');
  await expect.poll(() => order(owner)).toEqual(['minh', 'chi', ...others]);

  // Without a reason nothing is done; what was typed stays.
  const member = await browserOf('binh');
  await member.goto(`${server.url}/variants`);
  await member.locator('h1').waitFor();
  await keepNotices(member);
  await edit('binh').press('Enter');
  const remove = owner.getByRole('button', { name: words.remove });
  await remove.click();
  await owner.getByText(vi.fields.missing).waitFor();
  await owner.getByLabel(vi.clubs.reason).fill('Đã chuyển nhà');
  await remove.press('Enter');
  await expect.poll(() => order(owner)).toEqual(['minh', 'chi', 'dung']);
  await sees(member, vi.bell.clubReason('Bậc thang', 'Đã chuyển nhà'));
  await picture(member, 'ladder-removed-toast');
  await member.getByRole('link', { name: vi.bell.open }).click();
  await member.getByRole('button', { name: words.join }).waitFor();
  await member.getByText('Đã chuyển nhà').first().waitFor();
  await isInOrder(member, 'a ladder that one was taken off');
  await picture(member, 'ladder-removed', true);
});

test('the page in three languages', async () => {
  for (const locale of ['vi', 'en', 'ja'] as const)
    for (const size of ['phone', 'wide'] as const) {
      const page = await browserOf('chi', { locale, size });
      await page.goto(`${server.url}/clubs/${CLUB}/ladder`);
      await page.getByText(CATALOGUES[locale].ladder.vacationText).waitFor();
      await isInOrder(page, `the ladder in ${locale}, ${size}`);
      await picture(page, `ladder-${locale}-${size}`, true);
    }
});
