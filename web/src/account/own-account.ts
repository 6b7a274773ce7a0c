/**
 * Whose account the tab is signed in to, and for those who run the site how many reports wait for
 * them.
 */

import { effect, signal } from '@preact/signals';
import { ask, orNull } from '../api/request';
import { isMember, user } from '../session';
import type { Account } from '../wire/generated';

/** How often those who run the site are told anew. */
const REPORTS_EVERY_MS = 2 * 60_000;

/** Null for guests, and until it is known. */
export const ownAccount = signal<Account | null>(null);

export const openReports = signal(0);

async function countReports(): Promise<void> {
  if (document.hidden || !ownAccount.peek()?.role) return;
  const open = await orNull(ask('GET', '/moderation/reports'));
  if (open) openReports.value = open.reports.length;
}

/** Keeps both as they are from now on. */
export function keepOwnAccount(): void {
  effect(() => {
    const id = user.value?.id;
    if (!isMember.value) {
      ownAccount.value = null;
      openReports.value = 0;
      return;
    }
    if (ownAccount.peek()?.id === id) return;
    void orNull(ask('GET', '/account')).then((told) => {
      if (user.peek()?.id !== id) return;
      ownAccount.value = told?.account ?? null;
      void countReports();
    });
  });
  setInterval(() => void countReports(), REPORTS_EVERY_MS);
}
