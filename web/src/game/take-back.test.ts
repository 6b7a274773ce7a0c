import { expect, test } from 'vitest';
import { fromSfen, play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import { positionBefore } from './take-back';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

function lineOf(...moves: string[]) {
  const line = [fromSfen('standard', START)];
  for (const usi of moves) {
    const [move, before] = [parseUsi(usi), line.at(-1)];
    if (move && before) line.push(play(before, move));
  }
  return line;
}

/** Whose turn it is, and which number the next move has. */
const turn = (sfen: string | null) => sfen?.split(' ')[1];
const board = (sfen: string | null) => sfen?.split(' ')[0];

const line = lineOf('7g7f', '3c3d', '2g2f', '8c8d', '2f2e', '8d8e', '6i7h');

test('a lost game goes on before so many of one’s own moves', () => {
  // Sente has moved four times: three back is after the first two moves.
  expect(board(positionBefore(line, 'sente', 3))).toBe(
    board(positionBefore(lineOf('7g7f', '3c3d', '2g2f'), 'sente', 1)),
  );
  expect(turn(positionBefore(line, 'sente', 3))).toBe('b');
  expect(turn(positionBefore(line, 'gote', 2))).toBe('w');
  expect(board(positionBefore(line, 'gote', 2))).toBe(
    board(positionBefore(lineOf('7g7f', '3c3d', '2g2f', '8c8d'), 'gote', 1)),
  );
});

test('whoever moved less often begins anew, and whoever never moved has nothing to take back', () => {
  expect(board(positionBefore(lineOf('7g7f', '3c3d'), 'sente', 3))).toBe(START.split(' ')[0]);
  expect(positionBefore(lineOf('7g7f'), 'gote', 3)).toBeNull();
  expect(positionBefore(lineOf(), 'sente', 3)).toBeNull();
});
