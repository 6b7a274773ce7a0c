/** Games that are searched for at one touch: by a clock alone (§6.6). */

import type { Language } from '../i18n';
import type { Clock, Setup } from '../wire/generated';

const TEN_SECONDS: Clock = { kind: 'byoyomi', main_ms: 0, byoyomi_ms: 10_000, periods: 1 };

const LONGER: readonly Clock[] = [
  { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 900_000, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 1_800_000, byoyomi_ms: 60_000, periods: 1 },
];

/** Games one touch away. */
export const QUICK: readonly Clock[] = [
  TEN_SECONDS,
  { kind: 'byoyomi', main_ms: 180_000, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'fischer', main_ms: 300_000, increment_ms: 5_000 },
  ...LONGER,
];

/** The same where people play without byoyomi (切れ負け) when they play fast. */
export const QUICK_SUDDEN: readonly Clock[] = [
  { kind: 'sudden_death', main_ms: 180_000 },
  { kind: 'sudden_death', main_ms: 600_000 },
  TEN_SECONDS,
  ...LONGER,
];

/** The clocks of the buttons in a language. */
export const quickClocks = (language: Language): readonly Clock[] =>
  namesClasses(language) ? QUICK_SUDDEN : QUICK;

/** Whether people know clocks by the name of their class (§6.2), as on Shogi Club 24. */
export const namesClasses = (language: Language): boolean => language === 'ja';

/** Whether two set-ups have the same clock. */
export const isSameClock = (one: Setup['clock'], other: Setup['clock']): boolean =>
  keyOf(one) === keyOf(other);

/** What tells clocks apart, in whatever order their parts are told. */
export const keyOf = (clock: Setup['clock']) => JSON.stringify(Object.entries(clock).sort());

/** Searched for at one touch. Whether it is rated follows from who meets (§6.6). */
export const quickSetup = (clock: Clock, variant = 'standard'): Setup => ({
  variant,
  start: 'even',
  rules: 'casual',
  clock,
  side: 'random',
});
