/** The broadcast that is looked at: asked for again as long as somebody looks. */

import { useEffect } from 'preact/hooks';
import { user } from '../session';
import { type Loaded, useLoaded } from '../ui/loaded';
import type { Broadcast } from '../wire/generated';
import { broadcastOf } from './broadcast-api';

const AGAIN_AFTER_MS = 5_000;

export function useBroadcast(code: string): Loaded<Broadcast> {
  const loaded = useLoaded(() => broadcastOf(code), [code, user.value?.name]);
  const isOver = loaded.value?.ended_ms !== undefined;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void loaded.again();
    }, AGAIN_AFTER_MS);
    return () => clearInterval(timer);
  }, [code, isOver]);
  return loaded;
}
