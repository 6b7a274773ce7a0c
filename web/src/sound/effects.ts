/** The sounds of the table: a piece set down on wood, a beep, a bell. */

import { settings } from '../settings/settings';
import { drawn, playBuffer } from './output';

/** The same noise every time, in [-1, 1]. */
function noise(): () => number {
  let state = 20;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** A piece set down, as it is set. */
export function pieceSound(): void {
  const sound = settings.pieceSound.peek();
  const buffer = sound === 'wood' ? woodSound() : sound === 'soft' ? softSound() : null;
  if (buffer) playBuffer(buffer);
}

/** A short crack of noise over the wood's own two tones. */
function woodSound(): AudioBuffer | null {
  const next = noise();
  let rough = 0;
  return drawn('wood', 0.16, (t) => {
    rough = 0.45 * rough + 0.55 * next();
    const crack = rough * Math.exp(-t * 420);
    const tone = Math.sin(2 * Math.PI * 1180 * t) * Math.exp(-t * 120);
    const body = Math.sin(2 * Math.PI * 310 * t) * Math.exp(-t * 70);
    return 0.75 * crack + 0.28 * tone + 0.4 * body;
  });
}

/** A piece on a folded cloth: a low tone that begins gently, and hardly any noise. */
function softSound(): AudioBuffer | null {
  const next = noise();
  let rough = 0;
  return drawn('soft', 0.22, (t) => {
    rough = 0.9 * rough + 0.1 * next();
    const edge = Math.min(1, t / 0.004);
    const tone = Math.sin(2 * Math.PI * (190 - 220 * t) * t) * Math.exp(-t * 32);
    const upper = Math.sin(2 * Math.PI * 452 * t) * Math.exp(-t * 70);
    return edge * (0.62 * tone + 0.14 * upper + 0.7 * rough * Math.exp(-t * 120));
  });
}

/**
 * A short beep at a time of `performance.now`, 0 for at once; the returned function silences it.
 */
export function beep(atMs = 0, high = false): () => void {
  const hertz = high ? 1320 : 880;
  const buffer = drawn(high ? 'beep-high' : 'beep', 0.12, (t) => {
    const edge = Math.min(1, t / 0.005, Math.max(0, (0.12 - t) / 0.02));
    return 0.32 * edge * Math.sin(2 * Math.PI * hertz * t);
  });
  return buffer ? playBuffer(buffer, atMs) : () => {};
}

/** A bell for what wants attention: a game begins, an offer, the end. */
export function bell(): void {
  const buffer = drawn('bell', 1.4, (t) => {
    const partial = (hertz: number, weight: number, decay: number) =>
      weight * Math.sin(2 * Math.PI * hertz * t) * Math.exp(-t * decay);
    return (
      0.3 * Math.min(1, t / 0.004) * (partial(660, 1, 3) + partial(1324, 0.5, 5) + partial(1988, 0.25, 8))
    );
  });
  if (buffer) playBuffer(buffer);
}
