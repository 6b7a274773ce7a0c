/** Keeps the spoken seconds in step with a running clock. */

import { computed, effect } from '@preact/signals';
import { cuesOf } from '../clock/countdown';
import { clockOf, elapsedMs } from '../clock/remaining';
import type { GameStore } from '../game/game-store';
import { lagMs } from '../session';
import { settings } from '../settings/settings';
import type { Clock, SideClock } from '../wire/generated';
import { beep } from './effects';
import { prepareVoice, sayCue, voiceChanges } from './voice';

/** Cues farther off than this are laid later: the audio clock and the page's drift apart. */
const AHEAD_MS = 20_000;
/** The clips come this long before the first of them is said: most games never get there. */
const VOICE_AHEAD_MS = 60_000;
/** Cues nearer than this, and those that sound, are left alone when the rest is laid anew. */
const SETTLED_MS = 300;

interface Laid {
  /** Milliseconds of the move's time at which it is due. */
  cueMs: number;
  /** When, by `performance.now`. */
  atMs: number;
  stop(): void;
}

/** Somebody thinks about a move whose seconds are spoken. */
export interface Thinking {
  /** Another one is another move, or other clocks. */
  of: unknown;
  clock: Clock;
  time: SideClock;
  elapsedMs(): number;
}

/** Speaks the seconds of a game; returns how to stop. */
export function speakClock(store: GameStore): () => void {
  // Only a change of the clocks restarts the count: a chat line must not cut a word off.
  const clocks = computed(() => (store.game.value?.phase === 'playing' ? store.game.value.clocks : null));
  return speakSeconds(() => {
    const of = clocks.value;
    // The server's time is known better with every answer.
    void lagMs.value;
    const game = store.game.peek();
    if (!game || !of?.running) return null;
    const side = of.running;
    if (settings.secondsFor.value === 'mine' && game.you !== side) return null;
    const elapsed = () => elapsedMs(of, game.now, store.serverNow());
    return { of, clock: clockOf(game.clock, side), time: of[side], elapsedMs: elapsed };
  });
}

/** Speaks the seconds of whoever thinks, as the signals say that are read; returns how to stop. */
export function speakSeconds(whoThinks: () => Thinking | null): () => void {
  let of: unknown = null;
  let laid: Laid[] = [];
  let again: ReturnType<typeof setTimeout> | undefined;

  const silence = (which: (it: Laid) => boolean) => {
    for (const it of laid.filter(which)) it.stop();
    laid = laid.filter((it) => !which(it));
  };

  const lay = () => {
    clearTimeout(again);
    const now = performance.now();
    const thinking = whoThinks();
    // Clips take a moment to come.
    void voiceChanges.value;
    const mode = settings.seconds.value;
    if (!thinking || mode === 'off') {
      of = null;
      return silence(() => true);
    }
    if (thinking.of !== of) silence(() => true);
    else silence((it) => it.atMs > now + SETTLED_MS);
    of = thinking.of;
    const elapsed = thinking.elapsedMs();
    let later = Number.POSITIVE_INFINITY;
    let soonest = Number.POSITIVE_INFINITY;
    // Beeps say how near the end is, whichever way is counted.
    const counting = mode === 'spoken' ? settings.counting.value : 'up';
    for (const { atMs: cueMs, cue } of cuesOf(thinking.clock, thinking.time, counting)) {
      const inMs = cueMs - elapsed;
      if (inMs <= 0) continue;
      soonest = Math.min(soonest, inMs);
      if (laid.some((it) => it.cueMs === cueMs)) continue;
      if (inMs > AHEAD_MS) {
        later = Math.min(later, inMs);
        continue;
      }
      const atMs = now + inMs;
      if (mode === 'spoken') laid.push({ cueMs, atMs, stop: sayCue(cue, atMs) });
      else if (cue.kind === 'enter' || cue.kind === 'count')
        laid.push({ cueMs, atMs, stop: beep(atMs, cue.kind === 'enter') });
    }
    const hasVoice = soonest <= VOICE_AHEAD_MS;
    if (hasVoice && mode === 'spoken') prepareVoice();
    const nextMs = hasVoice ? later - AHEAD_MS / 2 : soonest - VOICE_AHEAD_MS;
    if (nextMs < Number.POSITIVE_INFINITY) again = setTimeout(lay, nextMs);
  };

  const stop = effect(lay);
  return () => {
    stop();
    clearTimeout(again);
    silence(() => true);
  };
}
