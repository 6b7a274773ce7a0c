import { beforeAll, expect, test } from 'vitest';
import { loadLanguage, loadLateWords, t } from '../i18n/whole';
import { fromSfen } from '../shogi/position';
import { faultText } from './faults';

beforeAll(async () => {
  Object.assign(globalThis, {
    document: { documentElement: { style: { setProperty() {}, removeProperty() {} } } },
  });
  await loadLanguage('en');
  await loadLateWords();
});

const start = fromSfen('standard', 'k8/9/1+P7/9/9/9/9/9/9 b G 1');

test('a second solution is told with its number and its move, in the position before it', () => {
  const words = t().training.compose.faults;
  const first = faultText({ t: 'second_solution', number: 1, other: 'G*9b' }, ['G*8b'], start);
  expect(first).toContain('1');
  expect(first).toMatch(/G\*|G'|9[2b]/);
  const third = faultText(
    { t: 'other_last_move', number: 3, other: '8b8a' },
    ['G*8b', '9a9b', '8c9c'],
    start,
  );
  expect(third).toContain('3');
  expect(third).not.toBe(first);
  expect(faultText({ t: 'too_long', plies: 17 }, [], start)).toContain('17');
  expect(faultText({ t: 'gave_up' }, [], start)).toBe(words.gave_up);
  expect(faultText({ t: 'illegal', problem: 'nifu' }, [], start)).toBe(t().positionProblems.nifu);
});
