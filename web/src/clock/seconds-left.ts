/** Whole seconds until an instant of the server's, counted down, or since one, counted up. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** How often it is looked at: often enough that no second is seen to be longer than another. */
const LOOK_MS = 250;

export function useSecondsLeft(until: number, serverNow: () => number): number {
  return useSeconds(until, () => Math.ceil((until - serverNow()) / 1000));
}

export function useSecondsSince(from: number, serverNow: () => number): number {
  return useSeconds(from, () => Math.floor((serverNow() - from) / 1000));
}

function useSeconds(of: number, count: () => number): number {
  const look = () => Math.max(0, count());
  const seconds = useSignal(look());
  useEffect(() => {
    const again = () => {
      seconds.value = look();
    };
    again();
    const timer = setInterval(again, LOOK_MS);
    return () => clearInterval(timer);
  }, [of]);
  return seconds.value;
}
