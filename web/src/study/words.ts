/** What studies and chapters are called. */

import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import type { ChapterSolver, StudyChapter } from '../wire/generated';

/** How somebody has solved an exercise; '' where they have not. */
export function solvedText(solver: ChapterSolver | undefined): string {
  const words = t().study.solved;
  if (!solver) return '';
  return solver.n_shown === 0 ? `✓ ${words.clean}` : words.helped(solver.n_shown);
}

/**
 * What a chapter is, beside its name: for the study's owner with how many have solved it, for
 * others with whether they have.
 */
export function chapterNote({ variant, plies, mode, solvers = [] }: StudyChapter, isOwner = false): string {
  const words = t();
  return noted([
    variant === 'standard' ? '' : (words.variants[variant] ?? variant),
    plies > 0 ? words.lobby.moves(plies) : '',
    mode === 'normal' ? '' : words.study.modes[mode],
    isOwner ? solvers.length > 0 && words.study.solved.n(solvers.length) : solvedText(solvers[0]),
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
