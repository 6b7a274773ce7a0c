import { expect, test } from 'vitest';
import { words as en } from '../i18n/made/whole/en';
import { words as ja } from '../i18n/made/whole/ja';
import { words as vi } from '../i18n/made/whole/vi';
import { MENU } from '../router';
import { ROUTES } from '../routes';
import type { GameSummary, TournamentSummary } from '../wire/generated';
import { nextTournament } from './around';
import { QUICK, QUICK_SUDDEN } from './quick';
import { quickInWords } from './setup-words';
import { shownLarge } from './showcase';

const game = (code: string, opponent: { engine?: true } = {}): GameSummary => ({
  game: code,
  variant: 'standard',
  handicap: null,
  players: {
    sente: { user: 'a', name: 'Anna', guest: true, king: '玉' },
    gote: { user: 'b', name: 'Bob', guest: false, king: '王', ...opponent },
  },
  clock: { kind: 'sudden_death', main_ms: 60_000 },
  sfen: '',
  ply: 0,
});

test('the game that is shown large is between people, and stays until it is over', () => {
  const games = [game('machine', { engine: true }), game('newest'), game('best')];
  expect(shownLarge(games, null, null)?.game).toBe('newest');
  expect(shownLarge(games, null, 'best')?.game).toBe('best');
  expect(shownLarge(games, 'newest', 'best')?.game).toBe('newest');
  expect(shownLarge(games, 'over', 'best')?.game).toBe('best');
  expect(shownLarge(games, null, 'machine')?.game).toBe('newest');
  expect(shownLarge([game('machine', { engine: true })], null, null)).toBe(null);
});

test('the next tournament is the one that begins soonest, else one that goes on', () => {
  const it = (code: string, phase: TournamentSummary['phase'], starts_ms: number | null) =>
    ({ code, phase, starts_ms }) as TournamentSummary;
  const over = it('over', 'over', 1);
  const running = [it('old', 'running', 2), it('young', 'running', 3)];
  const open = [it('some-day', 'open', null), it('later', 'open', 9), it('soon', 'open', 8)];
  expect(nextTournament([over, ...running, ...open])?.code).toBe('soon');
  expect(nextTournament([over, ...running])?.code).toBe('young');
  expect(nextTournament([over])).toBe(null);
});

test.each([en, vi, ja])('every time at one touch says its units', (words) => {
  for (const clock of [...QUICK, ...QUICK_SUDDEN]) {
    const [first, then] = quickInWords(words, clock);
    expect(first).toMatch(/\d/);
    // No bare number.
    for (const text of [first, then]) expect(text).not.toMatch(/^[\d+ ]+$/);
    expect(then).not.toBe('');
  }
});

test('the menu has five words, and each leads somewhere', () => {
  expect(MENU).toHaveLength(5);
  for (const name of MENU) expect(ROUTES.filter(({ menu }) => menu?.under === name)).not.toEqual([]);
  const words = ROUTES.flatMap(({ menu }) => menu?.word(en) ?? []);
  expect(new Set(words).size).toBe(words.length);
});
