import { expect, test } from 'vitest';
import type { Tournament } from '../wire/generated';
import { levelGroups } from './ties';

const row = (entry: string, place: number, remark?: string) => ({ entry, place, remark, rounds: [] });
const event = (phase: Tournament['phase'], open: [string, string][] = []) =>
  ({
    phase,
    n_rounds: 1,
    rounds: [{ round: 1, byes: [], games: open.map(([sente, gote]) => ({ sente, gote, result: null })) }],
    standings: {
      over: phase === 'over',
      rankings: [
        { title: 'A', criteria: ['points'], rows: [row('an', 1), row('binh', 1), row('chi', 3)] },
        { title: 'B', criteria: ['points'], rows: [row('em', 1), row('gia', 1), row('hoa', 1, 'withdrawn')] },
        { title: 'cup', criteria: [], rows: [row('khoa', 3), row('linh', 3)] },
      ],
    },
  }) as unknown as Tournament;

const found = (of: Tournament) =>
  levelGroups(of).map(({ title, place, entries }) => `${title} ${place} ${entries}`);

test('who has the same place is level, but not in a bracket, and not who has left', () => {
  expect(found(event('over'))).toEqual(['A 1 an,binh', 'B 1 em,gia']);
  expect(found(event('open'))).toEqual([]);
});

test('nobody is level who still plays', () => {
  expect(found(event('running', [['an', 'em']]))).toEqual([]);
  expect(found(event('running', [['chi', 'em']]))).toEqual(['A 1 an,binh']);
});
