import { expect, test } from 'vitest';
import { clocksNextTo } from './next-clocks';
import { isSameClock, quickSetup } from './quick';
import { FIRST_DRAFT, setupOf } from './setup';

const HALF = { ...FIRST_DRAFT.time, mainMinutes: 0.5 };

test('the draft becomes the message', () => {
  expect(setupOf(FIRST_DRAFT)).toEqual({
    variant: 'standard',
    start: 'even',
    rules: 'casual',
    clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
    side: 'random',
  });
  expect(setupOf({ ...FIRST_DRAFT, clock: 'fischer', time: HALF }).clock).toEqual({
    kind: 'fischer',
    main_ms: 30_000,
    increment_ms: 5_000,
  });
});

test('a stopwatch has whole minutes, handicaps belong to their variants', () => {
  expect(setupOf({ ...FIRST_DRAFT, clock: 'stopwatch', time: HALF }).clock).toEqual({
    kind: 'stopwatch',
    main_minutes: 1,
  });
  expect(setupOf({ ...FIRST_DRAFT, start: '2_piece' }).start).toBe('2_piece');
  expect(setupOf({ ...FIRST_DRAFT, start: '2_piece', variant: 'minishogi' }).start).toBe('2_piece');
  expect(setupOf({ ...FIRST_DRAFT, start: '6_piece', variant: 'minishogi' }).start).toBe('even');
  expect(setupOf({ ...FIRST_DRAFT, start: '2_piece_gained' }).start).toBe('2_piece_gained');
});

test('a position of one’s own is sent as it was put in', () => {
  const sfen = '4k4/9/9/9/9/9/9/9/4K4 b R 1';
  expect(setupOf({ ...FIRST_DRAFT, start: 'sfen', sfen: ` ${sfen} ` }).start).toEqual({ sfen });
});

test('another start of a variant goes by its name, and is even', () => {
  const older = { ...FIRST_DRAFT, variant: 'gorogoro_plus', start: 'empty_hands' as const, rated: true };
  expect(setupOf(older)).toMatchObject({ start: 'empty_hands' });
  expect(setupOf(older).rated).toBeUndefined();
  expect(setupOf({ ...older, variant: 'kyoto' }).start).toBe('even');
});

test('own rules are sent in full', () => {
  expect(setupOf({ ...FIRST_DRAFT, preset: 'custom' }).rules).toEqual(FIRST_DRAFT.rules);
});

test('the sides may have times of their own', () => {
  expect(setupOf({ ...FIRST_DRAFT, clock: 'sudden_death', goteTime: HALF }).clock).toEqual({
    sente: { kind: 'sudden_death', main_ms: 600_000 },
    gote: { kind: 'sudden_death', main_ms: 30_000 },
  });
});

test('a game by correspondence has days alone, the same for both sides, and may be rated', () => {
  const draft = { ...FIRST_DRAFT, clock: 'correspondence' as const, goteTime: HALF, rated: true };
  expect(setupOf({ ...draft, time: { ...HALF, days: 7 } })).toMatchObject({
    clock: { kind: 'correspondence', days: 7 },
    rated: true,
  });
  expect(setupOf({ ...draft, time: { ...HALF, days: 7, weekendsOff: true } }).clock).toEqual({
    kind: 'correspondence',
    days: 7,
    weekends_off: true,
  });
});

test('a search names the neighbouring clocks of all languages, the fastest first', () => {
  const minutes = (clocks: readonly { main_ms?: number }[]) => clocks.map((it) => (it.main_ms ?? 0) / 60_000);
  const near = (main_ms: number, byoyomi_ms: number, variant?: string) =>
    minutes(
      clocksNextTo(quickSetup({ kind: 'byoyomi', main_ms, byoyomi_ms, periods: 1 }, variant)) as {
        main_ms?: number;
      }[],
    );
  expect(near(600_000, 30_000)).toEqual([3, 15]);
  expect(near(0, 10_000)).toEqual([3, 5, 10]);
  expect(near(600_000, 30_000, 'annan')).toEqual([5]);
  expect(near(1_800_000, 60_000, 'chu')).toEqual([]);
});

test('clocks are the same in whatever order they say it', () => {
  const one = { kind: 'fischer', main_ms: 300_000, increment_ms: 5_000 } as const;
  expect(isSameClock(one, { increment_ms: 5_000, main_ms: 300_000, kind: 'fischer' })).toBe(true);
  expect(isSameClock(one, { ...one, increment_ms: 6_000 })).toBe(false);
});
