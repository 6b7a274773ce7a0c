/** Where new chapters come from: each source makes drafts of what was given, or says why not. */

import { problemText } from '../api/request';
import type { NotedFile } from '../archive/file-notes';
import { recordProblem } from '../archive/words';
import { isSfen } from '../editor/edit';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { gameTree, readFile } from '../review/review-api';
import { emptyTree, headerOf, lineOf } from '../review/tree';
import { codeIn } from '../router';
import { problemOf, solutionForChapter } from '../tsume/tsume-api';
import type { NewChapter, ReviewTree } from '../wire/generated';
import { VARIANTS } from '../wire/variants';

/** A chapter before it has its side and its mode. */
export type Draft = Pick<NewChapter, 'name' | 'tree' | 'review'>;

/** Drafts, with the notes on their file if it is one, or why there are none. */
export type Found = { drafts: Draft[]; file?: NotedFile } | { problem: string };

/** What a game is called by who played it; '' where it does not say. */
function playersOf(tree: ReviewTree): string {
  const [sente, gote] = [headerOf(tree, 'Sente'), headerOf(tree, 'Gote')];
  return sente && gote ? t().game.title(shownName(sente), shownName(gote)) : '';
}

const named = (tree: ReviewTree): Draft => ({ name: playersOf(tree), tree });

export function fromBoard(variant: string): Found {
  const start = VARIANTS.find((it) => it.name === variant)?.start;
  return { drafts: start === undefined ? [] : [{ name: '', tree: emptyTree(variant, start) }] };
}

export function fromPosition(variant: string, sfen: string): Found {
  const table = VARIANTS.find((it) => it.name === variant);
  if (!table || !isSfen(table, sfen.trim())) return { problem: t().study.add.badPosition };
  return { drafts: [{ name: '', tree: emptyTree(variant, sfen.trim()) }] };
}

/** Every game of a file or a text. */
export async function fromFile(file: Blob | string): Promise<Found> {
  const answer = await readFile(file);
  if (!answer.ok) return { problem: recordProblem(answer.problem).text };
  const { trees, notes, n_notes } = answer.value;
  return { drafts: trees.map(named), file: { name: null, notes, n_notes } };
}

/** A finished game, or else a review, by its address or its code. */
export async function fromGame(address: string): Promise<Found> {
  const code = codeIn(address);
  if (code === null) return { problem: t().study.add.noAddress };
  const tree = await gameTree(code);
  return { drafts: [tree ? named(tree) : { name: '', review: code }] };
}

/** A problem to solve, with its solution. */
export async function fromTsume(number: string): Promise<Found> {
  try {
    const { variant, sfen } = await problemOf(number.trim());
    const { moves } = await solutionForChapter(number.trim());
    return { drafts: [{ name: t().study.add.tsumeN(number.trim()), tree: lineOf(variant, sfen, moves) }] };
  } catch (refused) {
    return { problem: problemText(refused) };
  }
}
