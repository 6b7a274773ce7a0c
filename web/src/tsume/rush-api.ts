/** Rushes and problems that come again: `/api/v1/tsume/rush`, `/api/v1/tsume/due`. */

import { ask } from '../api/request';

export const bestRushes = () => ask('GET', '/tsume/rush');

export const beginRush = () => ask('POST', '/tsume/rush');

export const rushOf = (rush: string) => ask('GET', '/tsume/rush/{rush}', { path: { rush } });

export const answerRush = (rush: string, place: number, moves: string[]) =>
  ask('POST', '/tsume/rush/{rush}/answer', { path: { rush }, body: { place, moves } });

export const dueProblems = () => ask('GET', '/tsume/due');
