/** Which lesson of the course comes next, counted over what is to be done. */

import { CHAPTERS, type Lesson, NEEDED } from '../learn/course';
import { outcomeFor } from '../shogi/outcome';
import type { Home } from '../wire/generated';

export interface NextLesson {
  name: string;
  /** Its place among those that are to be done, from 1, and how many those are. */
  place: number;
  of: number;
}

/**
 * The next of the lessons that one needs, in their order; after them the next on another game of which
 * one has begun the lessons. Null once there is none.
 */
export function nextLesson(done: readonly string[]): NextLesson | null {
  const isDone = ({ name }: Lesson) => done.includes(name);
  const others = CHAPTERS.filter(({ optional }) => optional).map(({ lessons }) => lessons);
  for (const course of [NEEDED, ...others.filter((it) => it.some(isDone))]) {
    const next = course.find((it) => !isDone(it));
    if (next) return { name: next.name, place: course.filter(isDone).length + 1, of: course.length };
  }
  return null;
}

/** Whether somebody may never have been taught: nothing is known of them, or only that they have lost. */
export function isNewcomer({ daily, last_game }: Pick<Home, 'daily' | 'last_game'>): boolean {
  if (daily.level !== 'easy') return false;
  return !last_game?.side || outcomeFor(last_game.side, last_game.winner) === 'lost';
}
