import { beforeAll, beforeEach, expect, test } from 'vitest';
import { loadLanguage } from '../i18n';
import { words as en } from '../i18n/made/whole/en';
import { myGames, user } from '../session';
import type { Seek } from '../wire/generated';
import { obstacleTo } from './obstacle';
import { quickSetup } from './quick';

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await loadLanguage('en');
});

beforeEach(() => {
  myGames.value = [];
});

const setup = quickSetup({ kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 });
const offer: Seek = {
  seek: 'abc',
  by: { user: 'u', name: 'Anna', guest: false, king: '玉' },
  setup,
  at: 0,
};
const rated = { ...offer, setup: { ...setup, rated: true } };
const days: Seek = { ...offer, setup: { ...setup, clock: { kind: 'correspondence', days: 3 } } };

test('a guest is led to the form and back, where it takes an account', () => {
  user.value = { id: 'me', name: 'Guest 1', guest: true };
  expect(obstacleTo(offer)).toBe(null);
  expect(obstacleTo({ ...rated, quick: true })).toBe(null);
  const door = { text: en.lobby.obstacles.register, href: '/account?back=%2F%3Fseek%3Dabc#register' };
  for (const closed of [
    rated,
    days,
    { ...offer, wants: { rating_min: 1_500 } },
    { ...offer, quick: true, accounts_only: true },
  ])
    expect(obstacleTo(closed)).toEqual(door);
});

test('a member who plays is led to the game, unless it waits', () => {
  user.value = { id: 'me', name: 'Mai', guest: false };
  expect([obstacleTo(rated), obstacleTo(days)]).toEqual([null, null]);
  const machine = { game: 'machine', side: 'sente', waits: true } as const;
  myGames.value = [machine];
  expect(obstacleTo(rated)).toBe(null);
  myGames.value = [machine, { game: 'people', side: 'gote' }];
  expect(obstacleTo(rated)).toEqual({ text: en.lobby.obstacles.playing, href: '/people' });
  expect(obstacleTo(days)).toBe(null);
});
