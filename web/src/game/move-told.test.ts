import { expect, test } from 'vitest';
import { snapshotOf } from '../../test/snapshots';
import { fromSfen } from '../shogi/position';
import { moveTold } from './move-told';

test('the position, the check and both clocks follow from a move that is told alone', () => {
  const { clocks } = snapshotOf({});
  const before = fromSfen('standard', '4k4/9/9/9/9/9/9/9/K4R3 b - 1');
  const time = { main_ms: 1, periods: 1 };
  const told = moveTold({ t: 'played', ply: 1, usi: '4i5i', thought_ms: 1200, time, now: 77 }, before, {
    ...clocks,
    elapsed_ms: 500,
  });
  expect(told).toEqual({
    t: 'moved',
    ply: 1,
    usi: '4i5i',
    thought_ms: 1200,
    now: 77,
    sfen: '4k4/9/9/9/9/9/9/9/K3R4 w - 1',
    check: true,
    clocks: { sente: time, gote: clocks.gote, running: 'gote' },
  });
});
