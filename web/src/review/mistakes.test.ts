import { expect, test } from 'vitest';
import { fromSfen } from '../shogi/position';
import type { ReviewNode } from '../wire/generated';
import type { Worth } from './engine-words';
import { verdictOf } from './mistakes';
import { positionsOf } from './tree';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

const path: ReviewNode[] = ['7g7f', '3c3d', '2g2f', '8c8d'].map((usi, i) => ({ id: i + 1, parent: i, usi }));
path.unshift({ id: 0, parent: null });
const positions = positionsOf(path, fromSfen('standard', START));
const judged = (points: (number | Worth)[], moves: string[] = []) =>
  new Map(points.map((it, id) => [id, { worth: typeof it === 'number' ? { points: it } : it, moves }]));
const verdict = (...points: (number | Worth)[]) => verdictOf(path, positions, judged(points));

test('a move that gives nothing away is no mistake, and its side played without fault', () => {
  const { mistakes, accuracy } = verdict(0, 40, 20, 60, 60);
  expect(mistakes).toEqual([]);
  expect(accuracy.sente).toBeCloseTo(100, 1);
});

test('each side pays for its own moves', () => {
  const { mistakes, accuracy } = verdict(0, -200, -200, -1200, 400);
  expect(mistakes.map(({ node, kind, side }) => [node, kind, side])).toEqual([
    [1, 'inaccuracy', 'sente'],
    [3, 'blunder', 'sente'],
    [4, 'blunder', 'gote'],
  ]);
  expect(accuracy.sente).toBeLessThan(accuracy.gote ?? 100);
});

test('who lets a mate go has blundered', () => {
  expect(verdict({ mate: 3 }, 0).mistakes).toMatchObject([{ node: 1, kind: 'blunder', lost: 0.5 }]);
});

test('what was not judged is not blamed', () => {
  expect(verdict(0)).toEqual({ mistakes: [], accuracy: { sente: null, gote: null } });
});

test('what the engine would have played is no mistake', () => {
  expect(verdictOf(path, positions, judged([0, -900], ['7g7f'])).mistakes).toEqual([]);
});
