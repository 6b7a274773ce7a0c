import { expect, test } from 'vitest';
import { type Way, ways } from './betza';
import { fromSfen } from './position';
import { reachOf } from './reach';

/**
 * Where a piece goes on the middle of 7 × 7 squares when nothing else stands there, rank by rank
 * from the far side.
 */
function drawn(betza: string): string[] {
  const marked = new Map<string, string>();
  for (const way of ways(betza))
    for (let n = 1; n <= Math.min(way.range, 3); n++) {
      const [x, y] = [3 + way.right * n, 3 - way.forward * n];
      if (x >= 0 && x < 7 && y >= 0 && y < 7) marked.set(`${x},${y}`, sign(way));
    }
  return Array.from({ length: 7 }, (_, y) =>
    Array.from({ length: 7 }, (_, x) => (x === 3 && y === 3 ? 'o' : (marked.get(`${x},${y}`) ?? '.'))).join(
      '',
    ),
  );
}

const sign = ({ over, does }: Way) => (over ? 'p' : does === 'move' ? 'm' : 'x');

test.each([
  // A left quail: any distance ahead and back to the right, one step back to the left.
  ['fRbrBblF', ['...x...', '...x...', '...x...', '...o...', '..x.x..', '.....x.', '......x']],
  // An eagle.
  ['fBbRWbB2', ['x.....x', '.x...x.', '..xxx..', '..xox..', '..xxx..', '.x.x.x.', '...x...']],
  ['fAbD', ['.......', '.x...x.', '.......', '...o...', '.......', '...x...', '.......']],
  ['ffN', ['.......', '..x.x..', '.......', '...o...', '.......', '.......', '.......']],
  ['fsW', ['.......', '.......', '...x...', '..xox..', '.......', '.......', '.......']],
  ['FvW', ['.......', '.......', '..xxx..', '...o...', '..xxx..', '.......', '.......']],
])('%s', (betza, expected) => {
  expect(drawn(betza)).toEqual(expected);
});

test.each([
  // Over nothing, over one and over two.
  ['standard', '9/9/4p4/9/4p4/9/4R4/9/9 b - 1', '5g', ['5e', '5f', '5h', '5i']],
  ['standard', '4k4/4G4/4P4/9/9/9/9/9/9 b - 1', '5b', ['4a', '4b', '5a', '6a', '6b']],
])('%s %s from %s', (variant, sfen, from, expected) => {
  const found = reachOf(fromSfen(variant, sfen), from);
  for (const sq of expected) expect(found, sq).toContain(sq);
  if (expected.length === 5) expect([...found].sort()).toEqual(expected);
});
