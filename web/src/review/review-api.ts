/** What the review's pages ask the server for. Every answer is a value or a reason; nothing throws. */

import { ask, askFile, orNull, settled } from '../api/request';
import type { Study } from '../wire/generated';

export const readFile = (file: Blob | string) => settled(ask('POST', '/studies/read', { body: file }));
export const keepStudy = (tree: Study) => settled(ask('POST', '/studies', { body: { tree, public: false } }));
export const publishStudy = (code: string, isPublic: boolean) =>
  settled(ask('PUT', '/studies/{code}', { path: { code }, body: { public: isPublic } }));
export const deleteStudy = (code: string) => settled(ask('DELETE', '/studies/{code}', { path: { code } }));
export const ownStudies = () => settled(ask('GET', '/me/studies'));
export const publicStudies = () => settled(ask('GET', '/studies'));
export const engineLeave = () => settled(ask('GET', '/me/engine'));

/** The tree as a file; null when the server has no words for it in that format, or is not reached. */
export const writeFile = (tree: Study, ending: string) =>
  orNull(askFile('POST', '/studies/file/{file}', { path: { file: `record.${ending}` }, body: tree }));

/** A game of one's archive as a tree; null when it is not there. */
export async function importedStudy(id: string): Promise<Study | null> {
  // The western text carries everything, and knows every variant.
  const path = { id, file: 'record.western.txt' };
  const file = await orNull(askFile('GET', '/me/imports/{id}/{file}', { path }));
  const read = file && (await readFile(file));
  return read?.ok ? (read.value.studies[0] ?? null) : null;
}
