/**
 * What the review's pages ask the server for. Every answer is a value or a reason; nothing throws.
 */

import { ask, askFile, orNull, settled } from '../api/request';
import type { ReviewTree } from '../wire/generated';

export const readFile = (file: Blob | string) => settled(ask('POST', '/reviews/read', { body: file }));
export const keepReview = (tree: ReviewTree) =>
  settled(ask('POST', '/reviews', { body: { tree, public: false } }));
export const publishReview = (code: string, isPublic: boolean) =>
  settled(ask('PUT', '/reviews/{code}', { path: { code }, body: { public: isPublic } }));
export const deleteReview = (code: string) => settled(ask('DELETE', '/reviews/{code}', { path: { code } }));
export const ownReviews = () => settled(ask('GET', '/me/reviews'));
export const publicReviews = () => settled(ask('GET', '/reviews'));
export const engineLeave = () => settled(ask('GET', '/me/engine'));

/**
 * The tree as a file; null when the server has no words for it in that format, or is not reached.
 */
export const writeFile = (tree: ReviewTree, ending: string) =>
  orNull(askFile('POST', '/reviews/file/{file}', { path: { file: `record.${ending}` }, body: tree }));

/** A game of one's archive as a tree; null when it is not there. */
export const importedTree = (id: string) =>
  treeIn(askFile('GET', '/me/imports/{id}/{file}', { path: { id, file: RECORD } }));

/** A finished game as a tree of one's own; null when it is not there. */
export const gameTree = (code: string) =>
  treeIn(askFile('GET', '/games/{code}/{file}', { path: { code, file: RECORD } }));

/** The western text carries everything, and knows every variant. */
const RECORD = 'record.western.txt';

async function treeIn(asked: Promise<Blob>): Promise<ReviewTree | null> {
  const file = await orNull(asked);
  const read = file && (await readFile(file));
  return read?.ok ? (read.value.trees[0] ?? null) : null;
}
