/** The words of games and other boards, for what is loaded with those (`lateBoard`). */

import type { Early } from '.';
import { t as early } from '.';
import type { OfBoards } from './made/catalogue';

export * from '.';

/** What of the catalogue in use boards have; a view that calls it is drawn again when it changes. */
export const t = early as () => Early & OfBoards;
