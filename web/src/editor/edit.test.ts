import { describe, expect, test } from 'vitest';
import { fromSfen, sfenOf } from '../shogi/position';
import { VARIANTS } from '../wire/variants';
import {
  clear,
  hold,
  holdRest,
  isSfen,
  mirror,
  missing,
  move,
  put,
  swapSides,
  take,
  toggle,
  turnOver,
} from './edit';

const at = (sfen: string, variant = 'standard') => fromSfen(variant, sfen);
const LONE = '4k4/9/9/9/9/9/9/9/4K4 b - 1';

describe('a position in the editor', () => {
  test('pieces are put, moved, turned over and taken away', () => {
    let position = put(at(LONE), '5e', { side: 'sente', kind: 'P' });
    expect(sfenOf(position)).toBe('4k4/9/9/9/4P4/9/9/9/4K4 b - 1');
    position = turnOver(move(position, '5e', '5c'), '5c');
    expect(sfenOf(position)).toBe('4k4/9/4+P4/9/9/9/9/9/4K4 b - 1');
    position = turnOver(position, '5c');
    expect(sfenOf(position)).toBe('4k4/9/4p4/9/9/9/9/9/4K4 b - 1');
    expect(sfenOf(toggle(position, '5c', { side: 'gote', kind: 'P' }))).toBe(LONE);
    expect(sfenOf(take(position, '5c', 'sente'))).toBe('4k4/9/9/9/9/9/9/9/4K4 b P 1');
    // A king is nobody's to hold.
    expect(take(position, '5i', 'gote')).toBe(position);
    expect(sfenOf(clear(position))).toBe('9/9/9/9/9/9/9/9/9 b - 1');
  });

  test('a hand holds no more than there are, and never less than nothing', () => {
    const none = hold(at(LONE), 'gote', 'P', -1);
    expect(sfenOf(none)).toBe(LONE);
    expect(sfenOf(hold(none, 'gote', 'P', 18))).toBe('4k4/9/9/9/9/9/9/9/4K4 b 18p 1');
    expect(sfenOf(hold(none, 'gote', 'P', 19))).toBe(LONE);
    expect(sfenOf(hold(none, 'gote', 'K', 1))).toBe(LONE);
  });

  test('mirrored twice or swapped twice it is as it was', () => {
    for (const { name, start } of VARIANTS) {
      const position = at(start, name);
      expect(sfenOf(mirror(mirror(position))), name).toBe(sfenOf(position));
      expect(sfenOf(swapSides(swapSides(position))), name).toBe(sfenOf(position));
    }
    expect(sfenOf(mirror(at('9/7k1/9/9/9/9/9/9/9 b G 1')))).toBe('9/1k7/9/9/9/9/9/9/9 b G 1');
    expect(sfenOf(swapSides(at('9/7k1/9/9/9/9/9/9/9 b G 1')))).toBe('9/9/9/9/9/9/9/1K7/9 w g 1');
  });

  test('what is missing goes to the hand that is to have it', () => {
    const start = at(VARIANTS[0]?.start ?? '');
    const problem = at('4k4/9/4P4/9/9/9/9/9/9 b G 1');
    expect(missing(problem, start).get('G')).toBe(3);
    expect(sfenOf(holdRest(problem, start, 'gote'))).toBe('4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1');
    expect([...missing(start, start).values()]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('a text is read only where it fits the board', () => {
    const [standard] = VARIANTS;
    if (!standard) throw new Error('there are no variants');
    for (const { start } of [standard]) expect(isSfen(standard, start)).toBe(true);
    for (const good of [LONE, '4k4/9/9/9/9/9/9/9/4K4', '4k4/9/9/9/9/9/9/9/4K4 w 2G10p 7'])
      expect(isSfen(standard, good), good).toBe(true);
    for (const bad of [
      '',
      'x',
      '9/9',
      '4k4/9/9/9/9/9/9/9/4K5',
      '4k4/9/9/9/9/9/9/9/4X4',
      `${LONE}x`.replace('-', 'K'),
      '9/9/9/9/9/9/9/9/9 x',
    ])
      expect(isSfen(standard, bad), bad).toBe(false);
  });
});
