import { expect, test } from 'vitest';
import type { TournamentMatch } from '../wire/generated';
import { isDrawn, partsOf } from './bracket';

const match = (slot: string, round: number, label?: string): TournamentMatch => ({
  slot,
  round,
  a_points: 0,
  b_points: 0,
  games: [],
  ...(label === undefined ? {} : { label }),
});

const shape = (matches: TournamentMatch[]) =>
  partsOf(matches).map(({ name, rounds }) => [name, rounds.map(({ matches }) => matches.length)]);

test('a knock-out is one tree, and the third place stands beside it', () => {
  const all = [match('R1-1', 1), match('R1-2', 1), match('R2-1', 2, 'final'), match('3-1', 2, 'third place')];
  expect(shape(all)).toEqual([
    ['', [2, 1]],
    ['third', [1]],
  ]);
});

test('groups and the brackets of a double knock-out stand by themselves', () => {
  const double = [
    match('W1-1', 1),
    match('W1-2', 1),
    match('L1-1', 2),
    match('W2-1', 2),
    match('L2-1', 3),
    match('final', 4),
  ];
  expect(shape(double)).toEqual([
    ['W', [2, 1]],
    ['L', [1, 1]],
    ['final', [1]],
  ]);
  const stages = [match('Cup/R1-1', 4), match('Cup/R2-1', 5), match('Plate/W1-1', 4), match('Plate/L1-1', 5)];
  expect(partsOf(stages).map(({ stage, name }) => [stage, name])).toEqual([
    ['Cup', ''],
    ['Plate', 'W'],
    ['Plate', 'L'],
  ]);
  const groups = [match('G1-1', 1), match('G2-1', 1), match('G1-3', 2), match('K1-1', 4)];
  expect(shape(groups)).toEqual([
    ['G1', [1, 1]],
    ['G2', [1]],
    ['K', [1]],
  ]);
});

test('a draw by lot is said once where it has placed everybody, and else beside the names', () => {
  const first = (slot: string, a: string, b: string | undefined, by_lot: string[]) => ({
    ...match(slot, 1),
    a,
    ...(b === undefined ? {} : { b }),
    by_lot,
  });
  const final = { ...match('R2-1', 2, 'final'), from: ['R1-1', 'R1-2'] };
  expect(
    isDrawn([first('R1-1', 'an', 'binh', ['an', 'binh']), first('R1-2', 'chi', undefined, ['chi']), final]),
  ).toBe(true);
  expect(
    isDrawn([first('R1-1', 'an', 'binh', ['binh']), first('R1-2', 'chi', undefined, ['chi']), final]),
  ).toBe(false);
  expect(isDrawn([first('R1-1', 'an', 'binh', ['an', 'binh']), final]), 'two who meet in any case').toBe(
    false,
  );
});
