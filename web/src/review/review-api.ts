/** What the review's pages ask the server for. Every answer is a value or a reason; nothing throws. */

import { orNull, request, requestFile, settled } from '../api/request';
import type { EngineLeave, StudiesRead, Study, StudyList, StudyMade } from '../wire/generated';

export const readFile = (file: Blob | string) => settled(request<StudiesRead>('POST', '/studies/read', file));
export const keepStudy = (tree: Study) => settled(request<StudyMade>('POST', '/studies', { tree }));
export const publishStudy = (code: string, isPublic: boolean) =>
  settled(request<null>('PUT', `/studies/${code}`, { public: isPublic }));
export const deleteStudy = (code: string) => settled(request<null>('DELETE', `/studies/${code}`));
export const ownStudies = () => settled(request<StudyList>('GET', '/me/studies'));
export const publicStudies = () => settled(request<StudyList>('GET', '/studies'));
export const engineLeave = () => settled(request<EngineLeave>('GET', '/me/engine'));

/** The tree as a file; null when the server has no words for it in that format, or is not reached. */
export const writeFile = (tree: Study, ending: string) =>
  orNull(requestFile('POST', `/studies/file/record.${ending}`, tree));

/** A game of one's archive as a tree; null when it is not there. */
export async function importedStudy(id: string): Promise<Study | null> {
  // The western text carries everything, and knows every variant.
  const file = await orNull(requestFile('GET', `/me/imports/${encodeURIComponent(id)}/record.western.txt`));
  const read = file && (await readFile(file));
  return read?.ok ? (read.value.studies[0] ?? null) : null;
}
