/**
 * Tournaments in real browsers: an organiser's day, with players who are scripts and one who is
 * not.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { words as ja } from '../src/i18n/made/whole/ja';
import { words as vi } from '../src/i18n/made/whole/vi';
import type { Tournament, TournamentAct } from '../src/wire/generated';
import { isInOrder } from './order';
import { picture, usePeople } from './people';
import { connect, type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
let players: Player[] = [];
let organiser: Player;
const person = usePeople({ mayComplain: true });

const HANDLES = Array.from({ length: 16 }, (_, i) => `ky-thu-${i + 1}`);

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
  organiser = await register(server.url, 'ban-to-chuc', '1d');
  for (const handle of HANDLES) players.push(await register(server.url, handle, '5k'));
}, 120_000);
afterAll(async () => {
  for (const player of [organiser, ...players]) player.close();
  await server.stop();
});

const act = (by: Player, code: string, wanted: TournamentAct, reason = '') =>
  requestAs([server.url, by.cookie], 'POST', `/tournaments/${code}/acts`, {
    id: crypto.randomUUID(),
    act: wanted,
    reason,
  });

async function look(code: string): Promise<Tournament> {
  return (await (await fetch(`${server.url}/api/v1/tournaments/${code}`)).json()) as Tournament;
}

/** Waits until something holds of the tournament. */
async function sees(code: string, holds: (view: Tournament) => boolean): Promise<Tournament> {
  for (;;) {
    const view = await look(code);
    // A draft is not shown to those who ask without a cookie.
    if (view.rounds && holds(view)) return view;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * Everybody who is to move or not resigns at their board, unless `stays` says that it is played on.
 */
async function finishRound(code: string, round: number, stays: (handle: string) => boolean): Promise<void> {
  // Boards open when the round does, a moment after it is published.
  const view = await sees(code, ({ rounds }) => {
    const pairings = rounds[round - 1]?.games;
    return pairings?.every(({ result, games }) => result !== null || games.length > 0) ?? false;
  });
  const handles = new Map(view.entries.map(({ id, handle }) => [id, handle]));
  for (const pairing of view.rounds[round - 1]?.games ?? []) {
    const seated = [handles.get(pairing.sente) ?? '', handles.get(pairing.gote) ?? ''];
    const game = pairing.games.at(-1);
    if (pairing.result !== null || !game || seated.some(stays)) continue;
    const loser = players.find(({ handle }) => handle === seated[1]);
    await loser?.say({ t: 'resign', game });
  }
}

/** Makes a tournament by the form; its code. */
async function makeByForm(
  page: Page,
  words: typeof vi,
  name: string,
  fill: () => Promise<void>,
): Promise<string> {
  await page.goto(`${server.url}/tournaments`);
  await page.getByRole('link', { name: words.tournaments.create }).click();
  await page.locator('input[name="name"]').fill(name);
  await fill();
  await page.getByRole('button', { name: words.tournaments.form.create }).click();
  await page.waitForURL(/\/tournaments\/[A-Za-z0-9]{10}$/);
  return page.url().split('/').at(-1) ?? '';
}

/** Chooses a tab of the tournament's page. */
async function open(page: Page, tab: string): Promise<void> {
  await page.locator('.segments label', { hasText: tab }).first().click();
}

/** Looks at the next round, and begins it. */
async function beginNext(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('a Swiss of sixteen, with a crash in the middle', { timeout: 240_000 }, async () => {
  const words = vi.tournaments;
  const { page } = await person({ locale: 'vi', size: 'wide' });
  await signIn(page.context(), server.url, organiser.cookie);
  const code = await makeByForm(page, vi, 'Giải Thụy Sĩ mùa thu', async () => {
    await page.locator('input[type="number"]').first().fill('3');
    await page.locator('input[type="number"]').first().blur();
  });
  await isInOrder(page, 'a draft');
  await open(page, words.tabs.manage);
  await page.getByRole('button', { name: words.acts.open }).click();
  await page.getByText(words.phases.open).first().waitFor();

  // One of the sixteen sits at a phone; the others are scripts.
  const [first] = players;
  if (!first) throw new Error('nobody is there');
  const phone = await person({ locale: 'vi', size: 'phone' });
  await signIn(phone.page.context(), server.url, first.cookie);
  await phone.page.goto(`${server.url}/tournaments/${code}`);
  await phone.page.getByRole('button', { name: words.join }).click();
  await phone.page.getByText(words.entered).waitFor();
  for (const player of players.slice(1)) await act(player, code, { t: 'join', online: false });
  await isInOrder(phone.page, 'registration');

  await page.getByRole('button', { name: words.acts.begin }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.acts.begin }).click();
  // The player is taken to the board.
  await phone.page.waitForURL(/\/[A-Za-z0-9]{10}$/);
  await phone.page.waitForSelector('.board-wood, cg-board, sg-board, .sg-wrap');
  // There it says where that is.
  const strip = phone.page.locator('.tournament-strip');
  await strip.getByRole('link', { name: 'Giải Thụy Sĩ mùa thu' }).waitFor();
  expect(await strip.innerText()).toMatch(/Vòng 1 · Bàn [1-8]/);
  // Who watches sees all its boards at once.
  await open(page, words.tabs.room);
  await page.locator('.round-room .live-game').nth(7).waitFor();
  await isInOrder(page, 'the boards of a round');
  await picture(page, 'round-room', true);
  await open(page, words.tabs.manage);
  await finishRound(code, 1, (handle) => handle === first.handle);
  await phone.page.goto(`${server.url}/tournaments/${code}`);
  await isInOrder(phone.page, 'the round room');
  const mine = (await look(code)).rounds[0]?.games.find(({ result }) => result === null);
  await first.say({ t: 'resign', game: mine?.games.at(-1) ?? '' });
  await sees(code, ({ rounds }) => rounds[0]?.games.every(({ result }) => result !== null) ?? false);
  // A round waits for nobody: who reads another page is taken to the board too.
  await phone.page.goto(`${server.url}/players`);
  await phone.page.waitForSelector('.link-state.open');
  await beginNext(page, words.acts.next_round);
  const { rounds: published } = await sees(code, ({ rounds }) => rounds.length === 2);
  await phone.page.waitForURL(/\/[A-Za-z0-9]{10}$/);

  // Why did they meet?
  await open(page, words.tabs.rounds);
  await page.getByRole('button', { name: words.why.ask }).first().click();
  await page.getByRole('dialog').getByText(words.why.how).waitFor();
  await isInOrder(page, 'why');
  await page.keyboard.press('Escape');

  // Two others are to meet, and the two whom they leave meet each other.
  const [one, two] = published[1]?.games ?? [];
  await open(page, words.tabs.manage);
  await page.locator('button[name="repair"]').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('select[name="sente"]').selectOption(one?.sente ?? '');
  await dialog.locator('select[name="gote"]').selectOption(two?.sente ?? '');
  await dialog.locator('input[name="reason"]').fill('đến cùng nhau');
  await isInOrder(page, 'changing a pairing');
  await dialog.getByRole('button', { name: words.acts.repair }).click();
  const changed = await sees(code, ({ rounds }) => rounds[1]?.games.length === 10);
  const pairs = changed.rounds[1]?.games
    .filter(({ result }) => result === null)
    .map(({ sente, gote }) => sente + gote);
  expect(pairs).toContain(`${one?.sente}${two?.sente}`);
  expect(pairs).toContain(`${two?.gote}${one?.gote}`);
  const before = (await look(code)).rounds;

  await server.kill();
  await server.start();
  for (const player of players) player.close();
  players = await Promise.all(players.map(({ handle, cookie }) => connect(server.url, handle, cookie)));
  expect((await look(code)).rounds).toEqual(before);
  await finishRound(code, 2, () => false);
  await sees(code, ({ rounds }) => rounds[1]?.games.every(({ result }) => result !== null) ?? false);
  await beginNext(page, words.acts.next_round);
  await sees(code, ({ rounds }) => rounds.length === 3);
  await finishRound(code, 3, () => false);
  await sees(code, ({ phase }) => phase === 'over');
  // Standings move by themselves, and nobody has met twice.
  await open(page, words.tabs.standings);
  await page.getByText(words.remarks.champion).first().waitFor();
  expect(await page.locator('table.standings tbody tr').count()).toBe(16);
  await isInOrder(page, 'standings');
  const met = (await look(code)).rounds.flatMap(({ games }) =>
    games.filter(({ result }) => result !== 'annulled').map(({ sente, gote }) => [sente, gote].sort().join()),
  );
  expect(new Set(met).size).toBe(24);
  await phone.page.goto(`${server.url}/tournaments/${code}`);
  await phone.page.getByText(words.remarks.champion).first().waitFor();
  await isInOrder(phone.page, 'standings on a phone');

  // Another site shows them within its own page; it may show no other page of ours.
  const embedded = await fetch(`${server.url}/embed/tournaments/${code}`);
  expect(embedded.headers.get('content-security-policy')).toContain('frame-ancestors *');
  expect([embedded.headers.get('x-frame-options'), embedded.headers.get('set-cookie')]).toEqual([null, null]);
  const plain = await fetch(`${server.url}/tournaments/${code}`);
  expect(plain.headers.get('x-frame-options')).toBe('DENY');
  await phone.page.goto(`${server.url}/embed/tournaments/${code}`);
  await phone.page.getByText(words.remarks.champion).first().waitFor();
  expect(await phone.page.locator('.site-header').count()).toBe(0);
  await isInOrder(phone.page, 'standings elsewhere');
});

test('a whole day with a player who never shows up', { timeout: 240_000 }, async () => {
  const words = vi.tournaments;
  const { page } = await person({ locale: 'vi', size: 'wide' });
  await signIn(page.context(), server.url, organiser.cookie);
  const begins = new Date(Date.now() + 20 * 60_000);
  const code = await makeByForm(page, vi, 'Giải cuối tuần', async () => {
    const rounds = page.getByLabel(words.form.rounds, { exact: true });
    await rounds.fill('3');
    await rounds.blur();
    const local = new Date(begins.getTime() - begins.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    await page.locator('input[name="starts"]').fill(local);
    const checkIn = page.getByLabel(words.form.checkIn);
    await checkIn.fill('60');
    await checkIn.blur();
    await page.getByText(words.form.noShowLeaves).click();
    // Nobody is waited for here, which is for games that are not rated.
    await page.getByText(words.form.rated).click();
  });
  await open(page, words.tabs.manage);
  await page.getByRole('button', { name: words.acts.open }).click();
  await page.getByText(words.phases.open).first().waitFor();

  // Seven register. One checks in at a phone and never comes to a board; one forgets to check in.
  // The last of all, because who has left plays in no other test.
  const [absent, forgetful, ...others] = players.slice(-7);
  if (!absent || !forgetful) throw new Error('nobody is there');
  const phone = await person({ locale: 'vi', size: 'phone' });
  await signIn(phone.page.context(), server.url, absent.cookie);
  await phone.page.goto(`${server.url}/tournaments/${code}`);
  await phone.page.getByRole('button', { name: words.join }).click();
  await phone.page.getByRole('button', { name: words.checkIn }).click();
  await phone.page.getByText(words.checkedIn).waitFor();
  await isInOrder(phone.page, 'checked in');
  for (const player of [forgetful, ...others]) await act(player, code, { t: 'join', online: false });
  for (const player of others) await act(player, code, { t: 'check_in', online: false });
  // On another page a bar says that one has to check in.
  const forgets = await person({ locale: 'vi', size: 'phone' });
  await signIn(forgets.page.context(), server.url, forgetful.cookie);
  await forgets.page.goto(`${server.url}/players`);
  await forgets.page.locator('.agenda-bar').waitFor();
  await isInOrder(forgets.page, 'the bar');
  await forgets.page.context().close();
  // Whoever has the phone lies down and sleeps.
  await phone.page.context().close();
  absent.close();

  await page.getByRole('button', { name: words.acts.begin }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.acts.begin }).click();
  const first = await sees(code, ({ rounds }) => rounds.length === 1);
  const idOf = (handle: string) => first.entries.find((entry) => entry.handle === handle)?.id ?? '';
  const plays = (round: number, id: string) => (view: Tournament) =>
    view.rounds[round - 1]?.games.find(({ sente, gote }) => sente === id || gote === id);
  expect(plays(1, idOf(forgetful.handle))(first)).toBeUndefined();
  const game = plays(1, idOf(absent.handle))(first);
  const other = others.find(({ handle }) => [game?.sente, game?.gote].includes(idOf(handle)));
  await other?.say({ t: 'subscribe', stream: `game:${game?.games[0]}` });
  await finishRound(code, 1, (handle) => handle === absent.handle);
  // Nobody waits any longer than the organiser says.
  await page.locator('.manage .more-menu button').first().click();
  await page.getByRole('link', { name: words.acts.edit }).click();
  const grace = page.getByLabel(words.form.grace);
  await grace.fill('0');
  await grace.blur();
  await isInOrder(page, 'the settings');
  await page.getByRole('button', { name: words.form.save }).click();
  await open(page, words.tabs.manage);
  // Of six all play; whoever was not there when the grace was over has lost.
  const lost = await sees(
    code,
    (view) => plays(1, idOf(absent.handle))(view)?.result?.includes('no_show') ?? false,
  );
  const forfeited = plays(1, idOf(absent.handle))(lost);
  const missing = forfeited?.sente === idOf(absent.handle) ? 'sente' : 'gote';
  expect(forfeited?.result).toBe(`${missing}_no_show`);
  expect(lost.entries.find(({ id }) => id === idOf(absent.handle))?.left).toBe(true);
  await page.check('input[type=radio][value=players]', { force: true });
  await page.getByText(words.remarks.withdrawn).first().waitFor({ state: 'attached' });
  // The organiser reads in the trail what happened, and goes on; the others are paired without
  // them.
  await sees(code, ({ rounds }) => rounds[0]?.games.every(({ result }) => result !== null) ?? false);
  await beginNext(page, words.acts.next_round);
  const second = await sees(code, ({ rounds, phase }) => rounds.length === 2 || phase === 'over');
  expect(plays(2, idOf(absent.handle))(second)).toBeUndefined();
  await isInOrder(page, 'the desk at the end');
});

test('a knock-out with a sennichite that is replayed', async () => {
  const words = ja.tournaments;
  const { page } = await person({ locale: 'ja', size: 'phone' });
  await signIn(page.context(), server.url, organiser.cookie);
  const code = await makeByForm(page, ja, '秋のトーナメント', async () => {
    await page.locator('select[name="format"]').selectOption('single_elimination');
  });
  await act(organiser, code, { t: 'open' });
  for (const player of players.slice(0, 4)) await act(player, code, { t: 'join', online: false });
  await act(organiser, code, { t: 'begin' });
  const view = await look(code);
  const drawn = view.rounds[0]?.games[0];
  const handles = new Map(view.entries.map(({ id, handle }) => [id, handle]));
  const seat = (entry = '') => players.find(({ handle }) => handle === handles.get(entry));
  const sente = seat(drawn?.sente);
  const gote = seat(drawn?.gote);
  const game = drawn?.games[0] ?? '';
  const moves = ['5i5h', '5a5b', '5h5i', '5b5a'];
  for (let ply = 0; ply < 12; ply++) {
    const usi = moves[ply % 4] ?? '';
    await (ply % 2 === 0 ? sente : gote)?.say({ t: 'move', game, ply, usi });
  }
  const replayed = await sees(code, ({ rounds }) => rounds[0]?.games[0]?.games.length === 2);
  await page.goto(`${server.url}/tournaments/${code}`);
  await page.getByText(words.replays(1)).waitFor();
  await sente?.say({ t: 'resign', game: replayed.rounds[0]?.games[0]?.games[1] ?? '' });
  await sees(code, ({ rounds }) => rounds[0]?.games[0]?.result === 'gote');
  await finishRound(code, 1, () => false);
  await sees(code, ({ rounds }) => rounds[0]?.games.every(({ result }) => result !== null) ?? false);
  await act(organiser, code, { t: 'next_round' });
  await open(page, words.tabs.bracket);
  await page.locator('.bracket-seat.won').nth(1).waitFor();
  await isInOrder(page, 'a bracket');
  await finishRound(code, 2, () => false);
  await sees(code, ({ phase }) => phase === 'over');
  await open(page, words.tabs.standings);
  await page.getByText(words.remarks.champion).first().waitFor();
});

test('a title match goes on until one has won the majority', async () => {
  const words = en.tournaments;
  const { page } = await person({ locale: 'en', size: 'wide' });
  await signIn(page.context(), server.url, organiser.cookie);
  const [holder, challenger] = players;
  const code = await makeByForm(page, en as unknown as typeof vi, 'Title match', async () => {
    await page.locator('select[name="format"]').selectOption('title_match');
    await page.locator('input[name="holder"]').fill(holder?.handle ?? '');
    const games = page.getByLabel(words.form.bestOf);
    await games.fill('3');
    await games.blur();
  });
  await act(organiser, code, { t: 'open' });
  for (const player of [holder, challenger])
    if (player) await act(player, code, { t: 'join', online: false });
  await act(organiser, code, { t: 'begin' });
  for (let n = 0; n < 2; n++) {
    const view = await sees(code, ({ rounds, phase }) => {
      const games = rounds.flatMap((round) => round.games);
      return phase === 'over' || (games.length === n + 1 && (games[n]?.games.length ?? 0) > 0);
    });
    const game = view.rounds.flatMap((round) => round.games)[n]?.games.at(-1) ?? '';
    await challenger?.say({ t: 'resign', game });
    await sees(code, ({ rounds }) => rounds.flatMap((round) => round.games)[n]?.result != null);
    if ((await look(code)).phase === 'running' && n === 0)
      await act(organiser, code, { t: 'next_round' }).catch(() => {});
  }
  await sees(code, ({ phase }) => phase === 'over');
  await page.goto(`${server.url}/tournaments/${code}`);
  await page.getByText(words.remarks.champion).first().waitFor();
  await isInOrder(page, 'a title match');
});

test('typed results, and the arbiter decides otherwise', async () => {
  const words = en.tournaments;
  const { page } = await person({ locale: 'en', size: 'wide' });
  await signIn(page.context(), server.url, organiser.cookie);
  const code = await makeByForm(page, en as unknown as typeof vi, 'Club evening', async () => {
    await page.locator('select[name="format"]').selectOption('round_robin');
  });
  await open(page, words.tabs.manage);
  for (const name of ['Ông Tư', '佐藤', 'A very long name of somebody who has come by']) {
    await page.locator('input[name="name"]').fill(name);
    await page.getByRole('button', { name: words.acts.enter, exact: true }).click();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name="name"]')?.value === '',
    );
  }
  await page.getByRole('button', { name: words.acts.begin, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.acts.begin }).click();
  for (let round = 1; round <= 3; round++) {
    await sees(code, ({ rounds }) => rounds.length === round);
    // The page follows a moment later.
    await page.getByText(words.round(round), { exact: true }).waitFor();
    await page.getByRole('button', { name: words.acts.result }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.acts.result }).click();
    await sees(code, ({ rounds }) => rounds[round - 1]?.games[0]?.result === 'sente');
    if (round < 3) await beginNext(page, words.acts.next_round);
  }
  await sees(code, ({ phase }) => phase === 'over');
  await page.locator('button[name="arbiter"]').first().click();
  await page.locator('select[name="outcome"]').selectOption('both_lose');
  await page.locator('input[name="reason"]').fill('a phone rang');
  await page.getByRole('dialog').getByRole('button', { name: words.acts.rule }).click();
  await sees(code, ({ rounds }) => rounds[2]?.games[0]?.result === 'both_lose');
  await isInOrder(page, 'the desk');
  // On paper the desk has what was decided, and nothing to press or fill in.
  await page.emulateMedia({ media: 'print' });
  await page.locator('.site-header').waitFor({ state: 'hidden' });
  expect(await page.locator('main :is(button, .button, form, input, select):visible').count()).toBe(0);
  expect(await page.locator('.pairings:visible').count()).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'screen' });
  await page.check('input[type=radio][value=settings]', { force: true });
  await page.getByText(words.trail).click();
  await page
    .getByText(/a phone rang/)
    .first()
    .waitFor();
});

test('an organiser chooses tie-breaks and points by keyboard', async () => {
  const words = vi.tournaments;
  const { criteria, ranking } = words;
  const { page } = await person({ locale: 'vi', size: 'phone' });
  await signIn(page.context(), server.url, organiser.cookie);
  const order = () => page.locator('.ranking-order li strong').allTextContents();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-move'));
  const code = await makeByForm(page, vi, 'Giải chọn chỉ số', async () => {
    await page.locator('.ranking-fields summary').focus();
    await page.keyboard.press('Enter');
    const up = page.getByRole('button', { name: ranking.up('SODOS') });
    await up.waitFor();
    expect(await order()).toEqual([criteria.points, 'SOS', 'SODOS', criteria.direct]);
    await up.focus();
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual([criteria.points, 'SODOS', 'SOS', criteria.direct]);
    // What was moved is moved on by the same key, and back by it from the end.
    await expect.poll(focused).toBe('sodos up');
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual(['SODOS', criteria.points, 'SOS', criteria.direct]);
    await expect.poll(focused).toBe('sodos down');
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual([criteria.points, 'SODOS', 'SOS', criteria.direct]);
    await page.getByRole('button', { name: ranking.remove(criteria.direct) }).press('Enter');
    await page.locator('select[name="tiebreak"]').selectOption('lot');
    await page.getByRole('button', { name: ranking.add, exact: true }).press('Enter');
    await expect.poll(order).toEqual([criteria.points, 'SODOS', 'SOS', criteria.lot]);
    await page.getByLabel(ranking.awards.win).fill('3');
    await isInOrder(page, 'tie-breaks and points');
  });
  // A new draft opens where it is organised.
  await open(page, words.tabs.about);
  await page.getByText([criteria.points, 'SODOS', 'SOS', criteria.lot].join(', ')).waitFor();
  await page.getByText(ranking.worth(ranking.awards.win, '3')).waitFor();
  await isInOrder(page, 'what ranks, on the page');
  // Changing the settings shows what was chosen, and the usual order is a button away.
  await page.goto(`${server.url}/tournaments/${code}/edit`);
  await expect.poll(order).toEqual([criteria.points, 'SODOS', 'SOS', criteria.lot]);
  await page.getByRole('button', { name: ranking.toOwn }).press('Enter');
  await expect.poll(order).toEqual([criteria.points, 'SOS', 'SODOS', criteria.direct]);
});

test('an arbiter stops a game at its board, sets the clocks and decides', async () => {
  const words = vi.tournaments;
  const { page } = await person({ locale: 'vi', size: 'phone' });
  await signIn(page.context(), server.url, organiser.cookie);
  const code = await makeByForm(page, vi, 'Giải phong trào', async () => {
    await page.locator('select[name="format"]').selectOption('round_robin');
  });
  await act(organiser, code, { t: 'open' });
  const [one, two] = players;
  for (const player of [one, two]) if (player) await act(player, code, { t: 'join', online: false });
  await act(organiser, code, { t: 'begin' });
  const { rounds, entries } = await sees(code, (view) => view.rounds[0]?.games[0]?.games.length === 1);
  const pairing = rounds[0]?.games[0];
  const game = pairing?.games[0] ?? '';
  const sente = entries.find(({ id }) => id === pairing?.sente)?.handle === one?.handle ? one : two;

  await page.goto(`${server.url}/${game}`);
  const does = async (step: 'halt' | 'release' | 'set_clocks' | 'adjudicate', reason?: string) => {
    await page.locator('button[name="arbiter"]').click();
    await page.locator('select[name="step"]').selectOption(step);
    if (step === 'set_clocks') await page.getByLabel(words.minutesLeft).first().fill('7');
    if (step === 'adjudicate') await page.locator('select[name="outcome"]').selectOption('gote');
    if (reason) await page.locator('input[name="reason"]').fill(reason);
    await isInOrder(page, step);
    await page.getByRole('dialog').getByRole('button', { name: words.acts[step], exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await does('halt');
  await page.getByText(vi.game.arbiter.halted).first().waitFor();
  await does('set_clocks', 'đồng hồ chạy sai');
  await expect
    .poll(() => page.locator('.clock-time').allInnerTexts())
    .toContainEqual(expect.stringMatching(/^0?7:00/));
  await does('release');
  await page.getByText(vi.game.arbiter.went_on).first().waitFor();
  await sente?.say({ t: 'move', game, ply: 0, usi: '7g7f' });
  await expect.poll(() => page.locator('sq.last-dest').count()).toBe(2);
  await does('adjudicate', 'điện thoại reo');
  const over = await sees(code, (view) => view.rounds[0]?.games[0]?.result === 'gote');
  expect(over.phase).toBe('over');
  // Who looks it up finds who decided what, and why.
  await page.goto(`${server.url}/tournaments/${code}`);
  await open(page, words.tabs.manage);
  await page.check('input[type=radio][value=settings]', { force: true });
  await page.getByText(words.trail).click();
  for (const reason of ['đồng hồ chạy sai', 'điện thoại reo']) await page.getByText(reason).first().waitFor();
});
