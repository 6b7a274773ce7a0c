import { expect, test } from 'vitest';
import { fromSfen } from '../shogi/position';
import { promoting, promotingLines } from './promoting';

const EXCHANGE = 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1';

test('a bishop that may be promoted is, and its later moves fit', () => {
  const position = fromSfen('standard', EXCHANGE);
  expect(promoting(position, ['8h2b', '3a2b', 'B*4e'])).toEqual(['8h2b+', '3a2b', 'B*4e']);
  expect(promoting(position, ['8h2b', '9c9d', '2b3a+'])).toEqual(['8h2b+', '9c9d', '2b3a']);
});

test('other moves stay as they are', () => {
  const position = fromSfen('standard', EXCHANGE);
  for (const moves of [['8h2b+', '3a2b'], ['7g7f', '8c8d'], ['no move']]) {
    expect(promoting(position, moves)).toEqual(moves);
  }
  // A silver, a knight or a lance may have reasons.
  const silver = fromSfen('standard', '4k4/9/9/4S4/9/9/9/9/4K4 b - 1');
  expect(promoting(silver, ['5d5c'])).toEqual(['5d5c']);
});

test('a piece is left where what follows could not be played otherwise', () => {
  // Promoted, the pawn would give check to a king that the line has do something else.
  const position = fromSfen('standard', '9/4k4/9/3P5/9/9/9/9/4K4 b - 1');
  expect(promoting(position, ['6d6c', '5b4b'])).toEqual(['6d6c+', '5b4b']);
  expect(promoting(position, ['6d6c', '5b5c', '6c6b+'])).toEqual(['6d6c', '5b5c', '6c6b+']);
});

test('of lines that begin alike the best is kept', () => {
  const position = fromSfen('standard', EXCHANGE);
  const line = (rank: number, ...moves: string[]) => ({ rank, depth: 9, worth: { points: -rank }, moves });
  const lines = [line(0, '8h2b', '3a2b'), line(1, '8h2b+', '3a2b'), line(2, '2g2f')];
  expect(promotingLines(position, lines)).toEqual([
    line(0, '8h2b+', '3a2b'),
    { ...line(2, '2g2f'), rank: 1 },
  ]);
});
