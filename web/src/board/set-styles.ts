/**
 * Style sheets that only some sets of pieces need: they and their pictures come when a set is
 * chosen.
 */

import type { FaceSet } from './faces';

const SHEETS: Partial<Record<FaceSet, () => Promise<unknown>>> = {
  bold: () => import('../styles/sets/bold.css'),
  contrast: () => Promise.all([import('../styles/sets/bold.css'), import('../styles/sets/contrast.css')]),
  emblems: () => Promise.all([import('../styles/sets/emblems.css'), import('../styles/sets/animals.css')]),
  animals: () => import('../styles/sets/animals.css'),
};

/** What has been asked for: a look is made anew with every page. */
const asked = new Set<string>();

export function loadSet(set: FaceSet, marks: boolean): void {
  const look = `${set} ${marks}`;
  if (asked.has(look)) return;
  asked.add(look);
  // Offline a set that was never here is written with one character, until it is asked for again.
  const failed = () => void asked.delete(look);
  void SHEETS[set]?.().catch(failed);
  if (marks) void import('../styles/sets/moves.css').catch(failed);
}

/** The letters of a set before a board shows them. */
export function fetchLetters(set: FaceSet): void {
  if (set === 'kanji2' || set === 'kanji1') document.fonts.load('1em Koma', '王').catch(() => {});
}
