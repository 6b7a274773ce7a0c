import { expect, test } from 'vitest';
import type { TournamentSummary } from '../wire/generated';
import { byYear, yearOf } from './tournament-list';
import { addressOf, isSearch, searchOf, wantedOf } from './tournament-search';

test('what is looked for is in the address, and comes back from it', () => {
  const wanted = wantedOf('?q=H%C3%A0+N%E1%BB%99i&year=2024&other=x');
  expect([wanted.q, wanted.year, wanted.format]).toEqual(['Hà Nội', '2024', '']);
  expect(wantedOf(addressOf(wanted))).toEqual(wanted);
  expect([isSearch(wanted), isSearch(wantedOf(''))]).toEqual([true, false]);
});

test('only what is said is asked of the server, and of one’s own nothing else', () => {
  expect(searchOf(wantedOf('q=+an+&club=hanoi'))).toEqual({ q: 'an', club: 'hanoi' });
  expect(searchOf(wantedOf('q=an&mine=1'))).toEqual({ mine: true });
});

test('tournaments stand under the year in which they ended, by UTC', () => {
  const at = (day: string) => ({ code: day, listed_ms: Date.parse(day) }) as unknown as TournamentSummary;
  const [late, early, other] = [
    at('2026-01-01T00:00:00Z'),
    at('2025-12-31T23:59:59Z'),
    at('2025-03-01T12:00:00Z'),
  ];
  expect([late, early].map(yearOf)).toEqual([2026, 2025]);
  expect(byYear([late, early, other])).toEqual([
    [2026, [late]],
    [2025, [early, other]],
  ]);
});
