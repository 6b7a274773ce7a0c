/** Which lessons somebody has been through, and what the lessons say in the language in use. */

import { effect, signal } from '@preact/signals';
import { ask } from '../api/request';
import { aboutLanguage, language } from '../i18n';
import type { CourseWords } from './course-words';

/** Null until they are here. */
export const courseWords = signal<CourseWords | null>(null);

/** Names of the lessons; null until the server has said. */
export const lessonsDone = signal<ReadonlySet<string> | null>(null);

/** Keeps the words in the language in use; to be stopped by who began it. */
export function followLanguage(): () => void {
  return effect(() => {
    const wanted = language.value;
    void aboutLanguage(wanted)
      .lessons()
      .then((words) => {
        if (language.peek() === wanted) courseWords.value = words;
      });
  });
}

export function loadLessons(): void {
  ask('GET', '/me/lessons').then(
    ({ done }) => {
      lessonsDone.value = new Set([...(lessonsDone.value ?? []), ...done]);
    },
    () => {
      lessonsDone.value ??= new Set();
    },
  );
}

export function noteDone(lesson: string): void {
  lessonsDone.value = new Set([...(lessonsDone.value ?? []), lesson]);
  // A learner who is offline learns all the same; the mark is there again when the lesson is.
  ask('POST', '/me/lessons', { body: { lesson } }).catch(() => {});
}
