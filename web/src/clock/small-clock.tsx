/** What a side has left, in digits alone: on boards that are only looked at. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/of-boards';
import { connection, theSocket } from '../session';
import type { ClockState, Clocks, Side } from '../wire/generated';
import { leftInWords } from './format';
import { isTimed, read } from './remaining';

/** How often a clock that runs is read. */
const TICK_MS = 250;

/** What is known of a game's clocks: nothing before it was seen whole. */
export interface ShownClocks {
  over: boolean;
  clock?: Clocks;
  /** What the clocks showed at `now` of the server's time. */
  clocks?: ClockState;
  now?: number;
}

interface Props {
  /** What it is heard of by, where that is on a server with a time of its own: `game:CODE`. */
  stream?: string;
  of: ShownClocks | undefined;
  side: Side;
}

export function SmallClock({ stream, of, side }: Props) {
  const text = useSignal('');
  const isRunning =
    of?.over === false && of.clocks?.running === side && (of.clock === undefined || isTimed(of.clock, side));
  // What a lost connection hides does not run on.
  const isKnown = connection.value === 'open';
  useEffect(() => {
    const draw = () => {
      text.value = clockText(of, side, isRunning && isKnown ? theSocket().serverNow(stream) : null);
    };
    draw();
    if (!isRunning || !isKnown) return;
    const timer = setInterval(draw, TICK_MS);
    return () => clearInterval(timer);
  }, [stream, of?.clocks, of?.now, side, isRunning, isKnown]);
  return <span class={`live-clock ${isRunning ? 'running' : ''}`}>{text.value}</span>;
}

function clockText(of: ShownClocks | undefined, side: Side, now: number | null): string {
  if (!of?.clock || !of.clocks || of.now === undefined || !isTimed(of.clock, side)) return '';
  const { leftMs, inByoyomi, periods, considerations } = read(
    of.clock,
    of.clocks,
    side,
    of.now,
    now ?? of.now,
  );
  const left = leftInWords(t(), leftMs);
  const again = considerations ?? (periods > 1 ? periods : 0);
  return inByoyomi && again > 0 ? `${left} ×${again}` : left;
}
