import { expect, test } from 'vitest';
import { add, EMPTY, read, settle } from './entry-queue';

const move = (usi: string) => ({ t: 'move', usi }) as const;

test('what waits follows what was known when the first of it was entered', () => {
  const one = add(EMPTY, 4, 'a', move('7g7f'));
  const two = add(one, 9, 'b', move('3c3d'));
  expect(two.follows).toBe(4);
  expect(two.entries.map((it) => it.id)).toEqual(['a', 'b']);
  expect(add(settle(two, { entries: [{ id: 'a', n: 5 }], last: 5 }), 9, 'c', move('2g2f'))).toEqual({
    follows: 5,
    entries: [
      { id: 'b', entry: move('3c3d') },
      { id: 'c', entry: move('2g2f') },
    ],
  });
});

test('what was refused stays, and what the server has is gone', () => {
  const queue = add(add(EMPTY, 0, 'a', move('7g7f')), 0, 'b', move('3c3d'));
  expect(settle(queue, { entries: [], last: 3 })).toEqual(queue);
  const all = [
    { id: 'a', n: 3 },
    { id: 'b', n: 5 },
  ];
  expect(settle(queue, { entries: all, last: 6 })).toEqual({ follows: 5, entries: [] });
});

test('what was kept is read again, and nothing else is', () => {
  const queue = add(EMPTY, 2, 'a', move('7g7f'));
  expect(read(JSON.stringify(queue))).toEqual(queue);
  for (const other of [null, '', '{', '7', 'null', '{"follows":1}']) expect(read(other)).toEqual(EMPTY);
});
