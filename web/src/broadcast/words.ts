/** Broadcasts in words. */

import { endText } from '../archive/words';
import { clocksInWords } from '../clock/format';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import type { AnnouncedTime, BoardShown, Broadcast } from '../wire/generated';
import { announcedClock } from './clocks';

export { momentText as instantText } from '../i18n/moment';

/** The time control as announced. */
export function announcedText(time: AnnouncedTime): string {
  const words = t();
  if (time.kind !== 'stopwatch') return clocksInWords(words, announcedClock(time));
  return noted([
    words.broadcast.form.times.stopwatch,
    clocksInWords(words, announcedClock({ ...time, kind: 'byoyomi' })),
  ]);
}

/** What has become of a board. */
export function stateText(shown: BoardShown): string {
  const words = t();
  if (shown.end !== undefined)
    return noted([words.lobby.moves(shown.plies), endText(shown.end, shown.winner ?? null)]);
  return shown.plies === 0 ? words.broadcast.notBegun : words.lobby.moves(shown.plies);
}

/** Why the clocks of a board stand still, if its game is not over. */
export function standstillText({ is_sealed, is_paused }: BoardShown): string {
  const words = t().broadcast;
  if (is_sealed) return words.sealed;
  return is_paused ? words.paused : '';
}

/** How far the public is behind. */
export function delayText({ delay_plies, delay_s }: Broadcast): string {
  const words = t().broadcast;
  return noted([
    delay_plies > 0 ? words.behindMoves(delay_plies) : '',
    delay_s > 0 ? words.behindTime(Math.ceil(delay_s / 60)) : '',
  ]);
}
