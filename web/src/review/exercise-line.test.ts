import { expect, test } from 'vitest';
import type { ReviewNode } from '../wire/generated';
import { answerTo, isMarkedWrong, marked, replyTo, rightMoves, seenOf } from './exercise-line';
import { emptyTree } from './tree';

const node = (id: number, parent: number, usi: string, comment?: string): ReviewNode => ({
  id,
  parent,
  usi,
  ...(comment === undefined ? {} : { comment }),
});

const TREE = {
  ...emptyTree('standard', ''),
  nodes: [
    { id: 0, parent: null },
    node(1, 0, '7g7f'),
    node(2, 0, '2g2f', 'also good'),
    node(3, 0, '9g9f', '? too slow'),
    node(4, 1, '3c3d'),
    node(5, 1, '8c8d'),
    { id: 6, parent: 4, end: 'resignation' },
  ],
  next: 7,
};

test('several moves may be right, and what is marked as wrong says why', () => {
  expect(rightMoves(TREE, 0).map((it) => it.id)).toEqual([1, 2]);
  expect(answerTo(TREE, 0, '2g2f')).toEqual({ is: 'right', node: 2 });
  expect(answerTo(TREE, 0, '9g9f')).toEqual({ is: 'wrong', node: 3, why: 'too slow' });
  expect(answerTo(TREE, 0, '1g1f')).toEqual({ is: 'unknown' });
  expect(rightMoves(TREE, 4), 'the end of a game is no move').toEqual([]);
});

test('the tree answers with what has not been met, and with the main line when all has', () => {
  expect(replyTo(TREE, 1, new Set())).toBe(4);
  expect(replyTo(TREE, 1, new Set([4]))).toBe(5);
  expect(replyTo(TREE, 1, new Set([4, 5]))).toBe(4);
  expect(replyTo(TREE, 4, new Set())).toBe(null);
});

test('what has not been seen is not there', () => {
  const seen = seenOf(TREE, new Set([1]), 1);
  expect(seen.nodes.map((it) => it.id)).toEqual([0, 1]);
  expect([seen.next, seen.at]).toEqual([7, 1]);
  expect(seenOf(TREE, new Set(), 99).at).toBe(0);
});

test('a move is marked as wrong, and no longer', () => {
  const wrong = marked('too slow', true);
  expect(isMarkedWrong({ id: 1, parent: 0, comment: wrong })).toBe(true);
  expect(marked(wrong, true)).toBe(wrong);
  expect(marked(wrong, false)).toBe('too slow');
  expect(isMarkedWrong({ id: 1, parent: 0, comment: 'what?' })).toBe(false);
});
