import { expect, test } from 'vitest';
import { fromSfen } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import { anyDests, isOffered, readDests } from './dests';

test('reads squares and their marks', () => {
  const offered = readDests({ '7g': '7f', '2d': '2c?1d', 'B*': '5e4e', '13m': '13l12k+' });
  expect([...(offered.get('2d') ?? [])]).toEqual([
    ['2c', 'may'],
    ['1d', 'no'],
  ]);
  expect([...(offered.get('B*') ?? [])]).toEqual([
    ['5e', 'no'],
    ['4e', 'no'],
  ]);
  expect([...(offered.get('13m') ?? [])]).toEqual([
    ['13l', 'no'],
    ['12k', 'must'],
  ]);
  expect(readDests({}).size).toBe(0);
});

test("§2.1 in strict games every square but one's own pieces' is offered, to drops too", () => {
  const position = fromSfen('standard', '4k4/4P4/9/9/9/9/9/9/4K4 b G 1');
  const offered = anyDests(position);
  expect([...offered.keys()].sort()).toEqual(['5b', '5i', 'G*']);
  for (const squares of offered.values()) {
    expect(squares.size).toBe(79);
    expect(squares.has('5a')).toBe(true);
  }
  expect(offered.get('5b')?.get('5a')).toBe('may');
  expect(offered.get('5b')?.get('9i')).toBe('may');
  expect(offered.get('5i')?.get('5a')).toBe('no');
});

test('what was typed is offered or not, its promotion included', () => {
  const offered = readDests({ '2d': '2c?1d', '13m': '12k+', 'B*': '5e' });
  const may = (text: string) => {
    const usi = parseUsi(text);
    return usi !== null && isOffered(offered, usi);
  };
  expect(['2d2c', '2d2c+', '2d1d', '13m12k+', 'B*5e'].map(may)).toEqual([true, true, true, true, true]);
  expect(['2d1d+', '13m12k', 'B*4e', '2d9a', '7g7f'].map(may)).toEqual([false, false, false, false, false]);
});
