import { expect, test } from 'vitest';
import type { Tournament } from '../wire/generated';
import { SCORING } from '../wire/ranking';
import { pointsBefore } from './paper-page';

const game = (result: string) => ({ t: 'game', opponent: 'x', side: 'sente', result });
const rows = [
  { entry: 'a', start: 2, rounds: [game('win'), { t: 'bye' }, game('loss')] },
  { entry: 'b', rounds: [game('draw'), { t: 'absent' }, game('win')] },
  { entry: 'c', rounds: [{ t: 'missed' }, { t: 'absent', points: 0 }, game('win')] },
];
const view = (criteria: string[], attendance = 'by_round') =>
  ({
    standings: { over: false, rankings: [{ criteria, rows }] },
    scoring: SCORING,
    criteria,
    attendance,
  }) as unknown as Tournament;

test('a round shows what everybody had before it', () => {
  const swiss = view(['points', 'sos']);
  expect([...pointsBefore(swiss, 1)]).toEqual([
    ['a', 2],
    ['b', 0],
    ['c', 0],
  ]);
  expect([...pointsBefore(swiss, 3)]).toEqual([
    ['a', 4],
    ['b', 1],
    ['c', 0.5],
  ]);
});

test('where points do not rank, or rounds are none, nothing stands beside the names', () => {
  expect(pointsBefore(view([]), 3).size).toBe(0);
  expect(pointsBefore(view(['points'], 'free'), 3).size).toBe(0);
});
