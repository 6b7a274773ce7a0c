/** Clock faces and time controls in words. */

import type { Early } from '../i18n';
import type { Clock, Clocks } from '../wire/generated';

/**
 * `1:02:03`, `12:05`, `0:09`; a second is shown until it is over, so 0:00 is only seen when time
 * is.
 */
export function clockFace(ms: number): string {
  const total = Math.ceil(ms / 1000);
  const seconds = String(total % 60).padStart(2, '0');
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600);
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What is left, on a clock face: by days and hours, as long as there is a day. */
export function leftInWords(words: Early, ms: number): string {
  if (ms < DAY_MS) return clockFace(ms);
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  return hours === 0 ? words.time.days(days) : words.time.daysHours(days, hours);
}

export function clocksInWords(words: Early, clocks: Clocks): string {
  return 'kind' in clocks
    ? clockInWords(words, clocks)
    : words.time.perSide(clockInWords(words, clocks.sente), clockInWords(words, clocks.gote));
}

function clockInWords(words: Early, clock: Clock): string {
  switch (clock.kind) {
    case 'byoyomi':
      if (clock.main_ms === 0 && clock.periods <= 1) return words.time.perMove(clock.byoyomi_ms / 1000);
      return words.time.byoyomi(duration(words, clock.main_ms), clock.byoyomi_ms / 1000, clock.periods);
    case 'consideration': {
      const { main_ms, byoyomi_ms, periods, period_ms } = clock;
      const each = duration(words, period_ms);
      return words.time.consideration(duration(words, main_ms), byoyomi_ms / 1000, each, periods);
    }
    case 'sudden_death':
      return words.time.sudden_death(duration(words, clock.main_ms));
    case 'fischer':
      return words.time.fischer(duration(words, clock.main_ms), clock.increment_ms / 1000);
    case 'stopwatch':
      return words.time.stopwatch(words.time.minutes(clock.main_minutes));
    case 'correspondence':
      return correspondenceInWords(words, clock);
    case 'untimed':
      return words.time.untimed;
  }
}

export function correspondenceInWords(words: Early, clock: Clock & { kind: 'correspondence' }): string {
  return clock.weekends_off
    ? words.time.correspondenceOnWeekdays(clock.days)
    : words.time.correspondence(clock.days);
}

function duration(words: Early, ms: number): string {
  return ms % 60_000 === 0 ? words.time.minutes(ms / 60_000) : words.time.seconds(ms / 1000);
}
