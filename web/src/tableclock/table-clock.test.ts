import { expect, test } from 'vitest';
import type { Clock } from '../wire/generated';
import {
  asCorrected,
  correct,
  isTableClock,
  leftMs,
  look,
  pause,
  press,
  run,
  setUp,
  stateOf,
} from './table-clock';
import { Watch } from './watch';

const BYOYOMI: Clock = { kind: 'byoyomi', main_ms: 10_000, byoyomi_ms: 30_000, periods: 1 };
const FISCHER: Clock = { kind: 'fischer', main_ms: 60_000, increment_ms: 5_000 };

test('only the side to move has anything to press, and only while its time runs', () => {
  const stands = setUp(BYOYOMI);
  expect(press(stands, 'sente', 5_000)).toEqual(stands);
  const runs = run(stands, 1_000);
  expect(press(runs, 'gote', 5_000)).toEqual(runs);
  const moved = press(runs, 'sente', 5_000);
  expect(moved).toMatchObject({ turn: 'gote', sente: { main_ms: 6_000 }, moves: 1, sinceMs: 5_000 });
  expect(press(moved, 'sente', 5_001)).toEqual(moved);
});

test('each side has a clock of its own', () => {
  let clock = run(setUp({ sente: FISCHER, gote: BYOYOMI }, 'gote'), 0);
  clock = press(clock, 'gote', 2_000);
  clock = press(clock, 'sente', 5_000);
  expect(clock).toMatchObject({
    sente: { main_ms: 62_000 },
    gote: { main_ms: 8_000 },
    spentMs: { sente: 3_000, gote: 2_000 },
  });
});

test('the flag falls at the exact millisecond, however late somebody looks', () => {
  const runs = run(setUp(BYOYOMI), 0);
  expect(look(runs, 39_999)).toEqual(runs);
  const fallen = look(runs, 100_000);
  expect(fallen).toMatchObject({ fallen: 'sente', sinceMs: null, spentMs: { sente: 40_000 } });
  expect(press(runs, 'sente', 40_000)).toMatchObject({ fallen: 'sente', moves: 0 });
  expect(stateOf(fallen)).toMatchObject({ running: 'sente', elapsed_ms: 40_000 });
  expect(run(fallen, 100_000)).toEqual(fallen);
});

test('a pause costs nothing, and what was thought before it stays thought', () => {
  const paused = pause(run(setUp(BYOYOMI), 0), 4_000);
  expect(leftMs(paused, 900_000)).toBe(36_000);
  expect(press(paused, 'sente', 900_000)).toEqual(paused);
  const moved = press(run(paused, 900_000), 'sente', 901_000);
  expect(moved.sente).toEqual({ main_ms: 5_000, periods: 1 });
});

test('an arbiter sets what stands there, after a fallen flag too', () => {
  const fallen = look(run(setUp(BYOYOMI), 0), 40_000);
  const to = { sente: { main_ms: 60_000, periods: 1 }, gote: fallen.gote, turn: 'sente' } as const;
  const set = correct(fallen, to);
  expect(set).toMatchObject({ fallen: null, sinceMs: null });
  expect(leftMs(run(set, 0), 1_000)).toBe(89_000);
});

test('putting the clock right gives nothing that a move would give', () => {
  const paused = pause(run(setUp(FISCHER), 0), 3_000);
  expect(asCorrected(paused).sente.main_ms).toBe(57_000);
  const again = correct(paused, asCorrected(paused));
  expect(asCorrected(again).sente.main_ms).toBe(57_000);
  const stopwatch = pause(run(setUp({ kind: 'stopwatch', main_minutes: 5 }), 0), 50_000);
  expect(asCorrected(stopwatch).sente.main_ms).toBe(250_000);
});

test('a clock that was kept goes on: the time since counts for the side to move', () => {
  const kept: unknown = JSON.parse(JSON.stringify(run(setUp(BYOYOMI), 1_000)));
  expect(isTableClock(kept) && leftMs(kept, 6_000)).toBe(35_000);
  for (const other of [null, 1, {}, { sente: 1 }, { ...setUp(BYOYOMI), gote: null }])
    expect(isTableClock(other)).toBe(false);
});

test('a device that slept has thought all the while, and no time comes back', () => {
  let [page, unix] = [100, 5_000];
  const watch = new Watch(
    () => page,
    () => unix,
  );
  expect(watch.now()).toBe(5_000);
  page += 1_000;
  unix += 61_000;
  expect(watch.now()).toBe(6_000);
  watch.wake();
  expect(watch.now()).toBe(66_000);
  unix -= 30_000;
  watch.wake();
  expect(watch.now()).toBe(66_000);
});
