/** How a game in the archive ended, in words. */

import { type Problem, problemText } from '../api/request';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { other } from '../shogi/position';
import type { Reason, Side, WrongText } from '../wire/generated';

/** How long a game was and how it ended: `82 moves · Sente wins · Resignation.` */
export function lengthAndEnd(game: { plies: number; reason: string | null; winner: Side | null }): string {
  return noted([t().lobby.moves(game.plies), endText(game.reason, game.winner)]);
}

/**
 * A record may tell of endings that games here do not have; a word that is unknown stays as it is.
 */
export function endText(end: string | null, winner: Side | null): string {
  const words = t();
  const why = end === null ? '' : (words.archive.ends[end as keyof typeof words.archive.ends] ?? '');
  // Who left is the other than the winner, where there is one.
  const left =
    winner !== null && (end === 'abandoned' || end === 'no_show') ? words.result.own[end](other(winner)) : '';
  const known = why || left || (end !== null ? words.result.reasons[end as Reason] : '') || (end ?? '');
  const who = winner === null ? '' : words.result.wins(winner);
  return noted([who, known]);
}

/** What is wrong at a place of a record. */
export function wrongText(line: number, column: number, { problem, found, why }: WrongText): string {
  const words = t();
  const what = words.archive.wrong[problem](found, why ? words.result.illegal[why] : '');
  return words.archive.wrongAt(words.archive.at(line, column), what);
}

/** Why a record was not read. */
export interface RecordProblem {
  text: string;
  /** The line that is wrong, where there is one. */
  excerpt?: string | null | undefined;
}

/** Why a record was not read, with its place when that is known. */
export function recordProblem(problem: Problem): RecordProblem {
  const { line, column, wrong } = problem.told;
  if (line === undefined || column === undefined) return { text: problemText(problem) };
  if (!wrong) return { text: t().archive.unreadableAt(line, column) };
  return { text: wrongText(line, column, wrong), excerpt: wrong.excerpt };
}
