/** Tournaments as lines of a list, wherever they stand. */

import type { ComponentChildren } from 'preact';
import { listed, noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import type { TournamentSummary } from '../wire/generated';
import { daysText, formatNames, timeText } from './words';

interface Props<T> {
  of: readonly T[];
  /** Whether their stages are said, where they are not all of the same. */
  phases?: boolean;
  /** What else is said of one. */
  more?: (of: T) => ComponentChildren;
}

export function TournamentLines<T extends TournamentSummary>({ of, phases = false, more }: Props<T>) {
  const words = t().tournaments;
  return (
    <ul class="tournament-list">
      {of.map((it) => (
        <li key={it.code}>
          <a href={`/tournaments/${it.code}`}>{it.name}</a>
          {more?.(it)}
          <span class="note">
            {noted([
              phases && words.phases[it.phase],
              whenText(it),
              it.place,
              formatNames()[it.format as keyof ReturnType<typeof formatNames>],
              it.variant !== 'standard' && (t().variants[it.variant] ?? it.variant),
              words.players(it.players),
              it.winners && it.winners.length > 0 && words.archive.won(listed(it.winners.map(shownName))),
            ])}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** When it was or begins: days where no time is known, and of what is over the day. */
export function whenText(it: TournamentSummary): string | null {
  if (it.first_day && it.last_day) return daysText(it.first_day, it.last_day);
  if (it.phase === 'over') return dateText(it.listed_ms);
  return it.starts_ms === null ? null : timeText(it.starts_ms);
}

/** The year under which a tournament is found, as the server counts it. */
export const yearOf = ({ listed_ms }: TournamentSummary): number => new Date(listed_ms).getUTCFullYear();

/** The same by years, the latest first as they come. */
export function byYear<T extends TournamentSummary>(of: readonly T[]): [year: number, of: T[]][] {
  const years = new Map<number, T[]>();
  for (const it of of) {
    const year = yearOf(it);
    const known = years.get(year);
    if (known) known.push(it);
    else years.set(year, [it]);
  }
  return [...years];
}
