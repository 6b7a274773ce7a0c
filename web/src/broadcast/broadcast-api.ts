/** Broadcasts: `/api/v1/broadcasts`. Members, links and deletion are those of studies. */

import { ask, problemOf, problemText as textOf } from '../api/request';
import { t } from '../i18n/whole';
import { refusalText } from '../ui/toast';
import type { BroadcastTerms, NewBoard, NewBroadcast, NewScoreEntry } from '../wire/generated';

export const listBroadcasts = () => ask('GET', '/broadcasts');
export const broadcastOf = (code: string) => ask('GET', '/broadcasts/{code}', { path: { code } });
export const makeBroadcast = (body: NewBroadcast) => ask('POST', '/broadcasts', { body });
export const changeBroadcast = (code: string, body: BroadcastTerms) =>
  ask('PUT', '/broadcasts/{code}', { path: { code }, body });
export const addBoards = (code: string, boards: NewBoard[]) =>
  ask('POST', '/broadcasts/{code}/boards', { path: { code }, body: { boards } });
export const changeBoard = (code: string, board: string, body: NewBoard) =>
  ask('PUT', '/broadcasts/{code}/boards/{board}', { path: { code, board }, body });
export const scoreOf = (code: string, board: string) =>
  ask('GET', '/broadcasts/{code}/boards/{board}/entries', { path: { code, board } });
export const writeEntries = (code: string, board: string, follows: number, entries: NewScoreEntry[]) =>
  ask('POST', '/broadcasts/{code}/boards/{board}/entries', {
    path: { code, board },
    body: { follows, entries },
  });

/** What went wrong, in the words of broadcasts and studies. */
export function problemText(cause: unknown): string {
  const { code, message } = problemOf(cause);
  // What is wrong with a position is in the clause alone.
  return code === 'bad_position' ? refusalText({ code, message }) : textOf(cause, t().study.problems);
}
