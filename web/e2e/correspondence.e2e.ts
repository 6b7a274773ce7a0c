/** Games by correspondence in real browsers: asked for by days, and played from board to board. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Setup } from '../src/wire/generated';
import { isInOrder } from './order';
import { CATALOGUES, languages, look, picture, usePeople } from './people';
import { type Player, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { movePiece, play } from './table';
import { keepNotices, sees } from './watch-notices';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

const SETUP: Setup = {
  variant: 'standard',
  start: 'even',
  rules: 'casual',
  clock: { kind: 'correspondence', days: 3 },
  side: 'sente',
};

async function begin(sente: Player, gote: Player, days: 1 | 3 | 14): Promise<string> {
  const setup: Setup = { ...SETUP, clock: { kind: 'correspondence', days } };
  const { game } = await sente.say({ t: 'create', create: crypto.randomUUID(), setup });
  if (!game) throw new Error('the answer names no game');
  await gote.say({ t: 'join', game });
  return game;
}

/** The page of somebody with an account. */
async function comesTo(
  player: Player,
  path: string,
  locale: keyof typeof CATALOGUES,
  size: 'phone' | 'wide',
) {
  const { context, page } = await person({ locale, size });
  await signIn(context, server.url, player.cookie);
  await page.goto(`${server.url}${path}`);
  return page;
}

for (const [locale, size] of look('ja', 'phone'))
  test(`from board to board, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const an = await register(server.url, `an-${locale}`, '1d');
    const taro = await register(server.url, `taro-${locale}`, '1d');
    const long = await begin(an, taro, 14);
    const short = await begin(an, taro, 3);
    const theirs = await begin(taro, an, 1);
    const page = await comesTo(an, '/', locale, size);

    // Nobody is taken to a board; the bell in the header counts.
    await page.locator('.bell .bell-count').getByText('2', { exact: true }).waitFor();
    await isInOrder(page, 'the first page');
    await page.click('.bell');
    await page.getByRole('link', { name: words.bell.byLetter }).click();
    await page.getByRole('heading', { name: words.correspondence.mine }).waitFor();
    await page
      .getByText(words.correspondence.left(words.time.daysHours(2, 23)))
      .first()
      .waitFor();
    const listed = await page
      .locator('.my-moves a.whole')
      .evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.slice(1)),
      );
    expect(listed).toEqual([short, long, theirs]);
    await isInOrder(page, 'the list');
    await picture(page, `my-moves-${locale}`, true);

    await page.locator('.my-moves a.whole').first().click();
    await page.waitForSelector('.table.phase-playing');
    await play(page, '7g7f', 0, 'click');
    // Who is away is not missed, and no time is called.
    expect(await page.locator('.absence').count()).toBe(0);
    await isInOrder(page, 'the board');
    await picture(page, `correspondence-${locale}`);
    for (const [width, height] of [
      [844, 390],
      [1024, 768],
    ] as const) {
      const { width: ownWidth, height: ownHeight } = page.viewportSize() ?? { width, height };
      await page.setViewportSize({ width, height });
      await isInOrder(page, `the board at ${width}`);
      await picture(page, `correspondence-${locale}-${width}`);
      await page.setViewportSize({ width: ownWidth, height: ownHeight });
    }
    await page.getByRole('link', { name: words.correspondence.next(1) }).click();
    await page.waitForFunction((path) => location.pathname === path, `/${long}`);
    await page.waitForSelector('.table.phase-playing');
    an.close();
    taro.close();
  });

for (const [locale, size] of look('en', 'phone'))
  test(`an answer is decided on before the move that it answers, ${locale}`, async () => {
    const words = CATALOGUES[locale].correspondence.conditions;
    const an = await register(server.url, `an-if-${locale}`, '1d');
    const taro = await register(server.url, `taro-if-${locale}`, '1d');
    const game = await begin(an, taro, 3);
    await an.say({ t: 'move', game, ply: 0, usi: '7g7f' });
    const page = await comesTo(an, `/${game}`, locale, size);
    const panel = page.locator('.conditions');
    await panel.getByText(words.lead).waitFor();
    const enter = async (...moves: string[]) => {
      await panel.getByRole('button', { name: words.add }).click();
      // On a phone the button is below the board.
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const [i, usi] of moves.entries()) {
        await panel
          .getByRole('status')
          .getByText(i % 2 === 0 ? words.theirs : words.mine)
          .waitFor();
        await movePiece(page, usi.slice(0, 2), usi.slice(2));
      }
      await panel.getByText(words.theirs).waitFor();
    };
    await enter('3c3d', '2g2f', '8c8d', '2f2e');
    await isInOrder(page, 'an answer in the making');
    await picture(page, `conditions-making-${locale}`, true);
    await panel.getByRole('button', { name: words.keep }).click();
    await panel.locator('li li').waitFor();
    await enter('8c8d', '2g2f');
    await panel.getByRole('button', { name: words.keep }).click();
    await panel.locator('.conditions-tree > li').nth(1).waitFor();
    await isInOrder(page, 'the tree of answers');
    await picture(page, `conditions-${locale}`, true);
    for (const [width, height] of [
      [844, 390],
      [1024, 768],
    ] as const) {
      const { width: ownWidth, height: ownHeight } = page.viewportSize() ?? { width, height };
      await page.setViewportSize({ width, height });
      await isInOrder(page, `the answers at ${width}`);
      await picture(page, `conditions-${locale}-${width}`, true);
      await page.setViewportSize({ width: ownWidth, height: ownHeight });
    }
    // The last of them is taken away again.
    await panel.locator('.conditions-tree > li').last().getByRole('button').click();
    await page.waitForFunction(() => document.querySelectorAll('.conditions-tree > li').length === 2);
    await page.reload();
    await panel.locator('li li').waitFor();

    await taro.say({ t: 'move', game, ply: 1, usi: '3c3d' });
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 4);
    await page.waitForFunction(() => document.querySelectorAll('.conditions-tree > li').length === 1);
    await taro.say({ t: 'move', game, ply: 3, usi: '4c4d' });
    await page.waitForSelector('.conditions', { state: 'detached' });
    await isInOrder(page, 'the move that was not foreseen');
    an.close();
    taro.close();
  });

test('a game is asked for by days, and its challenger stays where they are', async () => {
  const words = CATALOGUES.en;
  const an = await register(server.url, 'an-asks', '1d');
  const taro = await register(server.url, 'taro-asked', '1d');
  const page = await comesTo(an, '/@/taro-asked', 'en', 'wide');
  await page.click('button[name=challenge]');
  await page.selectOption('select[name=clock]', 'correspondence');
  await page.getByRole('group', { name: words.setup.days }).getByRole('radio', { name: '7' }).check();
  await isInOrder(page, 'the form');
  await picture(page, 'correspondence-form');
  await page.click('dialog button[type=submit]');
  await sees(page, words.challenges.sent('taro-asked'));
  const asked = await comesTo(taro, '/', 'en', 'phone');
  await asked.getByText(words.time.correspondence(7)).first().waitFor();
  await asked.getByRole('button', { name: words.challenges.acceptLabel('an-asks') }).click();
  await asked.waitForSelector('.table.phase-playing');
  await sees(page, words.correspondence.started);
  expect(new URL(page.url()).pathname).toBe('/@/taro-asked');
  await page.click('.bell');
  await page.getByRole('link', { name: words.bell.byLetter }).waitFor();
  an.close();
  taro.close();
});

for (const [locale, size] of look('vi', 'phone'))
  test(`the opponent’s move is heard of on every open page, ${locale}`, async () => {
    const words = CATALOGUES[locale].correspondence;
    const an = await register(server.url, `an-hears-${locale}`, '1d');
    const taro = await register(server.url, `taro-moves-${locale}`, '1d');
    const game = await begin(an, taro, 3);
    await an.say({ t: 'move', game, ply: 0, usi: '7g7f' });
    const page = await comesTo(an, '/my-move', locale, size);
    await page.getByText(words.noneMine).waitFor();
    const first = await page.context().newPage();
    await first.goto(`${server.url}/`);
    await first.getByRole('link', { name: words.theirMove(`taro-moves-${locale}`) }).waitFor();

    await taro.say({ t: 'move', game, ply: 1, usi: '3c3d' });
    for (const open of [page, first]) {
      await sees(open, words.yourTurn(`taro-moves-${locale}`));
      await open.locator('.bell .bell-count').getByText('1', { exact: true }).waitFor();
      await open.waitForFunction(() => document.title.startsWith('(1) '));
    }
    await page.getByText(words.noneMine).waitFor({ state: 'detached' });
    expect(await page.getByRole('heading', { name: words.theirs }).count()).toBe(0);
    await first.getByRole('link', { name: words.ourMove(`taro-moves-${locale}`) }).waitFor();
    await isInOrder(page, 'the notice');
    await picture(page, `your-turn-${locale}`);
    await picture(first, `your-turn-first-${locale}`);

    // What we do in another tab is heard of too, and what happens while the line is dead.
    await an.say({ t: 'move', game, ply: 2, usi: '2g2f' });
    await page.getByText(words.noneMine).waitFor();
    await page.waitForFunction(() => !document.title.startsWith('('));
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await taro.say({ t: 'move', game, ply: 3, usi: '8c8d' });
    await keepNotices(page);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await sees(page, words.yourTurn(`taro-moves-${locale}`));
    await page.locator('.toast').getByRole('link', { name: words.go }).press('Enter');
    await page.waitForSelector('.table.phase-playing');
    expect(new URL(page.url()).pathname).toBe(`/${game}`);
    expect(await page.locator('.toast').count()).toBe(0);
    an.close();
    taro.close();
  });

for (const [locale, size] of look('vi', 'phone'))
  test(`who plays no game by correspondence begins one where they would be, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const an = await register(server.url, `an-first-${locale}`, '5k');
    const page = await comesTo(an, '/my-move', locale, size);
    await page.locator('.empty', { hasText: words.correspondence.none }).waitFor();
    await isInOrder(page, 'without a game');
    await picture(page, `my-moves-none-${locale}`);
    await page.getByRole('button', { name: words.setup.offer }).click();
    const dialog = page.locator('.dialog');
    await dialog.getByText(words.setup.days, { exact: true }).waitFor();
    await picture(page, `my-moves-new-${locale}`);
    await dialog.getByRole('button', { name: words.setup.offer }).click();
    // The offer stands where everybody sees it.
    await page.waitForURL(`${server.url}/`);
    await page.locator('.waiting-seek', { hasText: words.time.correspondence(3) }).waitFor();
    await page.locator('.waiting-seek button').click();
    an.close();
  });

test('a vacation is begun on one page and seen on the other’s board', async () => {
  const an = await register(server.url, 'an-away', '1d');
  const taro = await register(server.url, 'taro-away', '1d');
  const game = await begin(an, taro, 3);
  const words = CATALOGUES.en.correspondence;
  const page = await comesTo(an, '/my-move', 'en', 'wide');
  await page.getByLabel(words.vacation.days).fill('14');
  await isInOrder(page, 'before the vacation');
  await picture(page, 'vacation-before', true);
  await page.getByRole('button', { name: words.vacation.begin }).click();
  const end = page.getByRole('button', { name: words.vacation.end });
  await end.waitFor();
  await isInOrder(page, 'on vacation');
  await picture(page, 'vacation', true);

  const board = await comesTo(taro, `/${game}`, 'vi', 'phone');
  const told = board.getByText(CATALOGUES.vi.game.onVacation(''));
  await told.waitFor();
  for (const [width, height] of [
    [360, 740],
    [844, 390],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await board.setViewportSize({ width, height });
    await isInOrder(board, `the board at ${width}`);
    await picture(board, `vacation-board-${width}`);
  }
  await end.click();
  await page.getByRole('button', { name: words.vacation.begin }).waitFor();
  await told.waitFor({ state: 'detached' });
  an.close();
  taro.close();
});

const SIZES = [
  [360, 740],
  [844, 390],
  [1024, 768],
  [1440, 900],
] as const;

for (const locale of languages('vi'))
  test(`notes are kept while they are typed, and stay with their owner, ${locale}`, async () => {
    const words = CATALOGUES[locale].correspondence;
    const an = await register(server.url, `an-notes-${locale}`, '1d');
    const taro = await register(server.url, `taro-notes-${locale}`, '1d');
    const game = await begin(an, taro, 3);
    const page = await comesTo(an, `/${game}`, locale, 'wide');
    const field = page.getByLabel(words.note.title, { exact: true });
    await field.fill('5筋飛車 – Xe giữa');
    await page.getByText(words.note.kept).waitFor();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await isInOrder(page, `the notes at ${width}`);
      await picture(page, `notes-${locale}-${width}`, true);
    }
    // A second tab of the same browser types too; each sees what the other wrote.
    const other = await page.context().newPage();
    await other.goto(`${server.url}/${game}`);
    const second = other.getByLabel(words.note.title, { exact: true });
    await other.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('5筋飛車'));
    await second.press('End');
    await second.pressSequentially('!');
    await page.waitForFunction(() => document.querySelector('textarea')?.value.endsWith('!'));
    await other.close();

    await page.goto(`${server.url}/my-move`);
    await page.getByText(words.note.own('5筋飛車 – Xe giữa!')).waitFor();
    await isInOrder(page, 'the list with a note');
    await picture(page, `notes-list-${locale}`, true);
    // The opponent has a field of their own, with nothing in it.
    const theirs = await comesTo(taro, `/${game}`, locale, 'phone');
    await theirs.getByText(words.note.kept).waitFor();
    expect(await theirs.getByLabel(words.note.title, { exact: true }).inputValue()).toBe('');

    await taro.say({ t: 'resign', game });
    await page.goto(`${server.url}/review/${game}`);
    await expect.poll(() => field.inputValue()).toBe('5筋飛車 – Xe giữa!');
    await isInOrder(page, 'the review with a note');
    await picture(page, `notes-review-${locale}`, true);
    an.close();
    taro.close();
  });

test('moves are tried out on the board, and none of them is played', async () => {
  const words = CATALOGUES.en.correspondence;
  const an = await register(server.url, 'an-tries', '1d');
  const taro = await register(server.url, 'taro-tries', '1d');
  const game = await begin(an, taro, 3);
  const page = await comesTo(an, `/${game}`, 'en', 'wide');
  await page.getByRole('button', { name: words.trial.begin }).click();
  const panel = page.getByRole('region', { name: words.trial.begin });
  await panel.getByText(words.trial.lead).waitFor();
  await movePiece(page, '7g', '7f');
  await movePiece(page, '3c', '3d');
  await panel.locator('.conditions-line').getByText('P-34').waitFor();
  await isInOrder(page, 'moves that are tried');
  await picture(page, 'trial', true);
  await panel.getByRole('button', { name: words.trial.end }).click();
  await page.getByRole('button', { name: words.trial.begin }).waitFor();
  expect(await page.locator('.moves .move').count(), 'the starting position alone').toBe(1);
  await play(page, '2g2f', 0, 'click');
  an.close();
  taro.close();
});

for (const [locale, size] of look('ja', 'wide'))
  test(`a game without weekends is asked for, and says so, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const an = await register(server.url, `an-weekend-${locale}`, '1d');
    const taro = await register(server.url, `taro-weekend-${locale}`, '1d');
    const page = await comesTo(an, `/@/taro-weekend-${locale}`, locale, size);
    await page.click('button[name=challenge]');
    await page.selectOption('select[name=clock]', 'correspondence');
    await page.getByLabel(words.setup.weekendsOff, { exact: true }).check();
    await isInOrder(page, 'the form with weekends off');
    await picture(page, `weekends-form-${locale}`);
    await page.click('dialog button[type=submit]');
    const asked = await comesTo(taro, '/', locale, 'wide');
    await asked.getByText(words.time.correspondenceOnWeekdays(3)).first().waitFor();
    await asked.getByRole('button', { name: words.challenges.acceptLabel(`an-weekend-${locale}`) }).click();
    await asked.waitForSelector('.table.phase-playing');
    await page.goto(`${server.url}/my-move`);
    await page.getByText(words.time.correspondenceOnWeekdays(3)).waitFor();
    await isInOrder(page, 'the list');
    await picture(page, `weekends-list-${locale}`, true);
    an.close();
    taro.close();
  });
