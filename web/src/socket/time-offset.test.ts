import { expect, test } from 'vitest';
import { createTimeOffset } from './time-offset';

test('the shortest round trip decides the offset', () => {
  const time = createTimeOffset();
  expect(time.lagMs).toBeNull();
  time.sample(1000, 1400, 9000);
  expect(time.offsetMs).toBe(9000 - 1200);
  time.sample(2000, 2010, 10_000);
  expect(time.offsetMs).toBe(10_000 - 2005);
  time.sample(3000, 3500, 90_000);
  expect(time.offsetMs).toBe(10_000 - 2005);
  expect(time.lagMs).toBe(400);
});

test('old samples are forgotten, so that a changed clock is noticed', () => {
  const time = createTimeOffset();
  time.sample(0, 2, 5000);
  for (let i = 1; i <= 8; i++) time.sample(i * 100, i * 100 + 20, 7000 + i * 100 + 10);
  expect(time.offsetMs).toBe(7000);
});
