/** Which lesson of the course comes next, counted over what is to be done. */

import { CHAPTERS } from '../learn/course';

export interface NextLesson {
  name: string;
  /** Its place among those that are to be done, from 1, and how many those are. */
  place: number;
  of: number;
}

const isOfShogi = ({ lessons }: (typeof CHAPTERS)[number]) =>
  lessons.every(({ variant }) => variant === 'standard');

/**
 * The next of the lessons on shogi, in their order; after them the next on another game of which
 * one has begun the lessons. Null once there is none.
 */
export function nextLesson(done: readonly string[]): NextLesson | null {
  const names = (chapters: typeof CHAPTERS) =>
    chapters.flatMap(({ lessons }) => lessons.map(({ name }) => name));
  const others = CHAPTERS.filter((it) => !isOfShogi(it));
  const begun = others.filter(({ lessons }) => lessons.some(({ name }) => done.includes(name)));
  for (const course of [names(CHAPTERS.filter(isOfShogi)), ...begun.map((it) => names([it]))]) {
    const name = course.find((it) => !done.includes(it));
    if (name !== undefined)
      return { name, place: course.filter((it) => done.includes(it)).length + 1, of: course.length };
  }
  return null;
}
