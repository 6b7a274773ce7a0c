/** What the review's pages ask the server for. Every answer is a value or a reason; nothing throws. */

import { filesOfImport, type Result } from '../archive/archive-api';
import type { EngineLeave, HttpProblem, StudiesRead, Study, StudyList, StudyMade } from '../wire/generated';

async function ask<T>(path: string, init?: RequestInit): Promise<Result<T>> {
  try {
    const response = await fetch(`/api/v1${path}`, init);
    const body: unknown = response.status === 204 ? null : await response.json();
    return response.ok ? { ok: true, value: body as T } : { ok: false, problem: body as HttpProblem };
  } catch {
    return { ok: false, problem: null };
  }
}

const asJson = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

export const readFile = (file: Blob | string) =>
  ask<StudiesRead>('/studies/read', {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  });
export const keepStudy = (tree: Study) => ask<StudyMade>('/studies', asJson('POST', { tree }));
export const publishStudy = (code: string, isPublic: boolean) =>
  ask<null>(`/studies/${code}`, asJson('PUT', { public: isPublic }));
export const deleteStudy = (code: string) => ask<null>(`/studies/${code}`, { method: 'DELETE' });
export const ownStudies = () => ask<StudyList>('/me/studies');
export const publicStudies = () => ask<StudyList>('/studies');
export const engineLeave = () => ask<EngineLeave>('/me/engine');

/** The tree as a file; null when the server has no words for it in that format, or is not reached. */
export async function writeFile(tree: Study, ending: string): Promise<Blob | null> {
  try {
    const response = await fetch(`/api/v1/studies/file/record.${ending}`, asJson('POST', tree));
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}

/** A game of one's archive as a tree; null when it is not there. */
export async function importedStudy(id: string): Promise<Study | null> {
  try {
    // The western text carries everything, and knows every variant.
    const file = await fetch(`${filesOfImport(encodeURIComponent(id))}/record.western.txt`);
    if (!file.ok) return null;
    const read = await readFile(await file.blob());
    return read.ok ? (read.value.studies[0] ?? null) : null;
  } catch {
    return null;
  }
}
