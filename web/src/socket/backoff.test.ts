import { expect, test } from 'vitest';
import { backoffMs, restartMs } from './backoff';

test('delays double, are jittered within half and stop growing at fifteen seconds', () => {
  expect([0, 1, 2, 3].map((n) => backoffMs(n, 0))).toEqual([200, 400, 800, 1600]);
  expect(backoffMs(0, 0.999)).toBe(400);
  expect(backoffMs(40, 0.999)).toBeLessThanOrEqual(15_000);
  expect(backoffMs(40, 0)).toBe(7_500);
  expect(backoffMs(40, 0, 1_500)).toBe(750);
});

test('after a restart a crowd comes back over nearly two seconds, none at once', () => {
  expect(restartMs(0)).toBe(300);
  expect(restartMs(0.5)).toBe(1_150);
  expect(restartMs(0.999)).toBeLessThanOrEqual(2_000);
});
