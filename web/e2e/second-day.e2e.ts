/** Whoever comes back tomorrow, by the server's calendar, finds what is new and what goes on. */

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { DailyTsume } from '../src/wire/generated';
import { isBarrierFree, isInOrder } from './order';
import { CATALOGUES, look, usePeople } from './people';
import { type Player, playRated, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

const DAY_S = 24 * 60 * 60;

let server: RealServer;
let offset: string;
// The pages see the server go away.
const person = usePeople({ mayComplain: true });

/** Which shows the server another wall clock than the machine's, wherever Debian has put it. */
function libfaketime(): string {
  const folders = readdirSync('/usr/lib').map((it) => join('/usr/lib', it, 'faketime'));
  for (const folder of folders) {
    const found = names(folder).find((it) => it === 'libfaketime.so.1');
    if (found) return join(folder, found);
  }
  throw new Error('libfaketime is needed here: apt-get install libfaketime');
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'komadai-days-'));
  offset = join(folder, 'offset');
  writeFileSync(offset, '+0');
  server = await startRealServer({
    LD_PRELOAD: libfaketime(),
    FAKETIME_TIMESTAMP_FILE: offset,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  };
});

/** So many days after today, for the page and for the server, which takes the time from when it starts. */
async function isDay(n: number, page: Page): Promise<void> {
  await server.terminate();
  writeFileSync(offset, `+${n * DAY_S}`);
  await server.start();
  await page.clock.setSystemTime(Date.now() + n * DAY_S * 1_000);
  await page.reload();
}

const daily = async ({ cookie }: Player) =>
  (await requestAs<{ daily: DailyTsume }>([server.url, cookie], 'GET', '/home')).daily.problems[0]?.number ??
  0;

/** Solves the easiest of today's problems as somebody who has been told how. */
async function solves(me: Player, teacher: Player): Promise<number> {
  const number = await daily(me);
  const told = [server.url, teacher.cookie] as const;
  const { moves } = await requestAs<{ moves: string[] }>(told, 'POST', `/tsume/${number}/solution`);
  await requestAs([server.url, me.cookie], 'POST', `/tsume/${number}/answer`, { moves });
  return number;
}

for (const [locale, size] of look('vi', 'phone'))
  test(`tomorrow the first page has the next lesson, a new problem and the game of yesterday, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const [me, rival] = [
      await register(server.url, `me-${locale}`, '12k'),
      await register(server.url, `rival-${locale}`, '12k'),
    ];
    for (const lesson of ['board', 'king'])
      await requestAs([server.url, me.cookie], 'POST', '/me/lessons', { lesson });
    await playRated(rival, me);
    const yesterdays = await solves(me, rival);
    me.close();
    rival.close();

    const { page, context } = await person({ locale, size, zone: 'Asia/Ho_Chi_Minh' });
    await signIn(context, server.url, me.cookie);
    await page.goto(server.url);
    const tile = (text: string) => page.locator('.home-tile', { hasText: text });
    // When it is worth coming back is said today.
    await tile(words.home.solved).getByText(words.home.newAt('07:00')).waitFor();
    await tile(words.home.lessonAt(3, 22)).waitFor();

    await isDay(1, page);
    const problem = tile(words.home.keepDays(2));
    await problem.waitFor();
    await tile(words.home.lessonAt(3, 22)).waitFor();
    await tile(words.home.lost(rival.handle)).getByText(words.home.mistake).waitFor();
    expect(await page.locator('.lobby-hero').count()).toBe(0);
    expect(await tile(words.home.solved).count()).toBe(0);
    const todays = await daily(me);
    expect(todays).not.toBe(yesterdays);
    await isInOrder(page, 'the first page of a second day');
    await isBarrierFree(page, 'the first page of a second day');

    await problem.locator('strong').tap();
    await page.waitForURL(`${server.url}/tsume/${todays}`);
    await page.locator('.trainer sg-pieces piece').first().waitFor();
    await solves(me, rival);
    await page.goto(server.url);
    await tile(words.home.days(2)).waitFor();

    // A day without one ends the row, and nobody is scolded for it.
    await isDay(3, page);
    await tile(words.training.tsume.inMoves(1)).waitFor();
    for (const n of [2, 3]) expect(await tile(words.home.days(n)).count()).toBe(0);
    expect(await tile(words.home.keepDays(3)).count()).toBe(0);
  });
