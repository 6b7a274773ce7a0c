import { expect, test } from 'vitest';
import type { StreamListener } from '../socket/socket';
import { createLiveBoards, FOLLOWED_MAX } from './live-boards';

function tab() {
  const streams = new Map<string, StreamListener>();
  const due: (() => void)[] = [];
  const live = createLiveBoards(
    {
      follow(stream, listener) {
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

test('no more games are followed than a tab may, and only those in sight', () => {
  const { live, streams } = tab();
  const games = Array.from({ length: FOLLOWED_MAX + 5 }, (_, i) => `g${i}`);
  live.watch(games);
  expect(streams.size).toBe(FOLLOWED_MAX);
  const first = streams.get('game:g1');
  live.watch(['g1', 'g30']);
  expect([...streams.keys()].sort()).toEqual(['game:g1', 'game:g30']);
  expect(streams.get('game:g1')).toBe(first);
  live.close();
  expect(streams.size).toBe(0);
});

test('what came in a moment is shown together', () => {
  const { live, streams, tick } = tab();
  live.watch(['a', 'b']);
  let shown = 0;
  const stop = live.boards.subscribe(() => {
    shown++;
  });
  const moved = (game: string, ply: number) =>
    streams.get(`game:${game}`)?.event({ t: 'moved', sfen: `s${ply}`, ply });
  for (let ply = 1; ply <= 20; ply++) moved('a', ply);
  moved('b', 3);
  streams.get('game:b')?.event({ t: 'ended' });
  expect(shown).toBe(1);
  tick();
  expect(shown).toBe(2);
  expect(Object.fromEntries(live.boards.value)).toEqual({
    a: { sfen: 's20', ply: 20, over: false },
    b: { sfen: 's3', ply: 3, over: true },
  });
  // What is no longer followed is forgotten.
  live.watch(['b']);
  moved('b', 4);
  tick();
  expect([...live.boards.value.keys()]).toEqual(['b']);
  stop();
});
