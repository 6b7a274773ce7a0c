/** Broadcasts in words. */

import { endText } from '../archive/words';
import { clocksInWords } from '../clock/format';
import { t } from '../i18n';
import { noted } from '../i18n/listed';
import type { AnnouncedTime, BoardShown, Broadcast } from '../wire/generated';

/** A day and a time of day, in the reader's own zone. */
export const instantText = (ms: number) =>
  new Date(ms).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });

/** The time control as announced. */
export function announcedText({ kind, main_s, per_move_s = 0 }: AnnouncedTime): string {
  const words = t();
  const main_ms = main_s * 1_000;
  switch (kind) {
    case 'byoyomi':
      return clocksInWords(words, { kind, main_ms, byoyomi_ms: per_move_s * 1_000, periods: 1 });
    case 'fischer':
      return clocksInWords(words, { kind, main_ms, increment_ms: per_move_s * 1_000 });
    case 'stopwatch':
      return noted([
        words.broadcast.form.times.stopwatch,
        clocksInWords(words, { kind: 'byoyomi', main_ms, byoyomi_ms: per_move_s * 1_000, periods: 1 }),
      ]);
    case 'sudden_death':
      return clocksInWords(words, { kind, main_ms });
  }
}

/** What has become of a board. */
export function stateText(shown: BoardShown): string {
  const words = t();
  if (shown.end !== undefined)
    return noted([words.lobby.moves(shown.plies), endText(shown.end, shown.winner ?? null)]);
  return shown.plies === 0 ? words.broadcast.notBegun : words.lobby.moves(shown.plies);
}

/** How far the public is behind. */
export function delayText({ delay_plies, delay_s }: Broadcast): string {
  const words = t().broadcast;
  return noted([
    delay_plies > 0 ? words.behindMoves(delay_plies) : '',
    delay_s > 0 ? words.behindTime(Math.ceil(delay_s / 60)) : '',
  ]);
}
