import { expect, test } from 'vitest';
import { snapshotOf } from '../../test/snapshots';
import { applyEvent, myTurn } from './game-state';
import type { WholeEvent } from './move-told';

const AFTER_ONE = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2';

function moved(ply: number, usi: string, sfen: string): WholeEvent {
  return {
    t: 'moved',
    ply,
    usi,
    sfen,
    thought_ms: 1200,
    clocks: { ...snapshotOf({}).clocks, running: 'gote' },
    now: 77,
  };
}

test('a move is appended, turns the board over to the other side and clears the offers', () => {
  const game = snapshotOf({ you: 'sente', offers: [{ by: 'gote', kind: 'impasse' }] });
  expect(myTurn(game)).toBe(true);
  const after = applyEvent(game, moved(1, '7g7f', AFTER_ONE));
  expect(after.moves).toEqual([{ usi: '7g7f', thought_ms: 1200, credit_ms: 0 }]);
  expect(after).toMatchObject({ ply: 1, turn: 'gote', offers: [], now: 77 });
  expect(after).toMatchObject({ check: false, repetitions: 1, impasse: null });
  expect(myTurn(after)).toBe(false);
});

test('a takeback takes the moves off again', () => {
  const game = applyEvent(snapshotOf({}), moved(1, '7g7f', AFTER_ONE));
  const back = applyEvent(game, {
    t: 'taken_back',
    ply: 0,
    sfen: snapshotOf({}).sfen,
    clocks: game.clocks,
    now: 90,
  });
  expect(back.moves).toEqual([]);
  expect(back.turn).toBe('sente');
});

test('an offer replaces the one of its kind and goes when it is answered', () => {
  let game = applyEvent(snapshotOf({}), { t: 'offered', by: 'sente', kind: 'takeback' });
  game = applyEvent(game, { t: 'offered', by: 'gote', kind: 'takeback' });
  expect(game.offers).toEqual([{ by: 'gote', kind: 'takeback' }]);
  expect(applyEvent(game, { t: 'answered', by: 'sente', kind: 'takeback', accepted: false }).offers).toEqual(
    [],
  );
});

test('the end names the game that follows, then or later', () => {
  const result = {
    reason: 'resignation',
    winner: 'gote',
    illegal: null,
    illegal_usi: null,
    left: null,
    next: null,
  } as const;
  const over = applyEvent(snapshotOf({ you: 'sente' }), {
    t: 'ended',
    result,
    clocks: snapshotOf({}).clocks,
  });
  expect(over.phase).toBe('over');
  expect(myTurn(over)).toBe(false);
  expect(applyEvent(over, { t: 'next', game: 'AbCdEfGh12' }).result?.next).toBe('AbCdEfGh12');
});

test('chat keeps the newest lines', () => {
  let game = snapshotOf({});
  for (let at = 0; at < 250; at++) game = applyEvent(game, { t: 'chat', by: 'A', side: null, text: 'x', at });
  expect(game.chat).toHaveLength(200);
  expect(game.chat.at(-1)).toEqual({ by: 'A', side: null, text: 'x', at: 249 });
});
