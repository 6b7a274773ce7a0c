/** Times of appointments, in the reader's zone and in that of the opponent. */

import { hourInZoneText } from '../i18n/moment';
import { t } from '../i18n/whole';

/** From when to when hardly anybody wants to play: hours of the day. */
const NIGHT = [0, 7] as const;

/** Whether a browser knows the zone: another one may be younger. */
function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false;
  }
}

/** The date and the time of day somewhere, as numbers that can be compared. */
const there = (ms: number, timeZone?: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  })
    .formatToParts(ms)
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => Number(value));

/**
 * What time that is for an opponent who lives in another zone; null where their clock shows the
 * same, or it is not known where they live.
 */
export function theirTimeText(ms: number, zone: string, name: string): string | null {
  if (!isKnown(zone)) return null;
  const [day, hour = 0, minute] = there(ms, zone);
  const [ownDay, ownHour, ownMinute] = there(ms);
  if (day === ownDay && hour === ownHour && minute === ownMinute) return null;
  const time = hourInZoneText(ms, zone, day !== ownDay);
  const words = t().tournaments.appointments;
  const isNight = hour >= NIGHT[0] && hour < NIGHT[1];
  return isNight ? words.theirNight(time, name) : words.theirTime(time, name);
}

/** What a field for a date with a time holds, as an instant; null while nothing is in it. */
export function instantOf(typed: string): number | null {
  const ms = Date.parse(typed);
  return Number.isNaN(ms) ? null : ms;
}
