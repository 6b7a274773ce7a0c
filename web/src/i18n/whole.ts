/**
 * All words, for pages and parts that come late: whoever loads them (`later` in `routes.tsx`,
 * `late` in `ui/late.tsx`) loads the late words with them. What everybody loads first has those of
 * `i18n` alone.
 */

import type { Catalogue } from '.';
import { t as early } from '.';

export * from '.';

/** The catalogue in use; a view that calls it is drawn again when the language changes. */
export const t = early as () => Catalogue;
