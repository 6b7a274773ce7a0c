import { expect, test } from 'vitest';
import type { Clocks } from '../wire/generated';
import { clock, named, openClock, started } from './kept-clock';
import { setUp } from './table-clock';

const OF_SLIP: Clocks = { kind: 'sudden_death', main_ms: 60_000 };
const OF_SERVER: Clocks = { kind: 'sudden_death', main_ms: 600_000 };

test('a clock that was set up from a slip is the one that the server names, until somebody has begun', () => {
  openClock('table-clock event 1-1', () => setUp(OF_SLIP));
  named(OF_SERVER, 'gote');
  expect(clock.value).toEqual(setUp(OF_SERVER, 'gote'));
  started();
  const running = clock.value;
  named(OF_SLIP, 'sente');
  expect(clock.value).toBe(running);
});
