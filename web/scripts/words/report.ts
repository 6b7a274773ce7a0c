/** What `cargo xtask words` prints. */

import { type Catalogue, check, OFFERED_PERCENT, percentOf, readWords, SOURCE } from './catalogues.ts';

const PROBLEMS_MAX = 200;

export function report(folder: string): { text: string; sound: boolean } {
  const { catalogues, problems } = readWords(folder);
  const english = catalogues.find(({ tag }) => tag === SOURCE);
  if (!english) return { text: `there is no words/${SOURCE}\n`, sound: false };
  problems.push(...catalogues.flatMap((own) => check(own, english)));
  const wrong = problems.slice(0, PROBLEMS_MAX).map(({ where, what }) => `words/${where} – ${what}`);
  if (problems.length > PROBLEMS_MAX) wrong.push(`… and ${problems.length - PROBLEMS_MAX} more`);
  const lines = [...wrong, ...catalogues.map((own) => lineOf(own, english))];
  return { text: `${lines.join('\n')}\n`, sound: problems.length === 0 };
}

function lineOf(own: Catalogue, english: Catalogue): string {
  const percent = percentOf(own, english);
  const missing = [...english.messages.keys()].filter((key) => !own.messages.has(key)).length;
  const state = [
    own.about.draft && 'draft',
    percent < OFFERED_PERCENT && `not offered below ${OFFERED_PERCENT} %`,
    missing > 0 && `${missing} messages missing`,
  ].filter(Boolean);
  return `${own.tag.padEnd(8)} ${String(percent).padStart(3)} %  ${own.about.name ?? ''}${state.length > 0 ? ` (${state.join(', ')})` : ''}`;
}
