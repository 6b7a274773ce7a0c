/** What the archive page asks the server for. Every answer is a value or a reason; nothing throws. */

import type { HttpProblem, ImportAnswer, ImportList, ImportTree, PlayedList } from '../wire/generated';

const BASE = '/api/v1/me';

/** The server's limit for one file. */
export const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** null: the server was not reached. */
export type Result<T> = { ok: true; value: T } | { ok: false; problem: HttpProblem | null };

async function ask<T>(path: string, init?: RequestInit): Promise<Result<T>> {
  try {
    const response = await fetch(`${BASE}${path}`, init);
    const body: unknown = response.status === 204 ? null : await response.json();
    return response.ok ? { ok: true, value: body as T } : { ok: false, problem: body as HttpProblem };
  } catch {
    return { ok: false, problem: null };
  }
}

/** `next` is what the page before said, or '' for the first. */
export const playedGames = (next: string) => ask<PlayedList>(`/games?${next}`);
export const importedGames = (next: string) => ask<ImportList>(`/imports?${next}`);
export const importedGame = (id: string, notation: string) =>
  ask<ImportTree>(`/imports/${id}?notation=${notation}`);
export const bringGames = (file: Blob | string) =>
  ask<ImportAnswer>('/imports', {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  });
export const removeGame = (id: string) => ask<null>(`/imports/${id}`, { method: 'DELETE' });

/** Where a game's files are, without their ending. */
export const filesOfImport = (id: string) => `${BASE}/imports/${id}`;
export const filesOfGame = (code: string) => `/api/v1/games/${code}`;
export const allPlayed = `${BASE}/games.zip`;
export const allImported = `${BASE}/imports.zip`;
