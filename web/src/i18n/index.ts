/**
 * The words in the language in use. A language is a folder of `words/`; what it says is compiled to
 * `made/`.
 */

import { signal } from '@preact/signals';
import { DEFAULT_LANGUAGE, OFFERED } from '../branding';
import { joined } from './joined';
import type { Catalogue, Early } from './made/catalogue';
import { LANGUAGES as ALL } from './made/languages';
import { bestLanguage } from './match';

export type { Catalogue, Early };
export type Language = keyof typeof ALL;
/** All that the program speaks. */
export const ALL_LANGUAGES = Object.keys(ALL) as Language[];

/** Those that can be chosen on this site. */
export const LANGUAGES = ALL_LANGUAGES.filter((it) => OFFERED.length === 0 || OFFERED.includes(it));

const catalogue = signal<Catalogue | null>(null);
export const language = signal<Language>('en');

/**
 * What of the catalogue in use everybody has loaded; a view that calls it is drawn again when the
 * language changes.
 */
export function t(): Early {
  if (catalogue.value === null) throw new Error('no language was loaded before the first view');
  return catalogue.value;
}

/** What is known of a language besides its words. */
export function aboutLanguage(of: Language) {
  return ALL[of];
}

/** A language as its speakers call it; one that is not offered by its tag. */
export function languageName(tag: string): string {
  return tag in ALL ? ALL[tag as Language].name : tag;
}

/** The language that was asked for last; its words may be on their way. */
let asked: Language = 'en';

/** What the first page does without: the words of games and other boards, or all there are. */
export type LateWords = 'boards' | 'all';

/** Which of them were asked for: from then on every language has them. */
const wanted = new Set<LateWords>();
/** Which of them the catalogue in use has. */
let has: ReadonlySet<LateWords> = new Set();

export async function loadLanguage(next: Language): Promise<void> {
  asked = next;
  const having = new Set(wanted);
  const { load, boards, late, fonts } = ALL[next];
  const parts = await Promise.all([
    load(),
    ...(having.size > 0 ? [boards()] : []),
    ...(having.has('all') ? [late()] : []),
  ]);
  // Whoever chooses twice has what they chose last, and loses no words, whichever comes first.
  const isPoorer = language.peek() === next && [...has].some((it) => !having.has(it));
  if (asked !== next || isPoorer) return;
  has = having;
  catalogue.value = joined(...parts);
  language.value = next;
  document.documentElement.lang = next;
  setFonts(fonts);
}

/** Loads words that come late; they are there when it is done, in whatever language. */
export async function loadLateWords(which: LateWords = 'all'): Promise<void> {
  wanted.add(which);
  while (!has.has(which)) await loadLanguage(asked);
}

let hasOwnFonts = false;

/** Han characters look otherwise in each language, and whoever reads one has a font for it. */
function setFonts(families: readonly string[]): void {
  if (families.length === 0 && !hasOwnFonts) return;
  const { style } = document.documentElement;
  hasOwnFonts = families.length > 0;
  if (hasOwnFonts) style.setProperty('--font-own', families.map((family) => JSON.stringify(family)).join());
  else style.removeProperty('--font-own');
}

/** The preferred language if it is ours, else the first of the browser's that is, else the site's own. */
export function chooseLanguage(preferred: string | null, browser: readonly string[]): Language {
  return bestLanguage([preferred ?? '', ...browser, DEFAULT_LANGUAGE], LANGUAGES) ?? LANGUAGES[0] ?? 'en';
}
