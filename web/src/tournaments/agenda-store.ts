/** What is due for me: rounds of mine that are about to begin, and invitations. */

import { signal } from '@preact/signals';
import { ask } from '../api/request';
import type { Appointment, Invitation, OpenMatter, StudyInvitation } from '../wire/generated';

export const events = signal<readonly Appointment[]>([]);
export const invitations = signal<readonly Invitation[]>([]);
export const studies = signal<readonly StudyInvitation[]>([]);
/** What waits for us in tournaments that we organise. */
export const matters = signal<readonly OpenMatter[]>([]);

/** The tournament whose desk is open: what waits there is seen. */
export const openDesk = signal<string | null>(null);

export async function loadAgenda(): Promise<void> {
  try {
    const known = await ask('GET', '/tournaments/agenda');
    events.value = known.events;
    invitations.value = known.invitations;
    studies.value = known.studies ?? [];
    matters.value = known.matters ?? [];
  } catch {
    // What was known stays while the server cannot be reached.
  }
}

/** Something has begun: what is known of it is old. */
export const askAgenda = () => void loadAgenda();

/** What we are asked by the owner of a study. */
export const invitationInto = (code: string) => studies.value.find(({ study }) => study === code);

/** What follows an answer to it: the page is loaded again, and it is asked what is left. */
export const answeredFor = (page: { again(): Promise<unknown> }) => async () => {
  await Promise.all([page.again(), loadAgenda()]);
};

/** Nothing is due for whoever has no account. */
export function forgetAgenda(): void {
  events.value = [];
  invitations.value = [];
  studies.value = [];
  matters.value = [];
}
