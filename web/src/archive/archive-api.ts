/** What the archive page asks the server for. */

import { ask, linkTo, pageAfter, settled } from '../api/request';
import type { NotationName } from '../wire/generated';

/** The server's limit for one file. */
export const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** `next` is what the page before said, or '' for the first. */
export const playedGames = (next: string) => ask('GET', '/me/games', { query: pageAfter(next) });
export const importedGames = (next: string) => ask('GET', '/me/imports', { query: pageAfter(next) });
export const importedGame = (id: string, notation: NotationName) =>
  ask('GET', '/me/imports/{id}', { path: { id }, query: { notation } });
export const bringGames = (file: Blob | string) => settled(ask('POST', '/me/imports', { body: file }));
/** Brings the record along that is at this address. */
export const bringFrom = (address: string) =>
  settled(ask('POST', '/me/imports/by-address', { body: { address } }));
export const removeGame = (id: string) => settled(ask('DELETE', '/me/imports/{id}', { path: { id } }));

/** Where a file of a game is, by its name. */
export const fileOfImport = (id: string) => (file: string) =>
  linkTo('/me/imports/{id}/{file}', { path: { id, file } });
export const fileOfGame = (code: string) => (file: string) =>
  linkTo('/games/{code}/{file}', { path: { code, file } });
export const allPlayed = linkTo('/me/games.zip');
export const allImported = linkTo('/me/imports.zip');
