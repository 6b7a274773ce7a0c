/** Problems and what comes of trying them: `/api/v1/tsume`. */

import { request } from '../api/request';
import type { Dests } from '../wire/generated';

export interface Listed {
  number: number;
  plies: number;
  rating: number;
  /** How the first attempt ended; null without one. */
  first: 'solved' | 'failed' | 'helped' | null;
  solved: boolean;
}

export interface Solver {
  rating: number;
  provisional: boolean;
  n_tried: number;
  streak: number;
  best_streak: number;
}

export interface TsumeList {
  problems: Listed[];
  daily: number | null;
  solver: Solver | null;
}

export interface Problem {
  number: number;
  plies: number;
  sfen: string;
  rating: number;
  n_tried: number;
  n_solved: number;
  dests: Dests;
}

type Change = { before: number; after: number } | null;

export type Verdict =
  | { t: 'reply'; usi: string; sfen: string; dests: Dests }
  | { t: 'solved'; change: Change }
  | { t: 'failed'; change: Change };

export const listProblems = () => request<TsumeList>('GET', '/tsume');

export const problemOf = (number: string) => request<Problem>('GET', `/tsume/${number}`);

export const answer = (number: string, moves: string[]) =>
  request<Verdict>('POST', `/tsume/${number}/answer`, { moves });

export const hint = (number: string, moves: string[]) =>
  request<{ from: string }>('POST', `/tsume/${number}/hint`, { moves });

export const solution = (number: string) =>
  request<{ moves: string[] }>('POST', `/tsume/${number}/solution`, {});

/** The problem to try after this one: the next that is not solved, from the beginning again at the end. */
export function nextUnsolved(problems: Listed[], number: number): number | null {
  const open = problems.filter((it) => !it.solved && it.number !== number);
  return (open.find((it) => it.number > number) ?? open[0])?.number ?? null;
}
