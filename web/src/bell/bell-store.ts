/** What concerns us: how much of it is new, and the latest, which pages that show it hear of. */

import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { challenges } from '../challenges/challenge-store';
import { waitingForUs } from '../correspondence/correspondence-store';
import { waitingThings } from '../title';
import { askAgenda } from '../tournaments/agenda-store';
import type { BellItem, BellView, MeEvent } from '../wire/generated';

/** How much of what we were told we have not looked at. */
export const bellNew = signal(0);

/** What we were told last; null until we are told something. */
export const lastBell = signal<BellView | null>(null);

/** Whether the list is open. */
export const isBellOpen = signal(false);

/** The challenges that ask for something: one's own that waits for the other side does not. */
const asking = computed(() => challenges.value.filter(({ mine, declined }) => !mine || declined));

/** How much is new, or waits for us. */
export const bellCount = computed(() => bellNew.value + asking.value.length + waitingForUs.value.length);

/** What changes what is due for us. */
const IN_AGENDA: ReadonlySet<BellItem['t']> = new Set([
  'study_invited',
  'tournament_invited',
  'tournament_applied',
  'team_asked',
  'arbiter_called',
  'arbiter_answered',
  'appointment',
]);

/** Whether the event was one of the bell. */
export function heardOfBell(event: MeEvent): boolean {
  if (event.t === 'bell_seen') {
    bellNew.value = event.bell_new;
    return true;
  }
  if (event.t !== 'bell') return false;
  const { told, bell_new } = event;
  bellNew.value = bell_new;
  lastBell.value = told;
  if (IN_AGENDA.has(told.item.t)) askAgenda();
  void import('./bell-notice').then((it) => it.tellBell(told));
  return true;
}

/** Asks again for what a page shows when we are told something that concerns it. */
export function useBell(concerns: (told: BellView) => boolean, again: () => unknown): void {
  useEffect(() => {
    const known = lastBell.peek();
    return lastBell.subscribe((told) => {
      if (told && told !== known && concerns(told)) void again();
    });
  });
}

/** Whether it is about the club at this address. */
export const isOfClub = (item: BellItem, slug: string) => 'club' in item && item.club.slug === slug;

/** Keeps the number right in the title, and at the icon of an installed app. Returns how to stop. */
export const showCount = () =>
  effect(() => {
    const n = bellCount.value;
    waitingThings.value = n;
    // Not every browser has badges, and one that is not installed may refuse them.
    void navigator.setAppBadge?.(n).catch(() => {});
  });
