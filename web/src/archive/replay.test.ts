import { expect, test } from 'vitest';
import type { ImportStep } from '../wire/generated';
import { choices, lineThrough, treeOf } from './replay';

/** Steps as the server lists them: the main line before its variations. */
function steps(parents: (number | null)[]): ImportStep[] {
  return parents.map((parent, i) => ({
    parent,
    ply: i,
    usi: null,
    text: null,
    end: null,
    winner: null,
    sfen: '',
    spent_ms: null,
    comments: [],
  }));
}

// 0 – 1 – 2 – 3, with 4 – 5 in the place of 2, and 6 in the place of 5.
const tree = treeOf(steps([null, 0, 1, 2, 1, 4, 4]));

test.each([
  [0, [0, 1, 2, 3]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 4, 5]],
  [6, [0, 1, 4, 6]],
])('the line through %i', (at, line) => {
  expect(lineThrough(tree, at)).toEqual(line);
});

test.each([
  [0, []],
  [1, []],
  [2, [2, 4]],
  [4, [2, 4]],
  [6, [5, 6]],
])('the choices at %i', (at, expected) => {
  expect(choices(tree, at)).toEqual(expected);
});
