import { expect, test } from 'vitest';
import { newTurns } from './new-turns';

const listed = (game: string, ply: number, my_turn: boolean) => ({ my_turn, game: { game, ply } });

test.each([
  ['the opponent has moved', [listed('a', 1, false)], [listed('a', 2, true)], ['a']],
  ['nothing has happened', [listed('a', 2, true)], [listed('a', 2, true)], []],
  ['we have moved', [listed('a', 2, true)], [listed('a', 3, false)], []],
  ['both have moved', [listed('a', 2, true)], [listed('a', 4, true)], ['a']],
  ['moves were taken back', [listed('a', 4, true)], [listed('a', 2, true)], ['a']],
  ['a game has begun', [], [listed('a', 0, true)], []],
  ['a game is over', [listed('a', 3, false), listed('b', 1, false)], [listed('b', 2, true)], ['b']],
])('where a move is waited for when %s', (_, before, now, told) => {
  expect(newTurns(before, now).map(({ game }) => game.game)).toEqual(told);
});
