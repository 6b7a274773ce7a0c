/** A tree on its way from a review that is not kept to the study that is to have it. */

import { go } from '../router';
import type { ReviewTree } from '../wire/generated';

let carried: ReviewTree | null = null;

export function carry(tree: ReviewTree): void {
  carried = tree;
  go('/study/add');
}

export const carriedTree = (): ReviewTree | null => carried;
