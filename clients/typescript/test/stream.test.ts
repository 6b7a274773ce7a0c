/** What a stream makes of breaks, and moves of destinations. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Backoff } from '../src/backoff.js';
import { movesOf } from '../src/moves.js';
import { FRAMES_MAX, type Frame, Stream } from '../src/stream.js';

const snapshot = (seq: number, epoch?: number) =>
  ({ t: 'snapshot', seq, ...(epoch && { epoch }) }) as unknown as Frame;
const event = (seq?: number) =>
  ({ t: 'event', ...(seq !== undefined && { seq }) }) as unknown as Frame;

test('what was heard is said, and comes once', async () => {
  const stream = new Stream('game:8RHsVvwGHJ');
  assert.equal('last' in stream.subscribe(), false);
  for (const frame of [snapshot(3), event(4), event(4), event(), event(5)]) stream.hear(frame);
  assert.equal(stream.subscribe().last, 5);
  const heard = [];
  for (let n = 0; n < 4; n++) heard.push((await stream.next()).seq);
  assert.deepEqual(heard, [3, 4, undefined, 5]);
});

test('a snapshot replaces what waits', async () => {
  const stream = new Stream('lobby');
  for (const frame of [snapshot(3, 7), snapshot(1, 8)]) stream.hear(frame);
  assert.deepEqual(await stream.next(), snapshot(1, 8));
  const { last, epoch } = stream.subscribe();
  assert.deepEqual([last, epoch], [1, 8]);
});

test('who does not read is given a snapshot', () => {
  const stream = new Stream('game:8RHsVvwGHJ');
  stream.hear(snapshot(0));
  const heard = Array.from({ length: FRAMES_MAX }, (_, n) => stream.hear(event(n + 1)));
  assert.equal(heard.indexOf(false), FRAMES_MAX - 1);
  assert.equal('last' in stream.subscribe(), false);
});

test('destinations are moves', () => {
  for (const [dests, expected] of [
    [{ '8h': '2b?3c' }, ['8h2b', '8h2b+', '8h3c']],
    [{ '1i': '1a+' }, ['1i1a+']],
    [{ 'P*': '5e4e' }, ['P*5e', 'P*4e']],
    [{ '12l': '12k11k?' }, ['12l12k', '12l11k', '12l11k+']],
  ] as [Record<string, string>, string[]][])
    assert.deepEqual(movesOf(dests), expected);
});

test('waiting grows to its end', () => {
  const backoff = new Backoff(() => 1);
  const waits = Array.from({ length: 7 }, () => backoff.nextMs());
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  backoff.reset();
  assert.equal(backoff.nextMs(), 500);
});
