/** The words in the language in use. To add a language: its catalogue file, a line in `LOADERS`, and its name in `OWN_NAMES`. */

import { signal } from '@preact/signals';
import type { Catalogue } from './en';

const LOADERS = {
  vi: () => import('./vi').then((module): Catalogue => module.vi),
  en: () => import('./en').then((module): Catalogue => module.en),
  ja: () => import('./ja').then((module): Catalogue => module.ja),
};

export type Language = keyof typeof LOADERS;
export const LANGUAGES = Object.keys(LOADERS) as Language[];

/** What speakers of a language call it. */
export const OWN_NAMES: Readonly<Record<Language, string>> = {
  vi: 'Tiếng Việt',
  en: 'English',
  ja: '日本語',
};

const catalogue = signal<Catalogue | null>(null);
export const language = signal<Language>('en');

/** The catalogue in use; a view that calls it is drawn again when the language changes. */
export function t(): Catalogue {
  if (catalogue.value === null) throw new Error('no language was loaded before the first view');
  return catalogue.value;
}

export async function loadLanguage(next: Language): Promise<void> {
  const words = await LOADERS[next]();
  catalogue.value = words;
  language.value = next;
  document.documentElement.lang = next;
}

/** The preferred language if it is ours, else the first of the browser's that is. */
export function chooseLanguage(preferred: string | null, browser: readonly string[]): Language {
  const wanted = [preferred ?? '', ...browser].map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag): tag is Language => tag in LOADERS) ?? 'en';
}
