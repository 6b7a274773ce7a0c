/** How long it is until something begins or runs out, ticking by the server's time. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { clockFace } from '../clock/format';
import { connection, theSocket } from '../session';
import { timeText } from './words';

/** Beyond it the time of day says more. */
const SHOWN_MS = 12 * 60 * 60 * 1_000;

interface Props {
  /** Unix milliseconds. */
  until: number;
  /** The sentences, given the time that is left and given the time of day. */
  text: { after(time: string): string; at(time: string): string };
  /** What is said in place of no time at all. */
  over?: string;
  onOver?(): void;
}

export function Countdown({ until, text, over: overText, onOver }: Props) {
  const left = useSignal<number | null>(null);
  const isOpen = connection.value === 'open';
  useEffect(() => {
    // Before the server was heard its time is not known.
    if (!isOpen) return;
    let over = false;
    const look = () => {
      left.value = Math.max(0, until - theSocket().serverNow());
      if (left.value === 0 && !over) {
        over = true;
        onOver?.();
      }
    };
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [until, isOpen]);
  const ms = left.value;
  return (
    <span class="countdown" role="timer" aria-live="off">
      {ms === 0 && overText
        ? overText
        : ms === null || ms > SHOWN_MS
          ? text.at(timeText(until))
          : text.after(clockFace(ms))}
    </span>
  );
}
