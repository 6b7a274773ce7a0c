import { expect, test } from 'vitest';
import { snapshotOf } from '../../test/snapshots';
import type { StreamListener } from '../socket/socket';
import { createLiveBoards, FOLLOWED_MAX } from './live-boards';

function tab() {
  const streams = new Map<string, StreamListener>();
  const due: (() => void)[] = [];
  const live = createLiveBoards(
    {
      follow(stream, listener, how) {
        expect(how).toEqual({ glance: true });
        streams.set(stream, listener);
        return () => streams.delete(stream);
      },
    },
    (fn) => due.push(fn),
  );
  const tick = () => {
    for (const fn of due.splice(0)) fn();
  };
  return { live, streams, tick };
}

test('no more games are followed than a tab may; who goes makes room for who waits', () => {
  const { live, streams } = tab();
  const stops = Array.from({ length: FOLLOWED_MAX + 5 }, (_, i) => live.follow(`g${i}`));
  expect(streams.size).toBe(FOLLOWED_MAX);
  expect(streams.has(`game:g${FOLLOWED_MAX}`)).toBe(false);
  const second = streams.get('game:g1');
  stops[0]?.();
  expect(streams.has('game:g0')).toBe(false);
  expect(streams.has(`game:g${FOLLOWED_MAX}`)).toBe(true);
  expect(streams.get('game:g1')).toBe(second);
  for (const stop of stops.slice(1)) stop();
  expect(streams.size).toBe(0);
});

test('a game that is seen in two places is followed once, until both are gone', () => {
  const { live, streams } = tab();
  const [one, two] = [live.follow('a'), live.follow('a')];
  const stream = streams.get('game:a');
  one();
  expect(streams.get('game:a')).toBe(stream);
  two();
  expect(streams.size).toBe(0);
});

test('what came in a moment is shown together', () => {
  const { live, streams, tick } = tab();
  const stopA = live.follow('a');
  live.follow('b');
  let shown = 0;
  const stop = live.boards.subscribe(() => {
    shown++;
  });
  const moved = (game: string, ply: number) =>
    streams.get(`game:${game}`)?.event({ t: 'moved', sfen: `s${ply}`, ply, usi: `m${ply}` });
  for (let ply = 1; ply <= 20; ply++) moved('a', ply);
  moved('b', 3);
  streams.get('game:b')?.event({ t: 'ended' });
  expect(shown).toBe(1);
  tick();
  expect(shown).toBe(2);
  expect(Object.fromEntries(live.boards.value)).toEqual({
    a: { sfen: 's20', ply: 20, over: false, last: 'm20' },
    b: { sfen: 's3', ply: 3, over: true, last: 'm3' },
  });
  // What is no longer followed is forgotten.
  stopA();
  moved('b', 4);
  tick();
  expect([...live.boards.value.keys()]).toEqual(['b']);
  stop();
});

test('a snapshot tells the last move, the clocks and who plays; a move taken back is no last move', () => {
  const { live, streams, tick } = tab();
  live.follow('a');
  const players = { sente: { name: 'Hoa' }, gote: { name: 'Minh' } };
  const clocks = { running: 'gote' };
  const start = { variant: 'standard', players, clock: {}, handicap: null };
  streams.get('game:a')?.snapshot({
    ...start,
    sfen: 's',
    ply: 1,
    phase: 'playing',
    moves: [{ usi: '7g7f' }],
    clocks,
    now: 5,
  });
  tick();
  expect(live.boards.value.get('a')).toMatchObject({ last: '7g7f', clocks, now: 5, about: start });
  streams.get('game:a')?.event({ t: 'taken_back', sfen: 's0', ply: 0, clocks, now: 6 });
  tick();
  expect(live.boards.value.get('a')).toMatchObject({ last: null, sfen: 's0', now: 6 });
});

test('a move that is told alone is played on the board before', () => {
  const { live, streams, tick } = tab();
  const stop = live.follow('a');
  const { clocks } = snapshotOf({});
  const time = { main_ms: 1, periods: 1 };
  streams.get('game:a')?.snapshot(snapshotOf({}));
  streams.get('game:a')?.event({ t: 'played', ply: 1, usi: '7g7f', thought_ms: 9, time, now: 5 });
  tick();
  expect(live.boards.value.get('a')).toMatchObject({
    ply: 1,
    last: '7g7f',
    sfen: 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1',
    clocks: { sente: time, gote: clocks.gote, running: 'gote' },
  });
  stop();
});
