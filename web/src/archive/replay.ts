/** A brought game as a tree of steps, and the one line through it that is shown. */

import type { ImportStep } from '../wire/generated';

export interface Tree {
  steps: ImportStep[];
  /** The steps that follow each step, the main line's first. */
  children: number[][];
}

export function treeOf(steps: ImportStep[]): Tree {
  const children: number[][] = steps.map(() => []);
  steps.forEach((step, i) => {
    if (step.parent !== null) children[step.parent]?.push(i);
  });
  return { steps, children };
}

/** The steps from the start through `at` and on to the end of its line. */
export function lineThrough(tree: Tree, at: number): number[] {
  const line: number[] = [];
  for (let i: number | null = at; i !== null; i = tree.steps[i]?.parent ?? null) line.unshift(i);
  for (let i = tree.children[at]?.[0]; i !== undefined; i = tree.children[i]?.[0]) line.push(i);
  return line;
}

/** What could stand in a step's place, itself among them, when there is a choice. */
export function choices(tree: Tree, at: number): number[] {
  const parent = tree.steps[at]?.parent ?? null;
  const siblings = parent === null ? [] : (tree.children[parent] ?? []);
  return siblings.length > 1 ? siblings : [];
}
