import { expect, test } from 'vitest';
import { type KeyState, onResultKey } from './result-keys';

const BOARDS = Array.from({ length: 20 }, (_, i) => i + 1);

/** What comes of these keys, one after the other: `board:outcome`, and the board that is chosen at the end. */
function typed(keys: readonly string[], open: readonly number[] = BOARDS) {
  let state: KeyState = { board: open[0] ?? null, typed: null };
  const left = [...open];
  const said: string[] = [];
  for (const key of keys) {
    const result = onResultKey(key, state, BOARDS, left);
    if (!result) continue;
    state = result.state;
    if (result.t === 'outcome') {
      said.push(`${result.board}:${result.outcome}`);
      if (left.includes(result.board)) left.splice(left.indexOf(result.board), 1);
    }
  }
  return `${said.join(' ')} > ${state.typed === null ? state.board : `B${state.typed}`}`;
}

test.each([
  [['1', '=', '0'], '1:sente 2:draw 3:gote > 4'],
  // Slips come in any order: the number ends by itself, by Enter, or by a sign.
  [['b', '1', '2', '1'], '12:sente > 13'],
  [['b', '1', 'Enter', '0'], '1:gote > 2'],
  [['B', '7', '='], '7:draw > 8'],
  [['.', '1', '='], '1:draw > 2'],
  [['b', '1', 'Backspace', '9', '1'], '9:sente > 10'],
  [['b', '9', '9'], ' > 9'],
  [['b', '1'], ' > B1'],
  [['b', '1', 'Escape', '1'], '1:sente > 2'],
  // Who did not come, on either side.
  [['+', '-'], '1:gote_no_show 2:sente_no_show > 3'],
  [['ArrowDown', 'ArrowDown', 'ArrowUp', '1'], '2:sente > 3'],
  [['ArrowUp', 'x', 'Enter'], ' > 1'],
  [['b', '2', '0', '1', '1'], '20:sente 1:sente > 2'],
] as const)('%j', (keys, expected) => expect(typed(keys)).toBe(expected));

test('the arrows pass over boards that have their result, and a number chooses one of them', () => {
  expect(typed(['ArrowDown', '1'], [3, 8])).toBe('8:sente > 3');
  expect(typed(['b', '5', '0'], [3, 8])).toBe('5:gote > 8');
  expect(typed(['1'], [])).toBe(' > null');
});
