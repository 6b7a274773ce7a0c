import { expect, test } from 'vitest';
import type { Worth } from './engine-words';
import type { Mistake } from './mistakes';
import { type Answer, advantageOf, answerTo, turningPoints } from './turning-points';

const mistake = (node: number, side: Mistake['side'], lost: number): Mistake => ({
  node,
  side,
  lost,
  kind: 'mistake',
});

test('the three largest losses of a side are taken up, in the order of the game', () => {
  const mistakes = [
    mistake(3, 'sente', 0.1),
    mistake(4, 'gote', 0.9),
    mistake(7, 'sente', 0.3),
    mistake(9, 'sente', 0.2),
    mistake(11, 'sente', 0.5),
  ];
  expect(turningPoints(mistakes, 'sente').map((it) => it.node)).toEqual([7, 9, 11]);
  expect(turningPoints(mistakes, 'gote').map((it) => it.node)).toEqual([4]);
  expect(turningPoints([], 'gote')).toEqual([]);
});

const points = (n: number): Worth => ({ points: n });

/** Worths are sente's; the game's move gave away 0.3 of the chance to win. */
const CASES: [string, Mistake['side'], string, Worth, Worth, Answer][] = [
  ['the best move is right whatever comes of it', 'sente', 'best', points(0), points(-900), 'best'],
  ['a move that loses nothing is good', 'sente', 'other', points(0), points(20), 'good'],
  ['one that loses much less is good', 'sente', 'other', points(0), points(-200), 'good'],
  ['one that is a mistake itself is not', 'sente', 'other', points(0), points(-310), 'better'],
  ['one that loses as much is no better', 'sente', 'other', points(0), points(-900), 'worse'],
  ['one that loses hardly less is no better', 'sente', 'other', points(0), points(-750), 'worse'],
  ['the move of the game is told as such', 'sente', 'played', points(0), points(0), 'played'],
  ['gote wants the worth to fall', 'gote', 'other', points(0), points(-50), 'good'],
  ['and loses when it rises', 'gote', 'other', points(0), points(900), 'worse'],
  ['another mate is as good', 'sente', 'other', { mate: 3 }, { mate: 9 }, 'good'],
  ['a mate let go is not', 'sente', 'other', { mate: 3 }, points(500), 'worse'],
];

for (const [what, side, usi, before, after, expected] of CASES)
  test(what, () => {
    const judged = { before: { worth: before, moves: ['best'] }, after: { worth: after } };
    expect(answerTo({ side, usi, played: 'played', lost: 0.3, ...judged })).toBe(expected);
  });

test('the move of the game is right where the engine has come to prefer it', () => {
  const judged = { before: { worth: points(0), moves: ['7g7f'] }, after: { worth: points(0) } };
  expect(answerTo({ side: 'sente', usi: '7g7f', played: '7g7f', lost: 0.1, ...judged })).toBe('best');
});

test('what is good is measured by what the game gave away', () => {
  const judged = { before: { worth: points(0), moves: ['best'] }, after: { worth: points(-170) } };
  const answer = (lost: number) =>
    answerTo({ side: 'sente', usi: 'other', played: 'played', lost, ...judged });
  expect([answer(0.3), answer(0.12), answer(0.08)]).toEqual(['good', 'better', 'worse']);
});

test('who gave up a game that they were winning is told by how much, from their own side', () => {
  expect(advantageOf(points(850), 'sente')).toEqual({ points: 850 });
  expect(advantageOf(points(-850), 'gote')).toEqual({ points: 850 });
  expect(advantageOf({ mate: -5 }, 'gote')).toEqual({ mate: 5 });
  for (const worth of [points(850), points(-100), { mate: 3 }]) expect(advantageOf(worth, 'gote')).toBeNull();
});
