/**
 * The page's loudspeaker: sounds made here, scheduled on the audio clock so that a busy page does
 * not delay them.
 */

import { settings } from '../settings/settings';

let context: AudioContext | null = null;
let gain: GainNode | null = null;

/** Browsers let a page sound only after it was touched; called once. */
export function wakeOnTouch(): void {
  const wake = () => {
    void ready()?.context.resume();
  };
  for (const event of ['pointerdown', 'keydown'] as const)
    document.addEventListener(event, wake, { capture: true, passive: true });
}

export interface Output {
  context: AudioContext;
  gain: GainNode;
}

/** The audio graph with the volume set; null where there is no audio. */
export function ready(): Output | null {
  try {
    context ??= new AudioContext({ latencyHint: 'interactive' });
    if (!gain) {
      gain = context.createGain();
      gain.connect(context.destination);
    }
  } catch {
    return null;
  }
  gain.gain.value = settings.volume.value / 100;
  return { context, gain };
}

/**
 * Plays a buffer at a time of `performance.now`, 0 for at once; the returned function silences it.
 */
export function playBuffer(buffer: AudioBuffer, atMs = 0, offsetS = 0, durationS?: number): () => void {
  const output = ready();
  if (output?.context.state !== 'running') return () => {};
  const source = output.context.createBufferSource();
  source.buffer = buffer;
  source.connect(output.gain);
  const inMs = atMs === 0 ? 0 : Math.max(0, atMs - performance.now());
  source.start(output.context.currentTime + inMs / 1000, offsetS, durationS);
  return () => source.stop();
}

const made = new Map<string, AudioBuffer>();

/** A sound drawn once by `draw`, which says the sample at a time in seconds. */
export function drawn(name: string, seconds: number, draw: (t: number) => number): AudioBuffer | null {
  const known = made.get(name);
  if (known) return known;
  const output = ready();
  if (!output) return null;
  const rate = output.context.sampleRate;
  const buffer = output.context.createBuffer(1, Math.ceil(rate * seconds), rate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = draw(i / rate);
  made.set(name, buffer);
  return buffer;
}
