import { expect, test } from 'vitest';
import { START, snapshotOf } from '../../test/snapshots';
import { fromSfen, type Position, play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import type { GameEvent, GameSnapshot } from '../wire/generated';
import { applyEvent, myTurn } from './game-state';

const AFTER_ONE = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2';

function moved(ply: number, usi: string, sfen: string): GameEvent {
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

/** The positions of a game. */
function lineOf(game: GameSnapshot): Position[] {
  const line = [fromSfen(game.variant, game.start)];
  for (const { usi } of game.moves) {
    const [before, move] = [line.at(-1), parseUsi(usi)];
    if (before && move) line.push(play(before, move));
  }
  return line;
}

const applied = (game: GameSnapshot, event: GameEvent) => applyEvent(game, event, lineOf(game));

test('a move is appended, turns the board over to the other side and clears the offers', () => {
  const game = snapshotOf({ you: 'sente', offers: [{ by: 'gote', kind: 'impasse' }] });
  expect(myTurn(game)).toBe(true);
  const after = applied(game, moved(1, '7g7f', AFTER_ONE));
  expect(after.moves).toEqual([{ usi: '7g7f', thought_ms: 1200, credit_ms: 0 }]);
  expect(after).toMatchObject({ ply: 1, turn: 'gote', offers: [], now: 77 });
  expect(after).toMatchObject({ check: false, repetitions: 1, impasse: null });
  expect(myTurn(after)).toBe(false);
});

test('what a move leaves out is worked out from the position before', () => {
  const game = snapshotOf({ start: '4k4/9/9/9/9/9/9/9/K4R3 b - 1' });
  const { sente, gote } = game.clocks;
  const after = applied(game, {
    t: 'moved',
    ply: 1,
    usi: '4i5i',
    thought_ms: 1200,
    clocks: { sente: { ...sente, main_ms: 1 }, running: 'gote' },
    now: 77,
  } as GameEvent);
  expect(after).toMatchObject({ turn: 'gote', check: true, sfen: '4k4/9/9/9/9/9/9/9/K3R4 w - 1' });
  expect(after.clocks).toEqual({ sente: { ...sente, main_ms: 1 }, gote, running: 'gote' });
});

test('a move that cannot be made here is taken from the position that comes with it', () => {
  const after = applied(snapshotOf({}), moved(3, '8c8d', START));
  expect(after).toMatchObject({ turn: 'sente', sfen: START });
});

test('a takeback takes the moves off again', () => {
  const game = applied(snapshotOf({}), moved(1, '7g7f', AFTER_ONE));
  const back = applied(game, {
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
  let game = applied(snapshotOf({}), { t: 'offered', by: 'sente', kind: 'takeback' });
  game = applied(game, { t: 'offered', by: 'gote', kind: 'takeback' });
  expect(game.offers).toEqual([{ by: 'gote', kind: 'takeback' }]);
  expect(applied(game, { t: 'answered', by: 'sente', kind: 'takeback', accepted: false }).offers).toEqual([]);
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
  const over = applied(snapshotOf({ you: 'sente' }), {
    t: 'ended',
    result,
    clocks: snapshotOf({}).clocks,
  });
  expect(over.phase).toBe('over');
  expect(myTurn(over)).toBe(false);
  expect(applied(over, { t: 'next', game: 'AbCdEfGh12' }).result?.next).toBe('AbCdEfGh12');
});

test('chat keeps the newest lines', () => {
  let game = snapshotOf({});
  for (let at = 0; at < 250; at++) game = applied(game, { t: 'chat', by: 'A', side: null, text: 'x', at });
  expect(game.chat).toHaveLength(200);
  expect(game.chat.at(-1)).toEqual({ by: 'A', side: null, text: 'x', at: 249 });
});
