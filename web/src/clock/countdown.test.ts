import { expect, test } from 'vitest';
import type { Clock } from '../wire/generated';
import { cuesOf } from './countdown';

function spoken(clock: Clock, main_ms: number, periods = 1): string[] {
  return cuesOf(clock, { main_ms, periods }).map(({ atMs, cue }) => {
    const at = atMs / 1000;
    return cue.kind === 'enter'
      ? `${at}: enter`
      : `${at}: ${cue.kind === 'elapsed' ? `(${cue.seconds})` : cue.seconds}`;
  });
}

const byoyomi = (seconds: number): Clock => ({
  kind: 'byoyomi',
  main_ms: 0,
  byoyomi_ms: seconds * 1000,
  periods: 1,
});

test('§4 of sixty seconds thirty, forty and fifty are spoken, then one to ten', () => {
  expect(spoken(byoyomi(60), 0)).toEqual([
    ...['30: (30)', '40: (40)', '50: (50)'],
    ...['51: 1', '52: 2', '53: 3', '54: 4', '55: 5', '56: 6', '57: 7', '58: 8', '59: 9', '60: 10'],
  ]);
});

test('§4 of thirty seconds ten and twenty, where N allows', () => {
  expect(spoken(byoyomi(30), 5_000).slice(0, 4)).toEqual(['5: enter', '15: (10)', '25: (20)', '26: 1']);
  expect(spoken(byoyomi(10), 0)).toEqual([
    '1: 1',
    '2: 2',
    '3: 3',
    '4: 4',
    '5: 5',
    '6: 6',
    '7: 7',
    '8: 8',
    '9: 9',
    '10: 10',
  ]);
  expect(spoken(byoyomi(15), 0)[0]).toBe('6: 1');
  expect(spoken(byoyomi(5), 0)).toEqual(['1: 1', '2: 2', '3: 3', '4: 4', '5: 5']);
});

test('seconds are counted down as the clock shows them', () => {
  const cues = (seconds: number) =>
    cuesOf(byoyomi(seconds), { main_ms: 0, periods: 1 }, 'down').map(({ atMs, cue }) => {
      if (cue.kind === 'enter') throw new Error('byoyomi has begun');
      return `${atMs / 1000}: ${cue.kind === 'left' ? `(${cue.seconds})` : cue.seconds}`;
    });
  expect(cues(60)).toEqual([
    ...['30: (30)', '40: (20)', '50: (10)'],
    ...['51: 9', '52: 8', '53: 7', '54: 6', '55: 5', '56: 4', '57: 3', '58: 2', '59: 1'],
  ]);
  expect(cues(10)[0]).toBe('1: 9');
  expect(cues(5)).toEqual(['1: 4', '2: 3', '3: 2', '4: 1']);
});

test('every period is counted', () => {
  expect(spoken(byoyomi(10), 0, 2).filter((it) => it.endsWith(': 1'))).toEqual(['1: 1', '11: 1']);
});

test('§4 the last minute of a stopwatch is spoken, a clock that only falls is not', () => {
  expect(spoken({ kind: 'stopwatch', main_minutes: 3 }, 180_000).slice(0, 2)).toEqual([
    '120: enter',
    '150: (30)',
  ]);
  expect(spoken({ kind: 'stopwatch', main_minutes: 3 }, 60_000)[0]).toBe('30: (30)');
  expect(spoken({ kind: 'sudden_death', main_ms: 60_000 }, 60_000)).toEqual([]);
});

test('§4 each period of consideration has its beep and is counted', () => {
  const nhk: Clock = {
    kind: 'consideration',
    main_ms: 0,
    byoyomi_ms: 30_000,
    periods: 10,
    period_ms: 60_000,
  };
  const cues = spoken(nhk, 5_000, 2);
  expect(cues.filter((cue) => cue.includes('enter'))).toEqual(['5: enter', '35: enter', '95: enter']);
  expect(cues).toContain('25: (20)');
  expect(cues).toContain('65: (30)');
  expect(cues.at(-1)).toBe('155: 10');
  expect(spoken(nhk, 0, 0).at(-1)).toBe('30: 10');
});
