/** The broadcast that is looked at, and its boards as they are played. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { connection, theSocket, user } from '../session';
import { again } from '../ui/again';
import { type Loaded, useLoaded } from '../ui/loaded';
import type { BoardShown, Broadcast, ReviewEvent } from '../wire/generated';
import { broadcastOf } from './broadcast-api';

/** How often is asked for boards that too many follow already. */
const UNFOLLOWED_EVERY_MS = 10_000;

/**
 * A broadcast, asked for anew after an interruption: what was announced meanwhile is not announced
 * again.
 */
export function useBroadcast(code: string): Loaded<Broadcast> {
  const loaded = useLoaded(() => broadcastOf(code), [code, user.value?.name]);
  const wasOpen = useRef(false);
  const isOpen = connection.value === 'open';
  useEffect(() => {
    if (!isOpen) return;
    if (wasOpen.current) void loaded.again();
    wasOpen.current = true;
  }, [isOpen]);
  return loaded;
}

/**
 * The same with what is shown of its boards, or of `only` one, as it changes until the broadcast is
 * over.
 */
export function useBoards(code: string, only?: string): Loaded<Broadcast> {
  const loaded = useBroadcast(code);
  const shown = useSignal<ReadonlyMap<string, BoardShown>>(new Map());
  const broadcast = loaded.value;
  const open = broadcast?.ended_ms === undefined ? (broadcast?.boards ?? []) : [];
  const boards = open.map((it) => it.board).filter((it) => (only ?? it) === it);
  useEffect(() => {
    const { soon, stop } = again(loaded.again);
    let unfollowed: ReturnType<typeof setInterval> | undefined;
    const put = (board: string, now: BoardShown | null) => {
      const next = new Map(shown.peek());
      if (now) next.set(board, now);
      else next.delete(board);
      shown.value = next;
    };
    const unfollow = boards.map((board) =>
      theSocket().follow(
        `review:${board}`,
        {
          snapshot() {},
          event(raw) {
            const event = raw as ReviewEvent;
            if (event.t === 'shown') put(board, event.shown);
            else if (event.t === 'study') soon();
          },
          refused() {
            put(board, null);
            unfollowed ??= setInterval(soon, UNFOLLOWED_EVERY_MS);
          },
        },
        { glance: true },
      ),
    );
    return () => {
      stop();
      clearInterval(unfollowed);
      for (const one of unfollow) one();
      shown.value = new Map();
    };
  }, [boards.join()]);
  if (!broadcast) return loaded;
  const live = broadcast.boards.map((it) => ({ ...it, shown: shown.value.get(it.board) ?? it.shown }));
  const value = { ...broadcast, boards: live };
  return { ...loaded, state: { is: 'ready', value }, value };
}
