/** What the variants' pages say, in the language in use. */

import { effect, signal } from '@preact/signals';
import { aboutLanguage, language } from '../i18n';
import type { PageWords } from './page-words';

/** Null until they are here. */
export const pageWords = signal<PageWords | null>(null);

/** Keeps them in the language in use; to be stopped by who began it. */
export function followPageWords(): () => void {
  return effect(() => {
    const wanted = language.value;
    void aboutLanguage(wanted)
      .variantPages()
      .then((words) => {
        if (language.peek() === wanted) pageWords.value = words;
      });
  });
}
