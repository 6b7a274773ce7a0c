/**
 * Speaks the seconds of byoyomi: by the browser's own voice where it has one for the language, else
 * by the clips that come with the page. Clips are laid on the audio clock; a voice is started early
 * by as long as it was late before.
 */

import { signal } from '@preact/signals';
import type { Cue } from '../clock/countdown';
import { bestLanguage } from '../i18n/match';
import { type Language, language, t } from '../i18n/of-boards';
import { beep } from './effects';
import { playBuffer, ready } from './output';

/**
 * Seconds of one slot in a clip file, and the order of the words in it: `scripts/make-voices.py`
 * makes them.
 */
const SLOT_S = 1.6;
const ELAPSED = [10, 20, 30, 40, 50];
const COUNT_MAX = 10;
const LEFT = [10, 20, 30];
/** A slot ends in silence; what is played ends within it, as encoders push words later. */
const SILENT_S = 0.1;

/**
 * Addresses of the clips by the tag of their language; one without clips of its own counts in
 * English.
 */
const CLIPS = new Map(
  Object.entries(
    import.meta.glob<string>('../assets/voices/*.mp3', { eager: true, query: '?url', import: 'default' }),
  ).map(([path, url]) => [path.replace(/^.*\/|\.mp3$/g, ''), url]),
);
const clipsFor = (of: string) => (CLIPS.has(of) ? of : 'en');

/** Where the clips of the language are, whose browser may have no voice of its own. */
export const clipAddress = () => CLIPS.get(clipsFor(language.value)) ?? '';

const loaded = new Map<string, AudioBuffer | 'loading'>();

/** Counts up whenever the ways to speak have changed, so that what was laid is laid again. */
export const voiceChanges = signal(0);

/** Milliseconds by which the browser's voice starts after it is asked to, as measured. */
let voiceLateMs = 40;

export function hasBrowserVoice(of: Language): boolean {
  return browserVoice(of) !== null;
}

function browserVoice(of: Language): SpeechSynthesisVoice | null {
  if (!('speechSynthesis' in window)) return null;
  const voices = speechSynthesis.getVoices().filter((voice) => bestLanguage([voice.lang], [of]) !== null);
  // A voice from the network may be seconds late.
  return voices.find((voice) => voice.localService) ?? null;
}

/** Gets the clips before they are needed. */
export function prepareVoice(): void {
  const of = language.value;
  if (!hasBrowserVoice(of)) void loadClips(of);
}

async function loadClips(language: Language): Promise<void> {
  const of = clipsFor(language);
  const output = ready();
  if (!output || loaded.has(of)) return;
  loaded.set(of, 'loading');
  try {
    const bytes = await (await fetch(CLIPS.get(of) ?? '')).arrayBuffer();
    loaded.set(of, await output.context.decodeAudioData(bytes));
    voiceChanges.value++;
  } catch {
    // Without clips the seconds are beeped; the next clock tries again.
    loaded.delete(of);
  }
}

/** Says the cue at a time of `performance.now`; the returned function keeps it from being said. */
export function sayCue(cue: Cue, atMs: number): () => void {
  if (cue.kind === 'enter') return beep(atMs, true);
  const of = language.value;
  const voice = browserVoice(of);
  if (voice) return say(cueWords(cue), voice, atMs);
  const clips = loaded.get(clipsFor(of));
  const slot = slotOf(cue);
  if (clips === undefined || clips === 'loading' || slot === null) return beep(atMs);
  const offset = slot * SLOT_S;
  const begin = onset(clips, offset);
  return playBuffer(clips, atMs, offset + begin, SLOT_S - SILENT_S - begin);
}

/** Says a word now, if the browser has a voice for it. */
export function sayWord(word: string): boolean {
  const voice = browserVoice(language.value);
  if (voice) say(word, voice, performance.now());
  return voice !== null;
}

function say(words: string, voice: SpeechSynthesisVoice, atMs: number): () => void {
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.rate = 1.15;
  const timer = setTimeout(
    () => {
      const asked = performance.now();
      utterance.onstart = () => {
        const late = performance.now() - asked;
        voiceLateMs = Math.min(250, 0.7 * voiceLateMs + 0.3 * late);
      };
      speechSynthesis.cancel();
      speechSynthesis.speak(utterance);
    },
    Math.max(0, atMs - performance.now() - voiceLateMs),
  );
  return () => clearTimeout(timer);
}

function cueWords(cue: Extract<Cue, { seconds: number }>): string {
  if (cue.kind === 'left') return t().keys.secondsLeft(cue.seconds);
  return cue.kind === 'elapsed' ? t().time.seconds(cue.seconds) : String(cue.seconds);
}

function slotOf(cue: Extract<Cue, { seconds: number }>): number | null {
  if (cue.kind === 'count') return ELAPSED.length + cue.seconds - 1;
  if (cue.kind === 'left') return ELAPSED.length + COUNT_MAX + LEFT.indexOf(cue.seconds);
  const index = ELAPSED.indexOf(cue.seconds);
  return index < 0 ? null : index;
}

/**
 * Where the word begins within its slot: encoders put silence in front, and not the same
 * everywhere.
 */
function onset(clips: AudioBuffer, offsetS: number): number {
  const samples = clips.getChannelData(0);
  const begin = Math.floor(offsetS * clips.sampleRate);
  for (let i = begin; i < Math.min(samples.length, begin + clips.sampleRate * 0.4); i++)
    if (Math.abs(samples[i] ?? 0) > 0.02) return (i - begin) / clips.sampleRate;
  return 0;
}
