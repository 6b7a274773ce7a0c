import { beforeAll, expect, test } from 'vitest';
import { loadLanguage } from '../i18n';
import { words as en } from '../i18n/made/whole/en';
import { words as ja } from '../i18n/made/whole/ja';
import { words as vi } from '../i18n/made/whole/vi';
import { user } from '../session';
import { variantOf } from '../shogi/variant';
import { PRESETS } from '../wire/constants';
import type { Seek } from '../wire/generated';
import { quickSetup } from './quick';
import { FIRST_DRAFT, setupOf } from './setup';
import { gameInWords, handicapChoices, seekInWords, setupInWords, startName } from './setup-words';

beforeAll(async () => {
  // What is loaded says which language the page is in.
  Object.assign(globalThis, { document: { documentElement: {} } });
  await loadLanguage('en');
});

test('whether an offer is rated is said first, and the usual rules are not spoken of', () => {
  const clock = { kind: 'sudden_death', main_ms: 600_000 } as const;
  expect(setupInWords({ ...quickSetup(clock), rated: true })).toBe('Rated');
  expect(setupInWords(quickSetup(clock))).toBe('Unrated');
  const other = setupOf({ ...FIRST_DRAFT, preset: 'tournament', start: 'lance', rated: true });
  expect(setupInWords(other)).toBe('Rated · Lance · Standard');
  expect(setupInWords(setupOf({ ...FIRST_DRAFT, preset: 'custom' }))).toBe('Unrated · Custom rules');
});

test('a quick search is rated for those who can play rated games', () => {
  const clock = { kind: 'sudden_death', main_ms: 600_000 } as const;
  const of = (rated: boolean): Seek => ({
    seek: 'a',
    by: { user: 'u', name: 'Anna', guest: !rated, king: '玉' },
    setup: { ...quickSetup(clock), rated },
    quick: true,
    at: 0,
  });
  expect(seekInWords(of(true), true)).toBe(en.lobby.ratedIfBoth);
  user.value = { id: 'me', name: 'Mai', guest: false };
  expect([seekInWords(of(true), false), seekInWords(of(false), false)]).toEqual(['Rated', 'Unrated']);
  user.value = { id: 'me', name: 'Guest 1', guest: true };
  expect([seekInWords(of(true), false), seekInWords(of(false), true)]).toEqual(['Unrated', 'Unrated']);
  // What is offered by hand is what it says.
  expect(seekInWords({ ...of(true), quick: false }, false)).toBe('Rated');
});

test('another start of a variant is known by its name, and by its position', () => {
  const older = setupOf({ ...FIRST_DRAFT, variant: 'gorogoro_plus', start: 'empty_hands' });
  const said = 'Unrated · Goro-goro shogi plus · Goro-goro shogi (nothing in hand)';
  expect(setupInWords(older)).toBe(said);
  const sfen = 'sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1';
  expect(setupInWords({ ...older, start: { sfen } })).toBe(said);
  expect(setupInWords({ ...older, start: { sfen: 'k4/5/5/5/5/K4 b G 1' } })).toContain(en.setup.ownStart);
});

test('so it is at the board', () => {
  const clock = { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 } as const;
  const game = {
    clock,
    variant: 'standard',
    handicap: null,
    rules: PRESETS.casual,
    preset: 'casual',
  } as const;
  expect(gameInWords({ ...game, rated: true })).toBe('Rated · 10 min + 30 s');
  expect(gameInWords({ ...game, rated: false })).toBe('Unrated · 10 min + 30 s');
  const strict = { ...game, rules: PRESETS.professional, preset: 'professional' } as const;
  expect(gameInWords({ ...strict, rated: true })).toBe(
    'Rated · 10 min + 30 s · Strict · Illegal moves lose.',
  );
});

test.each([en, vi, ja])('no rule set is called what says that a game is not rated', (words) => {
  const names = Object.values(words.setup.presets);
  expect(new Set(names).size).toBe(names.length);
  // By these words other servers say so.
  for (const taken of [words.ratings.notRated, 'Casual', 'Giải trí', '気軽に', '自由対局', 'カジュアル'])
    expect(names).not.toContain(taken);
});

test('gains stand under a heading of their own, where there are any', () => {
  const of = (variant: string) => handicapChoices(variantOf(variant).handicaps);
  expect(of('minishogi').map((it) => 'heading' in it)).toEqual([false, false, false, false, false]);
  const gains = of('standard').flatMap((it) => ('heading' in it ? it.options : []));
  expect(gains).toHaveLength(13);
  expect(gains[0]).toEqual(['lance_gained', startName('lance_gained')]);
  expect(of('standard')).toHaveLength(22);
});
