/** Homework as a teacher types it, and what is sent of it. */

import type { NewHomework, NewTask } from '../wire/generated';

export interface HomeworkDraft {
  title: string;
  /** A day, as `<input type="date">` has it. */
  due: string;
  /** The line of a pupil; empty for all. */
  pupil: string;
  /** How long the tsume problems are; 0 for none. */
  plies: number;
  /** How many of them. */
  n: number;
  /** Numbers of problems, parted by anything. */
  numbers: string;
  /** Addresses of studies, one per line. */
  studies: string;
  /** Other tasks, one per line. */
  texts: string;
}

/** What cannot be sent: the text that is wrong, or that there is nothing to do. */
export type Wrong = { is: 'number' | 'study'; text: string } | { is: 'empty' };

const CODE = '[1-9A-HJ-NP-Za-km-z]{10}';
const STUDY = new RegExp(`(?:^|/study/)(${CODE})(?:/(${CODE}))?(?:[?#].*)?$`);

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((it) => it.trim())
    .filter(Boolean);

/** The end of a day here, in Unix milliseconds. */
export const endOfDay = (day: string) => new Date(`${day}T23:59:59`).getTime();

/** The day after so many days from now, as `<input type="date">` has it. */
export function dayIn(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export function homeworkOf(draft: HomeworkDraft): NewHomework | Wrong {
  const tasks: NewTask[] = [];
  if (draft.plies > 0) tasks.push({ t: 'tsume_of', plies: draft.plies, n: draft.n });
  for (const text of draft.numbers.split(/[\s,;、，]+/).filter(Boolean)) {
    if (!/^\d{1,6}$/.test(text)) return { is: 'number', text };
    tasks.push({ t: 'tsume', number: Number(text) });
  }
  for (const text of linesOf(draft.studies)) {
    const [, study, chapter] = STUDY.exec(text) ?? [];
    if (!study) return { is: 'study', text };
    tasks.push({ t: 'study', study, chapter: chapter ?? null });
  }
  for (const text of linesOf(draft.texts)) tasks.push({ t: 'text', text });
  if (tasks.length === 0) return { is: 'empty' };
  const pupils = draft.pupil ? [draft.pupil] : [];
  return { title: draft.title, due_ms: endOfDay(draft.due), pupils, tasks };
}
