import { expect, test } from 'vitest';
import { SPENDS } from '../wire/spends';
import { spend, startOf } from './spend';

test.each(SPENDS)('§4 moves take off a clock here what they take off the server’s: $clock', (it) => {
  let time = startOf(it.clock);
  const left = it.moves.map(({ ms }) => {
    const after = spend(it.clock, time, ms);
    time = after ?? time;
    return { ms, left: after };
  });
  expect(left).toEqual(it.moves);
});
