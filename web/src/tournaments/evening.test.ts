import { expect, test } from 'vitest';
import { eveningOf } from '../clubs/begin-evening';
import type { ClubMember, Pairing, RoundCell, Tournament, TournamentEntry } from '../wire/generated';
import { freeOf, inOrder, metBy, rollOf } from './evening';

const entry = (id: string, more: Partial<TournamentEntry> = {}) =>
  ({ id, name: id, handle: null, here: true, ...more }) as TournamentEntry;

const game = (key: string, board: number, sente: string, gote: string, result: Pairing['result'] = null) =>
  ({ key, board, sente, gote, result, games: [] }) as unknown as Pairing;

test('tables stand in their order, and what is played online after them', () => {
  const games = [
    game('a1', 0, 'p', 'q'),
    game('a2', 3, 'r', 's'),
    game('a3', 1, 't', 'u'),
    game('a4', 2, 'v', 'w', 'draw'),
  ];
  expect(inOrder(games).map(({ key }) => key)).toEqual(['a3', 'a2', 'a1']);
});

test('who is here and has no game is free', () => {
  const view = {
    entries: [entry('an'), entry('binh'), entry('chi'), entry('dung', { here: false })],
    rounds: [{ games: [game('a1', 1, 'an', 'x', 'sente'), game('a2', 1, 'binh', 'y')] }],
  } as unknown as Tournament;
  expect(freeOf(view).map(({ id }) => id)).toEqual(['an', 'chi']);
});

test('the roll has each member once, and guests beside them', () => {
  const members = [
    { name: 'Bình', handle: 'binh', club_grade: { grade: '3k' }, earned: null },
    { name: 'Ông Tư', handle: null, club_grade: null, earned: null },
  ] as unknown as ClubMember[];
  const entries = [
    entry('X', { name: 'Bình', handle: 'binh' }),
    entry('p1', { name: 'Ông Tư' }),
    entry('p2', { name: 'An', grade: '5k' }),
  ];
  const roll = rollOf(members, entries);
  expect(roll.map(({ name, grade, entry: it }) => [name, grade, it?.id])).toEqual([
    ['An', '5k', 'p2'],
    ['Bình', '3k', 'X'],
    ['Ông Tư', null, 'p1'],
  ]);
});

test('whom somebody has met is said with the results', () => {
  const rounds = [
    { t: 'game', opponent: 'An', result: 'win' },
    { t: 'game', opponent: 'Chi', result: 'draw' },
    { t: 'game', opponent: 'An', result: null },
  ] as unknown as RoundCell[];
  expect(metBy({ rounds }, (id) => id)).toEqual(['An ○', 'Chi △']);
});

test('an evening is over the board, by strength, with handicaps, and ends by itself', () => {
  const { format, handicap, plan } = eveningOf('hanoi', 'Evening', true, 1_000);
  expect(format).toMatchObject({ t: 'arena', by: 'strength', start_ms: 1_000 });
  expect(handicap).toMatchObject({ table: 'jsa' });
  expect(plan).toMatchObject({ at_the_board: true, club: 'hanoi', members_only: true, rated: true });
});
