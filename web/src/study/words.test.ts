import { expect, test } from 'vitest';
import { TOPICS_MAX, topicsIn, topicsText } from './words';

test('topics are told apart by the commas of any script', () => {
  expect(topicsIn(' Yagura, 角換わり、 Tấn công ,,Yagura')).toEqual(['Yagura', '角換わり', 'Tấn công']);
  expect(topicsIn('  ')).toEqual([]);
  const many = Array.from({ length: TOPICS_MAX + 5 }, (_, i) => `topic ${i}`);
  expect(topicsIn(topicsText(many))).toEqual(many.slice(0, TOPICS_MAX));
});
