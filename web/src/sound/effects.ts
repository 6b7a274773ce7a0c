/** The sounds of the table: a piece set down on wood, a beep, a bell. */

import { drawn, playBuffer } from './output';

/** A piece set down: a short crack of noise over the wood's own two tones. */
export function pieceSound(): void {
  let noise = 0;
  const buffer = drawn('piece', 0.16, (t) => {
    noise = 0.45 * noise + 0.55 * (Math.random() * 2 - 1);
    const crack = noise * Math.exp(-t * 420);
    const tone = Math.sin(2 * Math.PI * 1180 * t) * Math.exp(-t * 120);
    const body = Math.sin(2 * Math.PI * 310 * t) * Math.exp(-t * 70);
    return 0.75 * crack + 0.28 * tone + 0.4 * body;
  });
  if (buffer) playBuffer(buffer);
}

/** A short beep at a time of `performance.now`, 0 for at once; the returned function silences it. */
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
