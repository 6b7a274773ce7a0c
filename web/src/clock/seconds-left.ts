/** Whole seconds until an instant of the server's, counted down. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** How often it is looked at: often enough that no second is seen to be longer than another. */
const LOOK_MS = 250;

export function useSecondsLeft(until: number, serverNow: () => number): number {
  const left = () => Math.max(0, Math.ceil((until - serverNow()) / 1000));
  const seconds = useSignal(left());
  useEffect(() => {
    const count = () => {
      seconds.value = left();
    };
    count();
    const timer = setInterval(count, LOOK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return seconds.value;
}
