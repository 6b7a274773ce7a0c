/** What the archive page asks the server for. Every answer is a value or a reason; nothing throws. */

import { addressOf, request, settled } from '../api/request';
import type { ImportAnswer, ImportList, ImportTree, PlayedList } from '../wire/generated';

const BASE = '/me';

/** The server's limit for one file. */
export const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** `next` is what the page before said, or '' for the first. */
export const playedGames = (next: string) => request<PlayedList>('GET', `${BASE}/games?${next}`);
export const importedGames = (next: string) => request<ImportList>('GET', `${BASE}/imports?${next}`);
export const importedGame = (id: string, notation: string) =>
  request<ImportTree>('GET', `${BASE}/imports/${id}?notation=${notation}`);
export const bringGames = (file: Blob | string) =>
  settled(request<ImportAnswer>('POST', `${BASE}/imports`, file));
export const removeGame = (id: string) => settled(request<null>('DELETE', `${BASE}/imports/${id}`));

/** Where a game's files are, without their ending. */
export const filesOfImport = (id: string) => addressOf(`${BASE}/imports/${id}`);
export const filesOfGame = (code: string) => addressOf(`/games/${code}`);
export const allPlayed = addressOf(`${BASE}/games.zip`);
export const allImported = addressOf(`${BASE}/imports.zip`);
