import { expect, test } from 'vitest';
import { words as en } from '../i18n/made/whole/en';
import { words as ja } from '../i18n/made/whole/ja';
import { words as vi } from '../i18n/made/whole/vi';
import type { Clock, ClockState } from '../wire/generated';
import { clockFace, clocksInWords, leftInWords } from './format';
import { nextDrawMs, read } from './remaining';

const byoyomi: Clock = { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 };

function state(main_ms: number, periods: number, elapsed_ms: number): ClockState {
  return {
    sente: { main_ms, periods },
    gote: { main_ms: 1, periods: 1 },
    running: 'sente',
    elapsed_ms,
  };
}

test("main time runs down with the server's time", () => {
  expect(read(byoyomi, state(600_000, 3, 1_500), 'sente', 5_000, 6_000)).toEqual({
    leftMs: 597_500,
    ofMs: null,
    inByoyomi: false,
    periods: 3,
    inConsideration: false,
    considerations: null,
    running: true,
  });
});

test("a clock that is ahead of the server's never shows more time than there is", () => {
  expect(read(byoyomi, state(600_000, 3, 1_500), 'sente', 5_000, 4_000).leftMs).toBe(598_500);
});

test('§4 the move on which main time ends goes on into full byoyomi, then into the next period', () => {
  expect(read(byoyomi, state(10_000, 3, 0), 'sente', 0, 10_000)).toMatchObject({
    leftMs: 30_000,
    periods: 3,
    inByoyomi: true,
  });
  expect(read(byoyomi, state(10_000, 3, 0), 'sente', 0, 39_999)).toMatchObject({ leftMs: 1, periods: 3 });
  expect(read(byoyomi, state(10_000, 3, 0), 'sente', 0, 40_000)).toMatchObject({
    leftMs: 30_000,
    periods: 2,
  });
  expect(read(byoyomi, state(10_000, 3, 0), 'sente', 0, 100_000)).toMatchObject({ leftMs: 0, periods: 0 });
});

test('§4 when byoyomi is over a period of consideration begins, which is gone', () => {
  const nhk: Clock = {
    kind: 'consideration',
    main_ms: 600_000,
    byoyomi_ms: 30_000,
    periods: 10,
    period_ms: 60_000,
  };
  const at = (elapsed: number, periods = 2) => {
    const { leftMs, inByoyomi, inConsideration, considerations } = read(
      nhk,
      state(10_000, periods, 0),
      'sente',
      0,
      elapsed,
    );
    return [leftMs, inConsideration ? 'consideration' : inByoyomi ? 'byoyomi' : 'main', considerations];
  };
  expect(at(9_999)).toEqual([1, 'main', 2]);
  expect(at(10_000)).toEqual([30_000, 'byoyomi', 2]);
  expect(at(39_999)).toEqual([1, 'byoyomi', 2]);
  expect(at(40_000)).toEqual([60_000, 'consideration', 1]);
  expect(at(100_000)).toEqual([60_000, 'consideration', 0]);
  expect(at(159_999)).toEqual([1, 'consideration', 0]);
  expect(at(160_000)).toEqual([0, 'byoyomi', 0]);
  expect(at(40_000, 0)).toEqual([0, 'byoyomi', 0]);
  const texts = [en, vi, ja].map((words) => clocksInWords(words, nhk));
  expect(texts).toEqual([
    '10 min + 30 s, 1 min × 10',
    '10 phút + 30 giây, 1 phút × 10',
    '10分 秒読み30秒 考慮1分×10',
  ]);
});

test('§4 the last minute of a stopwatch is counted like byoyomi', () => {
  const stopwatch: Clock = { kind: 'stopwatch', main_minutes: 5 };
  expect(read(stopwatch, state(300_000, 0, 0), 'sente', 0, 1_000)).toMatchObject({
    leftMs: 299_000,
    inByoyomi: false,
  });
  expect(read(stopwatch, state(60_000, 0, 0), 'sente', 0, 1_000)).toMatchObject({
    leftMs: 59_000,
    inByoyomi: true,
  });
});

test('the clock that does not run stands', () => {
  expect(read(byoyomi, state(600_000, 3, 1_500), 'gote', 0, 9_000)).toMatchObject({
    leftMs: 1,
    running: false,
  });
});

test.each([
  [0, '0:00'],
  [1, '0:01'],
  [9_999, '0:10'],
  [65_000, '1:05'],
  [3_723_000, '1:02:03'],
])('%d ms is shown as %s', (ms, face) => {
  expect(clockFace(ms)).toBe(face);
});

test('§4 by correspondence days and hours are shown, and seconds on the last day', () => {
  const hours = (n: number) => n * 3_600_000;
  expect(leftInWords(en, hours(72))).toBe('3 days');
  expect(leftInWords(en, hours(53.9))).toBe('2 days 5 h');
  expect(leftInWords(en, hours(25))).toBe('1 day 1 h');
  expect(leftInWords(vi, hours(53))).toBe('2 ngày 5 giờ');
  expect(leftInWords(ja, hours(53))).toBe('2日5時間');
  expect(leftInWords(en, hours(24) - 1_000)).toBe('23:59:59');
  const clock: Clock = { kind: 'correspondence', days: 3 };
  expect([en, vi, ja].map((words) => clocksInWords(words, clock))).toEqual([
    '3 days per move',
    '3 ngày mỗi nước',
    '一手3日',
  ]);
  expect(clocksInWords(en, { ...clock, weekends_off: true })).toBe('3 days per move, weekends off');
  const day = { main_ms: hours(24), periods: 0 };
  const now: ClockState = { sente: day, gote: day, running: 'sente', elapsed_ms: hours(1) };
  expect(read({ kind: 'correspondence', days: 1 }, now, 'sente', 0, hours(2))).toMatchObject({
    leftMs: hours(21),
    inByoyomi: false,
  });
});

test('§4 with weekends off a clock stands on Saturdays and Sundays (UTC), and a vacation takes nothing twice', () => {
  const clock: Clock = { kind: 'correspondence', days: 3, weekends_off: true };
  // Thursday, 26 November 2026, 00:00 UTC.
  const day = (n: number) => 1_795_651_200_000 + n * 86_400_000;
  const now = { ...state(3 * 86_400_000, 0, 0), running: 'sente' } as const;
  const left = (at: number, vacation: { from_ms: number; until_ms: number } | null = null) =>
    read(clock, now, 'sente', day(1), day(at), vacation).leftMs / 86_400_000;
  expect([1, 1.5, 2, 3, 4, 4.25, 9, 11.5].map((at) => left(at))).toEqual([3, 2.5, 2, 2, 2, 1.75, 0, 0]);
  const vacation = { from_ms: day(1.5), until_ms: day(5) };
  expect([1.5, 2, 4, 5, 6].map((at) => left(at, vacation))).toEqual([2.5, 2.5, 2.5, 2.5, 1.5]);
});

test('a clock stands while its player is on vacation, and only then', () => {
  const hours = (n: number) => n * 3_600_000;
  const clock: Clock = { kind: 'correspondence', days: 3 };
  const time = { main_ms: hours(72), periods: 0 };
  const now: ClockState = { sente: time, gote: time, running: 'sente', elapsed_ms: hours(1) };
  const vacation = { from_ms: hours(10), until_ms: hours(110) };
  const left = (at: number) => read(clock, now, 'sente', hours(5), hours(at), vacation).leftMs;
  expect([5, 10, 60, 110, 112].map(left)).toEqual([71, 66, 66, 66, 64].map(hours));
  expect(read(clock, now, 'sente', hours(20), hours(30), vacation).leftMs).toEqual(hours(71));
});

test('a clock is drawn again when its second is over, its bar more often, and one that stands every second', () => {
  const next = (leftMs: number, ofMs: number | null) => nextDrawMs({ leftMs, ofMs });
  expect(next(59_400, null)).toBe(400);
  expect(next(59_000.3, null)).toBe(1);
  expect(next(600_000, null)).toBe(1000);
  expect(next(0, null)).toBe(1000);
  expect(next(29_400, 30_000)).toBe(100);
  expect(next(29_040, 30_000)).toBe(40);
  expect(next(30_000, 30_000)).toBe(100);
});
