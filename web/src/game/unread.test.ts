import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { snapshotOf } from '../../test/snapshots';
import type { GameNews } from './game-store';
import { createUnread } from './unread';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function table() {
  let heard: ((news: GameNews) => void) | undefined;
  const unread = createUnread({
    onNews(listener) {
      heard = listener;
      return () => {};
    },
  });
  const game = snapshotOf({ you: 'sente' });
  const says = (user: string, text: string, side: 'gote' | null = 'gote') =>
    heard?.({ event: { t: 'chat', by: user, user, side, text, at: 1 }, before: game, after: game });
  return { unread, says };
}

test('what is said out of sight is counted, and shown for five seconds', () => {
  const { unread, says } = table();
  says('UserUser22', 'a');
  vi.advanceTimersByTime(4_000);
  says('UserUser22', 'b');
  expect([unread.count.value, unread.latest.value?.text]).toEqual([2, 'b']);
  vi.advanceTimersByTime(4_999);
  expect(unread.latest.value?.text).toBe('b');
  vi.advanceTimersByTime(1);
  expect([unread.count.value, unread.latest.value]).toEqual([2, null]);
  unread.setInSight(true);
  expect(unread.count.value).toBe(0);
  says('UserUser22', 'c');
  expect(unread.count.value).toBe(0);
});

test('what watchers say does not call who plays', () => {
  const { unread, says } = table();
  says('SomeBody11', 'psst', null);
  expect(unread.count.value).toBe(0);
});
