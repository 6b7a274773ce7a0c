import { expect, test } from 'vitest';
import type { BoardShown, Side } from '../wire/generated';
import { standings } from './standings';

function board(sente: string, gote: string, end?: string, winner?: Side) {
  const shown = { ...(end ? { end } : {}), ...(winner ? { winner } : {}) } as BoardShown;
  return { names: { sente, gote }, shown };
}

const told = (boards: Parameters<typeof standings>[0]) =>
  standings(boards).map((it) => `${it.place} ${it.name} ${it.points} ${it.wins}-${it.losses}-${it.draws}`);

test('points are counted over all rounds, and the direct game separates', () => {
  expect(
    told([
      board('An', 'Binh', 'resignation', 'gote'),
      board('Chi', 'Dung', 'checkmate', 'sente'),
      board('An', 'Chi', 'time', 'sente'),
      board('Binh', 'Dung', 'resignation', 'gote'),
      board('An', 'Dung', 'resignation', 'sente'),
      board('Binh', 'Chi', 'resignation', 'sente'),
    ]),
  ).toEqual(['1 Binh 2 2-1-0', '2 An 2 2-1-0', '3 Chi 1 1-2-0', '4 Dung 1 1-2-0']);
});

test('draws are half a point, and what has no result or is played again is nothing', () => {
  expect(
    told([board('An', 'Binh', 'impasse_agreement'), board('An', 'Binh', 'repetition'), board('Chi', 'An')]),
  ).toEqual(['1 An 0.5 0-0-1', '1 Binh 0.5 0-0-1', '3 Chi 0 0-0-0']);
  expect(told([])).toEqual([]);
});
