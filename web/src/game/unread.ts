/**
 * What was said while the chat was out of sight, as on a phone, where it stands below everything
 * else.
 */

import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { user } from '../session';
import type { ChatLine } from '../wire/generated';
import { isSaidTo } from './circle';
import type { GameStore } from './game-store';

/** How long the last line is shown by itself. */
const SHOWN_MS = 5_000;

export interface Unread {
  /** How many lines nobody has seen. */
  readonly count: ReadonlySignal<number>;
  /** The last of them, for as long as it is shown. */
  readonly latest: ReadonlySignal<ChatLine | null>;
  /** Whether the chat can be seen now. */
  setInSight(isInSight: boolean): void;
  stop(): void;
}

export function createUnread(store: Pick<GameStore, 'onNews'>): Unread {
  const count = signal(0);
  const latest = signal<ChatLine | null>(null);
  let inSight = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = store.onNews(({ event, after }) => {
    if (event.t !== 'chat' || inSight) return;
    const { t: _, ...line } = event;
    const own = line.user !== undefined && line.user === user.peek()?.id;
    if (own || !isSaidTo(after, line)) return;
    clearTimeout(timer);
    batch(() => {
      count.value++;
      latest.value = line;
    });
    timer = setTimeout(() => {
      latest.value = null;
    }, SHOWN_MS);
  });
  return {
    count,
    latest,
    setInSight(isInSight) {
      inSight = isInSight;
      if (!isInSight) return;
      clearTimeout(timer);
      batch(() => {
        count.value = 0;
        latest.value = null;
      });
    },
    stop() {
      clearTimeout(timer);
      stop();
    },
  };
}
