/** What studies and chapters are called. */

import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import type { StudyChapter } from '../wire/generated';

/** What a chapter is, beside its name. */
export function chapterNote({ variant, plies, mode }: StudyChapter): string {
  const words = t();
  return noted([
    variant === 'standard' ? '' : (words.variants[variant] ?? variant),
    plies > 0 ? words.lobby.moves(plies) : '',
    mode === 'normal' ? '' : words.study.modes[mode],
  ]);
}

/** Topics as they are typed, with commas of any kind between them. */
export const TOPICS_MAX = 10;
export const topicsIn = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(/[,，、;\n]/)
        .map((it) => it.trim())
        .filter(Boolean),
    ),
  ].slice(0, TOPICS_MAX);

export const topicsText = (topics: readonly string[]): string => topics.join(', ');
