/** What every part of a club's page is given. */

import type { Club } from '../wire/generated';

export interface Part {
  club: Club;
  /** Asks for the club anew. */
  again: () => Promise<void>;
}

/** Whether whoever looks at a club looks after it. */
export const organises = ({ you }: Club) => you.role === 'owner' || you.role === 'organiser';
