import { expect, test } from 'vitest';
import type { Tournament } from '../wire/generated';
import { warningsOf } from './pairing-warnings';

const game = (sente: string, gote: string, result = 'sente') => ({ sente, gote, result, handicap: null });

const view = {
  rounds: [
    { round: 1, games: [game('a', 'b'), game('c', 'd')] },
    { round: 2, games: [game('a', 'c'), game('d', 'b', 'sente_no_show')] },
    { round: 3, games: [game('a', 'd', 'annulled')] },
  ],
  entries: [
    { id: 'a', club: 'Huế' },
    { id: 'b', club: null },
    { id: 'c', club: 'Huế' },
    { id: 'd', club: 'Hà Nội' },
    { id: 'e', club: null },
  ],
} as unknown as Tournament;

test('what free pairing would avoid is said', () => {
  expect(warningsOf(view, 4, 'b', 'a')).toEqual(['repeat']);
  expect(warningsOf(view, 4, 'c', 'a')).toEqual(['repeat', 'club']);
  // A game that was struck out is none.
  expect(warningsOf(view, 4, 'd', 'a')).toEqual([]);
  // Sente for the third time in a row, and three more than as gote.
  expect(warningsOf(view, 4, 'a', 'e')).toEqual(['colour_row', 'colour_limit']);
  // Nobody without a club is of the same.
  expect(warningsOf(view, 4, 'b', 'e')).toEqual([]);
});

test('of a round only those before it count', () => {
  expect(warningsOf(view, 2, 'b', 'a')).toEqual(['repeat']);
  expect(warningsOf(view, 1, 'b', 'a')).toEqual([]);
});
