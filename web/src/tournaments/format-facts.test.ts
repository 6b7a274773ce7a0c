import { expect, test } from 'vitest';
import { loadLanguage, loadLateWords } from '../i18n';
import { formatFacts } from './format-facts';

test('About says what was decided about the format', async () => {
  // Only `lang` of the page is touched.
  globalThis.document ??= { documentElement: {} } as Document;
  await loadLanguage('en');
  await loadLateWords();
  const bars = { by: 'rating' as const, floors: [1100, 1500] };
  expect(formatFacts({ format: { t: 'mcmahon', rounds: 5, bars, pairing: { club_rounds: 2 } } })).toEqual([
    ['Starting scores', 'by rating'],
    ['Rating floors', '1100, 1500'],
    ['First rounds without games inside a club', '2'],
  ]);
  expect(formatFacts({ format: { t: 'arena', start_ms: 0, duration_ms: 3_600_000, streak: false } })).toEqual(
    [
      ['Duration in minutes', '60'],
      ['Wait for more opponents (seconds)', '5'],
      ['Two wins in a row double the points that follow', 'no'],
    ],
  );
  const stages = [
    { name: 'Groups', format: { t: 'pools' as const, groups: 4 } },
    {
      name: 'Cup',
      format: { t: 'title_match' as const, best_of: 3 },
      from: [{ stage: 'Groups', of: 'group 2', first: 1, last: 2 }],
    },
  ];
  expect(formatFacts({ format: { t: 'stages', stages } })).toEqual([
    ['Stage 1: Groups', 'Groups'],
    ['Groups · Number of groups', '4'],
    ['Groups · Format in each group', 'Round robin'],
    ['Groups · Games against each opponent', '1'],
    ['Stage 2: Cup', 'Title match · Groups · Group 2, places 1–2'],
    ['Cup · Games in a match', '3'],
  ]);
  const classes = [
    { name: 'A', down: 2, size: 8 },
    { name: 'B', up: 2 },
  ];
  expect(formatFacts({ format: { t: 'league', classes } })).toEqual([
    ['Format in each class', 'Round robin'],
    ['Games against each opponent', '1'],
    ['Class A', '0 promoted, 2 relegated, 8 players'],
    ['Class B', '2 promoted, 0 relegated'],
  ]);
});
