import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadLanguage, loadLateWords } from '../i18n';
import { words as en } from '../i18n/made/whole/en';
import { CRITERIA, SCORING, TIEBREAKS } from '../wire/ranking';
import { FORMATS } from './format-draft';
import { awardsOf, offered, ownOrder } from './ranking';
import { FIRST, settingsFrom } from './settings-draft';
import { pointsText, scoringText } from './words';

/** The parts of docs/tournaments.md under headings that are names. */
function documented(chapter: string): Map<string, string> {
  const text = readFileSync(new URL('../../../docs/tournaments.md', import.meta.url), 'utf8');
  const part = text.split(/^## /m).find((it) => it.startsWith(chapter)) ?? '';
  const sections = part.split(/^### /m).slice(1);
  return new Map(sections.map((it) => [/^`(\w+)`/.exec(it)?.[1] ?? '', it] as const));
}

test('criteria and tie-breaks are those of the docs', () => {
  expect([...documented('Tie-breaks').keys()].sort()).toEqual([...TIEBREAKS].sort());
  for (const [format, text] of documented('Formats')) {
    const told = /^Criteria[^:]*:(.*)$/m.exec(text)?.[1] ?? '';
    expect(
      Array.from(told.matchAll(/`(\w+)`/g), (it) => it[1]),
      format,
    ).toEqual([...(CRITERIA[format] ?? ['not known'])]);
  }
});

test('every format, tie-break and award of the server is in the form', () => {
  expect(Object.keys(CRITERIA).sort()).toEqual([...FORMATS].sort());
  expect(Object.keys(en.tournaments.ranking.meanings).sort()).toEqual([...TIEBREAKS].sort());
  expect(Object.keys(en.tournaments.ranking.awards).sort()).toEqual(Object.keys(SCORING).sort());
});

test('what a format ranks by is among what it offers', () => {
  for (const format of FORMATS) {
    for (const inner of ['swiss', 'single_elimination']) {
      const kind = { format, inner };
      expect(offered(kind)).toEqual(expect.arrayContaining([...ownOrder(kind)]));
    }
  }
  expect(offered({ format: 'swiss', inner: 'swiss' })).not.toContain('board_points');
  expect(offered({ format: 'team', inner: 'double_elimination' })).toEqual([]);
});

test('where matches decide, no tie-breaks are sent', async () => {
  const draft = { ...FIRST, format: 'team', inner: 'single_elimination', tiebreaks: ['points'] } as const;
  expect((await settingsFrom(draft, null))?.tiebreaks).toEqual([]);
  expect(awardsOf(draft)).toEqual([]);
});

test('points are told only where they are not as usual', async () => {
  // Only `lang` of the page is touched.
  globalThis.document ??= { documentElement: {} } as Document;
  await loadLanguage('en');
  await loadLateWords();
  const of = (changes: object) => ({
    format: { t: 'round_robin' as const },
    scoring: { ...SCORING, ...changes },
  });
  expect(scoringText(of({}))).toBeNull();
  // Nobody has a bye there.
  expect(scoringText(of({ bye: 3 }))).toBeNull();
  expect(scoringText(of({ win: 3, no_show: -0.5 }))).toContain(pointsText(-0.5));
  expect(scoringText(of({ absences_max: 2 }))).toBeNull();
  const swiss = { format: { t: 'swiss' as const, rounds: 5 } };
  const limited = { ...swiss, scoring: { ...SCORING, absences_max: 2, absences_until: 3 } };
  expect(scoringText(limited)).toContain(en.tournaments.ranking.absences.atMost(2));
  expect(scoringText(limited)).toContain(en.tournaments.ranking.absences.until(3));
  expect(scoringText({ ...swiss, scoring: SCORING })).toBeNull();
  expect([-0.5, 0, 1.5, -2].map(pointsText)).toEqual(['−½', '0', '1½', '−2']);
});
