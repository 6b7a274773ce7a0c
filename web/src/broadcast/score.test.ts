import { expect, test } from 'vitest';
import { variantOf } from '../shogi/variant';
import type { ScoreEntry } from '../wire/generated';
import { entered } from './score';

const start = variantOf('standard').start;
const move = (usi: string): ScoreEntry => ({ t: 'move', usi });
const undo: ScoreEntry = { t: 'undo' };

function told(...entries: ScoreEntry[]) {
  const { moves, sealed, end } = entered('standard', start, entries);
  return { moves: moves.join(' '), sealed, end: end?.cause ?? null };
}

test('entries are taken back one by one', () => {
  const sealed: ScoreEntry = { t: 'sealed', usi: '2g2f' };
  const over: ScoreEntry = { t: 'result', cause: 'resignation', winner: 'sente' };
  const all = [move('7g7f'), move('3c3d'), sealed, { t: 'opened' } as const, over];
  expect(told(...all)).toEqual({ moves: '7g7f 3c3d 2g2f', sealed: null, end: 'resignation' });
  expect(told(...all, undo)).toEqual({ moves: '7g7f 3c3d 2g2f', sealed: null, end: null });
  expect(told(...all, undo, undo)).toEqual({ moves: '7g7f 3c3d', sealed: '2g2f', end: null });
  expect(told(...all, undo, undo, undo, undo)).toEqual({ moves: '7g7f', sealed: null, end: null });
});

test('a sealed move may be unknown until it is opened', () => {
  expect(told({ t: 'sealed' })).toEqual({ moves: '', sealed: '', end: null });
  expect(told({ t: 'sealed' }, { t: 'opened', usi: '2g2f' }).moves).toBe('2g2f');
});

test('a break is over with the next move, or when it is said so', () => {
  const paused = (...entries: ScoreEntry[]) => entered('standard', start, entries).paused;
  expect(paused(move('7g7f'), { t: 'paused' })).toBe(true);
  expect(paused(move('7g7f'), { t: 'paused' }, { t: 'resumed' })).toBe(false);
  expect(paused({ t: 'paused' }, move('7g7f'))).toBe(false);
});

test('an illegal move ends the game, and clocks are as they were read last', () => {
  const illegal: ScoreEntry = { t: 'illegal', side: 'sente', text: 'P*5e' };
  const clock: ScoreEntry = { t: 'clock', side: 'gote', remaining_ms: 5 };
  const found = entered('standard', start, [move('7g7f'), clock, illegal]);
  expect(found.end).toEqual({ cause: 'illegal_move', winner: 'gote' });
  expect(found.clocks).toEqual({ sente: null, gote: 5 });
});
