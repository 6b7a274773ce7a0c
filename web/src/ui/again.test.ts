import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { again } from './again';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('asks at once, and once more for whatever has changed meanwhile', () => {
  const ask = vi.fn();
  const { soon, stop } = again(ask);
  soon();
  expect(ask).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 64; n++) soon();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(ask).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
  soon();
  soon();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});
