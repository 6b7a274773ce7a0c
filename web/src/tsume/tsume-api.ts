/** Problems and what comes of trying them: `/api/v1/tsume`. */

import { ask, pageAfter } from '../api/request';
import type { TsumeListed, TsumeSolver, VariantName } from '../wire/generated';

export const listProblems = (variant = 'standard') =>
  ask('GET', '/tsume', { query: { variant: variant as VariantName } });

/** Where the problems of a variant are. */
export const problemsAt = (variant: string) => (variant === 'standard' ? '/tsume' : `/tsume/${variant}`);

export const problemOf = (number: string) => ask('GET', '/tsume/{number}', { path: { number } });

export const answer = (number: string, moves: string[]) =>
  ask('POST', '/tsume/{number}/answer', { path: { number }, body: { moves } });

export const hint = (number: string, moves: string[]) =>
  ask('POST', '/tsume/{number}/hint', { path: { number }, body: { moves } });

export const solution = (number: string) => ask('POST', '/tsume/{number}/solution', { path: { number } });

/** The same for a chapter of a study: it costs whoever makes one no rating. */
export const solutionForChapter = (number: string) =>
  ask('POST', '/tsume/{number}/solution', { path: { number }, query: { chapter: true } });

/** Everything that is wrong with a composition. */
export const examine = (sfen: string) => ask('POST', '/tsume/examine', { body: { sfen } });

export const ownCompositions = () => ask('GET', '/tsume/compositions');

export const keepDraft = (sfen: string) => ask('POST', '/tsume/compositions', { body: { sfen } });

export const editDraft = (id: string, sfen: string) =>
  ask('PUT', '/tsume/compositions/{id}', { path: { id }, body: { sfen } });

export const deleteComposition = (id: string) => ask('DELETE', '/tsume/compositions/{id}', { path: { id } });

export const propose = (id: string) => ask('POST', '/tsume/compositions/{id}/propose', { path: { id } });

export const withdraw = (id: string) => ask('POST', '/tsume/compositions/{id}/withdraw', { path: { id } });

/** The problems on which players vote; `next` is what the page before said, or '' for the first. */
export const proposedProblems = (next: string) => ask('GET', '/tsume/proposed', { query: pageAfter(next) });

export const vote = (number: number, yes: boolean) =>
  ask('PUT', '/tsume/{number}/vote', { path: { number: String(number) }, body: { yes } });

/**
 * The problem to try after this one: the next that is not solved, from the beginning again at the
 * end.
 */
export function nextUnsolved(problems: TsumeListed[], number: number): number | null {
  const open = problems.filter((it) => !it.solved && it.number !== number);
  return (open.find((it) => it.number > number) ?? open[0])?.number ?? null;
}

/**
 * The problem that suits a solver next: the one that is not solved and whose difficulty is nearest
 * to theirs, the easier one of two; the easiest for whoever has no rating yet.
 */
export function nextFor(problems: readonly TsumeListed[], solver: TsumeSolver | null): TsumeListed | null {
  const aim = solver?.rating ?? 0;
  const open = problems.filter((it) => !it.solved);
  const away = (it: TsumeListed) => Math.abs(it.rating - aim);
  return [...open].sort((a, b) => away(a) - away(b) || a.rating - b.rating || a.number - b.number)[0] ?? null;
}
