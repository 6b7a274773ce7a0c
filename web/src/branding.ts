/**
 * What the site calls itself, and which languages it offers: the server writes both into the head of
 * every page (`branding.rs`), so that they are known before anything is asked.
 */

/** Tests of words have no page. */
const { head } = (globalThis as { document?: Partial<Document> }).document ?? {};

const said = (name: string) => head?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** What the program is called, and a site until its admins say otherwise. */
export const PROGRAM = 'Komadai';

export const SITE_NAME = said('application-name') || PROGRAM;

/** Whether the site goes by a name of its own. */
export const isNamed = SITE_NAME !== PROGRAM;

/** The tags of the languages that can be chosen; empty for all. */
export const OFFERED: readonly string[] = said('languages').split(' ').filter(Boolean);

/** For browsers that ask for none of them; empty for English, where all can be chosen. */
export const DEFAULT_LANGUAGE = said('default-language');
