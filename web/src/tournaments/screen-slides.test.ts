import { expect, test } from 'vitest';
import type { Pairing, TournamentRound } from '../wire/generated';
import { clockNow, fontOf, roundNow, slidesOf, staysMs } from './screen-slides';

const room = { width: 1440, height: 620, font: 37 };

test('forty boards and eighty players come a page at a time, none left out', () => {
  const slides = slidesOf(
    [
      { view: 'boards', at: 0, n_rows: 40 },
      { view: 'names', at: 0, n_rows: 80 },
    ],
    room,
  );
  for (const [view, n_rows] of [
    ['boards', 40],
    ['names', 80],
  ] as const) {
    const own = slides.filter((it) => it.view === view);
    expect(own.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))).toEqual(
      Array.from({ length: n_rows }, (_, i) => i),
    );
    expect(own.every(({ n_pages }) => n_pages === own.length)).toBe(true);
  }
  // Ten lines in one column, and in two for names.
  expect(slides.map(({ from, to }) => to - from)).toEqual([10, 10, 10, 10, 20, 20, 20, 20]);
  expect(slides.map(staysMs)).toEqual([8000, 8000, 8000, 8000, 16000, 16000, 16000, 16000]);
});

test('what is empty has a page that says so, and a small window has a line at least', () => {
  expect(slidesOf([{ view: 'boards', at: 0, n_rows: 0 }], room)).toHaveLength(1);
  expect(slidesOf([{ view: 'names', at: 0, n_rows: 3 }], { width: 100, height: 10, font: 20 })).toHaveLength(
    3,
  );
});

test('letters are as large as the window allows', () => {
  expect(fontOf(1920, 1080, 1)).toBeCloseTo(45.4, 1);
  expect(fontOf(360, 740, 1)).toBeCloseTo(14.4, 1);
  expect(fontOf(200, 200, 0.5)).toBe(10);
});

const game = (result: Pairing['result']) => ({ result }) as Pairing;
const round = (number: number, results: Pairing['result'][], began_ms?: number): TournamentRound => ({
  round: number,
  games: results.map(game),
  byes: [],
  ...(began_ms === undefined ? {} : { began_ms }),
});

test('of rounds published ahead the first that is not over is played', () => {
  const all = [round(1, ['sente', 'draw'], 5), round(2, ['gote', null]), round(3, [null, null])];
  expect(roundNow(all)?.round).toBe(2);
  const paired = [round(1, ['sente', null], 5), round(2, [null, null], 9)];
  expect(roundNow(paired)?.round).toBe(2);
  expect(roundNow([])).toBeUndefined();
  const playOff = { ...game(null), play_off: 1 };
  const over = [round(1, ['sente']), round(2, ['draw'])];
  expect(roundNow(over)?.round).toBe(2);
  const [first, last] = over as [TournamentRound, TournamentRound];
  expect(roundNow([{ ...first, games: [...first.games, playOff] }, last])?.round).toBe(1);
});

test('the clock counts down to a round, and up from its start', () => {
  const running = { phase: 'running', next_ms: null, plan: { starts_ms: 1000 } } as Parameters<
    typeof clockNow
  >[0];
  expect(clockNow({ ...running, next_ms: 9000 }, { began_ms: 2000 }, 4000)).toMatchObject({
    t: 'until',
    ms: 5000,
  });
  expect(clockNow(running, { began_ms: 2000 }, 4000)).toMatchObject({ t: 'since', ms: 2000 });
  expect(clockNow({ ...running, phase: 'open' }, undefined, 400)).toMatchObject({ t: 'until', ms: 600 });
  expect(clockNow({ ...running, phase: 'over' }, { began_ms: 2000 }, 4000)).toBeNull();
  expect(clockNow(running, {}, 4000)).toBeNull();
});
