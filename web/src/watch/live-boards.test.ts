import { expect, test } from 'vitest';
import { START, snapshotOf } from '../../test/snapshots';
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

test('a move that comes without its position is played on the one before', () => {
  const { live, streams, tick } = tab();
  const stop = live.follow('a');
  const snapshot = snapshotOf({});
  streams.get('game:a')?.snapshot(snapshot);
  const { sente } = snapshot.clocks;
  const clocks = { sente: { ...sente, main_ms: 1 }, running: 'gote' };
  streams.get('game:a')?.event({ t: 'moved', ply: 1, usi: '7g7f', clocks, now: 5 });
  tick();
  const board = live.boards.value.get('a');
  expect(board?.sfen).toBe(START.replace('9/9/9/PPPPPPPPP', '9/9/2P6/PP1PPPPPP').replace(' b ', ' w '));
  expect(board?.clocks).toEqual({ ...snapshot.clocks, ...clocks });
  stop();
});
