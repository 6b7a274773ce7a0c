import { expect, test } from 'vitest';
import { neighbour, nextBoard, type Order, type Waiting } from './queue';

/** Boards as `waits since left`; a dot where the guest is to move. */
const boards = (...lines: string[]): Waiting[] =>
  lines.map((line) => {
    if (line === '.') return { waits: false, since: 0, leftMs: 0 };
    const [since = 0, leftMs = 0] = line.split(' ').map(Number);
    return { waits: true, since, leftMs };
  });

test.each<[Order, number, number | null]>([
  ['walk', 0, 2],
  ['walk', 2, 3],
  ['walk', 3, 0],
  ['longest', 0, 3],
  ['clock', 3, 2],
  ['clock', 2, 0],
])('by %s from %i the host goes to %s', (order, from, to) => {
  expect(nextBoard(boards('30 20', '.', '20 10', '10 30'), from, order)).toBe(to);
});

test('where no other board waits the host stays', () => {
  for (const order of ['walk', 'longest', 'clock'] as const) {
    expect(nextBoard(boards('.', '10 10', '.'), 1, order)).toBeNull();
    expect(nextBoard([], 0, order)).toBeNull();
  }
});

test('of equals the next on the way comes first', () => {
  expect(nextBoard(boards('10 10', '.', '10 10', '10 10'), 2, 'longest')).toBe(3);
  expect(nextBoard(boards('10 10', '.', '10 10', '10 10'), 3, 'clock')).toBe(0);
});

test('neighbours are in a ring', () => {
  expect([neighbour(3, 2, 1), neighbour(3, 0, -1), neighbour(0, 0, 1)]).toEqual([0, 2, 0]);
});
