/** One side's clock, ticking from the server's time without the page being drawn again. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { noted } from '../i18n/listed';
import { t } from '../i18n/of-boards';
import type { ClockState, Clocks, Side, Vacation } from '../wire/generated';
import { leftInWords } from './format';
import { nextDrawMs, type Reading, read } from './remaining';

interface Props {
  clocks: Clocks;
  state: ClockState;
  side: Side;
  /** Server time at which `state` was true. */
  sentAt: number;
  serverNow(): number;
  /** Whether time runs at all: not before the start nor after the end. */
  live: boolean;
  /** While it lasts this clock stands. */
  vacation?: Vacation | null;
}

export function ClockFace({ clocks, state, side, sentAt, serverNow, live, vacation = null }: Props) {
  const face = useRef<HTMLSpanElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const spoken = useRef<HTMLSpanElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const words = t();
  const running = live && state.running === side;

  useLayoutEffect(() => {
    const draw = (): Reading => {
      const reading = read(clocks, state, side, sentAt, running ? serverNow() : sentAt, vacation);
      show(reading, {
        root: root.current,
        face: face.current,
        bar: bar.current,
        note: note.current,
        spoken: spoken.current,
      });
      return reading;
    };
    if (!running) {
      draw();
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      timer = setTimeout(tick, nextDrawMs(draw()));
    };
    tick();
    return () => clearTimeout(timer);
  }, [clocks, state, side, sentAt, running, words, vacation]);

  return (
    <div ref={root} class={`clock ${running ? 'running' : ''}`} role="timer" aria-live="off">
      <span ref={face} class="clock-time" aria-hidden="true" />
      <span ref={spoken} class="hidden-visually" />
      <span ref={note} class="clock-note" />
      <span class="clock-bar" aria-hidden="true">
        <span ref={bar} />
      </span>
    </div>
  );
}

/** Digits stand in cells of one width: the interface font has none of equal width. */
function setDigits(element: HTMLElement, text: string): void {
  if (element.dataset.text === text) return;
  element.dataset.text = text;
  element.replaceChildren(
    ...[...text].map((sign) => {
      const cell = document.createElement('span');
      cell.className = sign === ':' ? 'colon' : /\d/.test(sign) ? 'digit' : 'word';
      cell.textContent = sign;
      return cell;
    }),
  );
}

interface Parts {
  root: HTMLElement | null;
  face: HTMLElement | null;
  bar: HTMLElement | null;
  note: HTMLElement | null;
  spoken: HTMLElement | null;
}

function show(reading: Reading, { root, face, bar, note, spoken }: Parts): void {
  if (!root || !face || !bar || !note || !spoken) return;
  const time = leftInWords(t(), reading.leftMs);
  root.classList.toggle('days', !time.includes(':'));
  setDigits(face, time);
  if (spoken.textContent !== time) spoken.textContent = time;
  const text = noteOf(reading);
  if (note.textContent !== text) note.textContent = text;
  root.classList.toggle('byoyomi', reading.inByoyomi);
  root.classList.toggle('hurry', reading.running && reading.leftMs <= 10_000);
  bar.style.transform = `scaleX(${reading.ofMs ? (reading.leftMs / reading.ofMs).toFixed(4) : 0})`;
}

/** What runs once the main time is over, and how often it may yet. */
function noteOf({ inByoyomi, inConsideration, periods, considerations }: Reading): string {
  const words = t().game;
  if (!inByoyomi) return '';
  const runs = inConsideration ? words.consideration : words.byoyomi;
  if (considerations !== null) return noted([runs, words.considerationsLeft(considerations)]);
  return noted([runs, periods > 1 && words.periodsLeft(periods)]);
}
