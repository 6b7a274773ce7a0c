import { beforeAll, expect, test } from 'vitest';
import { loadLanguage, loadLateWords } from '../i18n';
import type { Pairing, TournamentFormat } from '../wire/generated';
import { inParts } from './rounds';
import { cellText, slotText, titleText } from './words';

const FORMAT: TournamentFormat = {
  t: 'stages',
  stages: [
    { name: 'Groups', format: { t: 'pools', groups: 2 } },
    { name: 'Cup', format: { t: 'single_elimination' }, from: [{ stage: 'Groups', first: 1, last: 2 }] },
  ],
};
const OPEN: TournamentFormat = { t: 'championship', best: 8, inner: { t: 'swiss', rounds: 5 } };

beforeAll(async () => {
  // Only `lang` of the page is touched.
  globalThis.document ??= { documentElement: {} } as Document;
  await loadLanguage('en');
  await loadLateWords();
});

test('rankings are called by their stage, group or knock-out', () => {
  const titles = ['', 'Groups/group 2', 'Cup'].map((it) => titleText(FORMAT, it));
  expect(titles).toEqual(['Over all', 'Groups · Group 2', 'Cup']);
  expect(['', 'knock-out'].map((it) => titleText(OPEN, it))).toEqual(['Open event', 'Knock-out']);
  expect(titleText({ t: 'swiss', rounds: 5 }, '')).toBe('');
});

test('boards say what they belong to, and stand in its order', () => {
  const slots = ['Groups/2', 'Cup/R1-1'].map((it) => slotText(FORMAT, it));
  expect(slots).toEqual(['Groups · Group 2', 'Cup']);
  expect([slotText(OPEN, 'R1-1'), slotText(OPEN, null)]).toEqual(['Knock-out', 'Open event']);
  expect(slotText({ t: 'single_elimination' }, 'R1-1')).toBeNull();
  const games = ['Cup/R1-1', 'Groups/2', 'Groups/1'].map((slot, i) => ({ slot, board: i + 1 }) as Pairing);
  expect(inParts({ format: FORMAT }, games).map(({ slot }) => slot)).toEqual([
    'Groups/1',
    'Groups/2',
    'Cup/R1-1',
  ]);
});

test('an absence says what it is worth, where that is unusual', () => {
  const texts = [{ t: 'absent' }, { t: 'absent', points: 0 }, { t: 'missed', points: 0.5 }] as const;
  expect(texts.map((cell) => cellText(cell, () => 0))).toEqual(['abs.', 'abs. 0', 'late ½']);
});
