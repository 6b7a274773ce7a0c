import { expect, test } from 'vitest';
import type { Appointment } from '../wire/generated';
import { inOrder } from './agenda-bar';

const due = (code: string, of: Partial<Appointment>): Appointment => ({
  code,
  name: code,
  round: 1,
  at_ms: null,
  check_in_until_ms: null,
  game: null,
  ...of,
});

test('a board that waits comes before everything that is to begin', () => {
  const events = [
    due('held-up', {}),
    due('later', { at_ms: 200 }),
    due('soon', { at_ms: 100 }),
    due('check-in', { at_ms: 900, check_in_until_ms: 150 }),
    due('board', { at_ms: 50, game: 'abcdefghij' }),
  ];
  expect(inOrder(events).map(({ code }) => code)).toEqual(['board', 'soon', 'check-in', 'later', 'held-up']);
});
