/** What the variants' pages say, in the language in use. */

import { effect, signal } from '@preact/signals';
import { type Language, language } from '../i18n';
import type { VariantPageWords } from './words/en';

const LOADERS: Record<Language, () => Promise<Record<string, VariantPageWords>>> = {
  vi: () => import('./words/vi').then((module) => module.vi),
  en: () => import('./words/en').then((module) => module.en),
  ja: () => import('./words/ja').then((module) => module.ja),
};

/** Null until they are here. */
export const pageWords = signal<Readonly<Record<string, VariantPageWords>> | null>(null);

/** Keeps them in the language in use; to be stopped by who began it. */
export function followPageWords(): () => void {
  return effect(() => {
    const wanted = language.value;
    void LOADERS[wanted]().then((words) => {
      if (language.peek() === wanted) pageWords.value = words;
    });
  });
}
