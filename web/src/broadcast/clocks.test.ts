import { expect, test } from 'vitest';
import { read } from '../clock/remaining';
import type { AnnouncedTime, BoardShown, BroadcastBoard, Side } from '../wire/generated';
import { clocksOf, leftAfter } from './clocks';

const MINUTE = 60_000;

/** A board on which gote thinks, with so much left. */
function board(
  time: AnnouncedTime | undefined,
  left: number,
  shown: Partial<BoardShown> = {},
): BroadcastBoard {
  return {
    board: 'AbCdEfGh12',
    names: { sente: 'Habu', gote: 'Nguyen' },
    announced: { grades: { sente: '', gote: '' }, ...(time ? { time } : {}) },
    round: '',
    variant: 'standard',
    shown: {
      sfen: 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2',
      plies: 1,
      is_sealed: false,
      is_paused: false,
      thought_ms: 0,
      clocks: { sente: { spent_ms: 0 }, gote: { spent_ms: 0, remaining_ms: left } },
      ...shown,
    },
  };
}

function shows(of: BroadcastBoard, side: Side, now: number, isEnded = false) {
  const found = clocksOf(of, side, isEnded);
  if (!found?.clock || !found.clocks || found.now === undefined) return null;
  const { leftMs, inByoyomi } = read(
    found.clock,
    found.clocks,
    side,
    found.now,
    found.over ? found.now : now,
  );
  return [leftMs, inByoyomi];
}

test('the clock of the side to move runs as announced', () => {
  const byoyomi = { kind: 'byoyomi', main_s: 600, per_move_s: 60 } as const;
  const running = { since_ms: 1_000 };
  expect(shows(board(byoyomi, 5 * MINUTE, running), 'gote', 31_000)).toEqual([270_000, false]);
  expect(shows(board(byoyomi, 0, running), 'gote', 31_000)).toEqual([30_000, true]);
  expect(shows(board(byoyomi, 10_000, running), 'gote', 31_000)).toEqual([40_000, true]);
  const stopwatch = { kind: 'stopwatch', main_s: 600, per_move_s: 60 } as const;
  expect(shows(board(stopwatch, MINUTE, running), 'gote', 31_000)).toEqual([30_000, true]);
  expect(shows(board(undefined, MINUTE, running), 'gote', 31_000)).toEqual([30_000, false]);
  expect(shows(board(byoyomi, MINUTE, running), 'sente', 31_000)).toBeNull();
});

test('what was thought before a break counts, and a clock that is stopped stands still', () => {
  const fischer = { kind: 'fischer', main_s: 600, per_move_s: 5 } as const;
  const thought = { thought_ms: 20_000 };
  expect(shows(board(fischer, MINUTE, { ...thought, since_ms: 1_000 }), 'gote', 11_000)).toEqual([
    30_000,
    false,
  ]);
  expect(shows(board(fischer, MINUTE, { ...thought, is_paused: true }), 'gote', 99_000)).toEqual([
    40_000,
    false,
  ]);
  expect(shows(board(fischer, MINUTE, { since_ms: 1_000 }), 'gote', 99_000, true)).toEqual([MINUTE, false]);
});

test('after a move a clock has what the time control leaves it', () => {
  const left = (kind: AnnouncedTime['kind'], spent: number) =>
    leftAfter({ kind, main_s: 600, per_move_s: 10 }, 5 * MINUTE, spent);
  expect(left('byoyomi', 90_000)).toBe(210_000);
  expect(left('byoyomi', 6 * MINUTE)).toBe(0);
  expect(left('stopwatch', 90_000)).toBe(240_000);
  expect(left('stopwatch', 59_999)).toBe(300_000);
  expect(left('fischer', 90_000)).toBe(220_000);
  expect(leftAfter(null, MINUTE, 1_000)).toBe(59_000);
});
