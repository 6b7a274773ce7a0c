/** Grades and ratings in words. */

import { t } from '../i18n';
import type { Grade, Strength } from '../wire/generated';

/**
 * `5k` to `1d` and beyond, in words, as `3-kyu` was spelled too; what is no grade stays as it is.
 */
export function gradeText(grade: string | null): string {
  if (grade === null) return '';
  const [, n, kind] = /^(\d+)-?([kd])(?:yu|an)?$/.exec(grade) ?? [];
  return n && kind ? t().ratings.grade(Number(n), kind === 'd') : grade;
}

/** `+12`, `−7`, `±0`, with a true minus sign. */
export function changeText(change: number): string {
  if (change === 0) return '±0';
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** The rating, with a question mark while it is provisional. */
export function ratingText({ rating, provisional }: Pick<Strength, 'rating' | 'provisional'>): string {
  if (rating === null) return '?';
  return provisional ? `${rating}?` : String(rating);
}

/** A grade, with a word where it is provisional: not earned, but what a rating stands for. */
export function entryGradeText(grade: string | null | undefined, isProvisional: boolean | undefined): string {
  const text = gradeText(grade ?? null);
  return isProvisional && text ? t().ratings.provisionalGrade(text) : text;
}

/** The grade that was earned, else what stands for it; nothing where nothing is known. */
export function standingText({
  grade,
  provisional_grade,
}: Pick<Strength, 'grade' | 'provisional_grade'>): string {
  return entryGradeText(grade ?? provisional_grade, grade === null);
}

/** All grades that can be earned, the lowest first. */
export const GRADES: readonly Grade[] = [
  ...Array.from({ length: 15 }, (_, n) => `${15 - n}k` as Grade),
  ...Array.from({ length: 8 }, (_, n) => `${n + 1}d` as Grade),
];

/** What may be declared, the lowest first. */
export const DECLARABLE: readonly Grade[] = GRADES.slice(0, 21);
