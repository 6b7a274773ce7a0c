import { expect, test } from 'vitest';
import { fromSfen } from '../shogi/position';
import type { ReviewEdit, ReviewTree } from '../wire/generated';
import { apply, branchOf, emptyTree, judge, lineOf, lineThrough, nodeOf, positionsOf } from './tree';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

function after(tree: ReviewTree, ...edits: ReviewEdit[]): ReviewTree {
  return edits.reduce((at, edit) => {
    const change = judge(at, edit);
    return change ? apply(at, change) : at;
  }, tree);
}
const told = (tree: ReviewTree) =>
  tree.nodes
    .slice(1)
    .map(({ id, parent, usi }) => `${id}<${parent} ${usi}`)
    .join(', ');

const tree = after(
  emptyTree('standard', START),
  { t: 'play', after: 0, usi: '7g7f' },
  { t: 'play', after: 1, usi: '3c3d' },
  { t: 'play', after: 1, usi: '8c8d' },
  { t: 'play', after: 3, usi: '2g2f' },
);

test('variations are played, promoted and deleted as the server does it', () => {
  expect(told(tree)).toBe('1<0 7g7f, 2<1 3c3d, 3<1 8c8d, 4<3 2g2f');
  expect(after(tree, { t: 'play', after: 1, usi: '3c3d' }).at).toBe(2);
  expect(branchOf(tree, 4)).toBe(3);
  const promoted = after(tree, { t: 'promote', node: 4 });
  expect(told(promoted)).toBe('1<0 7g7f, 3<1 8c8d, 2<1 3c3d, 4<3 2g2f');
  expect(told(after(promoted, { t: 'promote', node: 4 }))).toBe(told(promoted));
  const deleted = after(promoted, { t: 'look', node: 4 }, { t: 'delete', node: 3 });
  expect([told(deleted), deleted.at]).toEqual(['1<0 7g7f, 2<1 3c3d', 1]);
  expect(told(after(deleted, { t: 'play', after: 2, usi: '2g2f' }))).toContain('5<2 2g2f');
  expect(judge(tree, { t: 'delete', node: 0 })).toBeNull();
  expect(judge(tree, { t: 'look', node: 99 })).toBeNull();
});

test('the line through a node goes on to its end', () => {
  expect(lineThrough(tree, 0).map((node) => node.id)).toEqual([0, 1, 2]);
  expect(lineThrough(tree, 3).map((node) => node.id)).toEqual([0, 1, 3, 4]);
});

test('comments and drawings come and go', () => {
  const shapes = [{ from: '7g', to: '7f', brush: 'green' as const }];
  const said = after(tree, { t: 'comment', node: 1, text: ' tốt! ' }, { t: 'draw', node: 1, shapes });
  expect(nodeOf(said, 1)).toMatchObject({ comment: 'tốt!', shapes });
  const empty = after(said, { t: 'comment', node: 1, text: '' }, { t: 'draw', node: 1, shapes: [] });
  expect(nodeOf(empty, 1)).toEqual(nodeOf(tree, 1));
});

test('every node has its position', () => {
  const positions = positionsOf(tree.nodes, fromSfen('standard', START));
  expect(positions.get(4)?.board.get('2f')?.kind).toBe('P');
  expect(positions.get(4)?.board.get('8d')?.side).toBe('gote');
  expect(positions.get(2)?.board.has('8d')).toBe(false);
});

test('a line is a tree without branches, looked at from its start', () => {
  const tree = lineOf('standard', 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1', [
    '7g7f',
    '3c3d',
  ]);
  expect(lineThrough(tree, 2).map((it) => it.usi)).toEqual([undefined, '7g7f', '3c3d']);
  expect([tree.at, tree.next]).toEqual([0, 3]);
});
