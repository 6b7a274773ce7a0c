/** Keeps the spoken seconds in step with the running clock of a game. */

import { computed, effect } from '@preact/signals';
import { cuesOf } from '../clock/countdown';
import { clockOf, elapsedMs } from '../clock/remaining';
import type { GameStore } from '../game/game-store';
import { settings } from '../settings/settings';
import { beep } from './effects';
import { prepareVoice, sayCue } from './voice';

/** Cues farther off than this are laid later: the audio clock and the page's drift apart. */
const AHEAD_MS = 20_000;

/** Returns how to stop. */
export function speakClock(store: GameStore): () => void {
  let silence: (() => void)[] = [];
  let again: ReturnType<typeof setTimeout> | undefined;
  const hush = () => {
    clearTimeout(again);
    for (const stop of silence) stop();
    silence = [];
  };
  const clocks = computed(() => (store.game.value?.phase === 'playing' ? store.game.value.clocks : null));
  const lay = () => {
    hush();
    // Only a change of the clocks counts anew: a chat line must not cut a word off.
    void clocks.value;
    const game = store.game.peek();
    const mode = settings.seconds.value;
    if (game?.phase !== 'playing' || mode === 'off') return;
    const side = game.clocks.running;
    if (side === null || (settings.secondsFor.value === 'mine' && game.you !== side)) return;
    if (mode === 'spoken') prepareVoice();
    const elapsed = elapsedMs(game.clocks, game.now, store.serverNow());
    let later = Number.POSITIVE_INFINITY;
    for (const { atMs, cue } of cuesOf(clockOf(game.clock, side), game.clocks[side])) {
      const inMs = atMs - elapsed;
      if (inMs <= 0) continue;
      if (inMs > AHEAD_MS) later = Math.min(later, inMs);
      else if (mode === 'spoken') silence.push(sayCue(cue, inMs));
      else if (cue.kind !== 'elapsed') silence.push(beep(inMs, cue.kind === 'enter'));
    }
    if (later < Number.POSITIVE_INFINITY) again = setTimeout(lay, later - AHEAD_MS / 2);
  };
  const stop = effect(lay);
  return () => {
    stop();
    hush();
  };
}
