import { expect, test } from 'vitest';
import { hasLinks, linkToMove, partsOf } from './move-links';

test('a comment is what is said and the moves it points at', () => {
  expect(partsOf(`After ${linkToMove(12)} or ${linkToMove(3)}${linkToMove(4)}!`)).toEqual([
    { is: 'text', text: 'After ' },
    { is: 'move', node: 12 },
    { is: 'text', text: ' or ' },
    { is: 'move', node: 3 },
    { is: 'move', node: 4 },
    { is: 'text', text: '!' },
  ]);
  expect(partsOf('')).toEqual([]);
});

test('what only looks like a link is text', () => {
  for (const text of ['[[12]]', '[[#]]', '[[#1x]]', '[[#1234567890]]', '[#1]'])
    expect(hasLinks(text), text).toBe(false);
});
