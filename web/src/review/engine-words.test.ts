import { expect, test } from 'vitest';
import { chanceOf, readInfo, worthText } from './engine-words';

const SAID =
  'info depth 10 seldepth 13 multipv 2 score cp 130 nodes 67709 nps 15662 hashfull 40 tbhits 0 time 4323 pv 6i6h 4a3b 8h2b';

test('a line of thought is told from sente', () => {
  expect(readInfo(SAID, 'sente')).toEqual({
    rank: 1,
    depth: 10,
    worth: { points: 130 },
    moves: ['6i6h', '4a3b', '8h2b'],
  });
  expect(readInfo(SAID, 'gote')?.worth).toEqual({ points: -130 });
  expect(readInfo('info depth 5 score mate -3 pv 5a6a', 'gote')?.worth).toEqual({ mate: 3 });
});

test.each([
  'bestmove 7g7f',
  'info depth 3 currmove 7g7f currmovenumber 1',
  'info string hello',
  'info depth 3 score cp 5 lowerbound pv 7g7f',
  'info depth 3 score cp ? pv 7g7f',
])('%s is no line of thought', (said) => expect(readInfo(said, 'sente')).toBeNull());

test.each([
  [{ points: 570 }, '+570'],
  [{ points: -42 }, '-42'],
  [{ points: 0 }, '0'],
  [{ mate: 5 }, 'mate in 5'],
  [{ mate: -5 }, 'mate in 5'],
])('%o is written %s', (worth, text) => expect(worthText(worth, (n) => `mate in ${n}`)).toBe(text));

test('chances go from lost to won', () => {
  expect(chanceOf({ mate: -1 })).toBe(0);
  expect(chanceOf({ mate: 7 })).toBe(1);
  expect(chanceOf({ points: 0 })).toBe(0.5);
  expect(chanceOf({ points: 600 })).toBeCloseTo(0.731, 3);
});
