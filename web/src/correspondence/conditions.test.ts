import { expect, test } from 'vitest';
import { branchesOf, withLine, withoutBranch } from './conditions';

const added = (lines: string[], line: string) => withLine(lines, line.split(' '));

test('lines that begin alike are one tree', () => {
  const [first, second, ...more] = branchesOf(['3c3d 2g2f 8c8d 2f2e', '3c3d 2g2f 4c4d 3i4h', '8c8d 2g2f']);
  expect(more).toEqual([]);
  expect([first?.theirs, first?.mine, second?.theirs]).toEqual(['3c3d', '2g2f', '8c8d']);
  expect(first?.next.map((it) => it.path.join(' '))).toEqual(['3c3d 2g2f 8c8d 2f2e', '3c3d 2g2f 4c4d 3i4h']);
});

test('a new line takes the place of what answered otherwise', () => {
  expect(added([], '3c3d 2g2f')).toEqual(['3c3d 2g2f']);
  expect(added(['3c3d 2g2f'], '8c8d 2g2f')).toEqual(['3c3d 2g2f', '8c8d 2g2f']);
  expect(added(['3c3d 2g2f', '8c8d 2g2f'], '3c3d 6i7h')).toEqual(['8c8d 2g2f', '3c3d 6i7h']);
  expect(added(['3c3d 2g2f'], '3c3d 2g2f 8c8d 2f2e')).toEqual(['3c3d 2g2f 8c8d 2f2e']);
  expect(added(['3c3d 2g2f 8c8d 2f2e'], '3c3d 2g2f')).toEqual(['3c3d 2g2f 8c8d 2f2e']);
  expect(added(['3c3d 2g2f 8c8d 2f2e'], '3c3d 2g2f 4c4d 3i4h')).toHaveLength(2);
});

test('what is taken away leaves the answers before it', () => {
  const lines = ['3c3d 2g2f 8c8d 2f2e', '8c8d 2g2f'];
  const without = (path: string) => withoutBranch(lines, path.split(' '));
  expect(without('8c8d 2g2f')).toEqual(['3c3d 2g2f 8c8d 2f2e']);
  expect(without('3c3d 2g2f 8c8d 2f2e')).toEqual(['8c8d 2g2f', '3c3d 2g2f']);
  expect(without('3c3d 2g2f')).toEqual(['8c8d 2g2f']);
});
