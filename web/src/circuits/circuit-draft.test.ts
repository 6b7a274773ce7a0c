import { expect, test } from 'vitest';
import { draftOf, NEW_CIRCUIT, settingsFrom, tableFrom } from './circuit-draft';

test('points for places are read as people write them', () => {
  for (const text of ['10, 8, 6', '10-8-6', '10 8 6', '10、8，6', '10; 8; 6;'])
    expect(tableFrom(text), text).toEqual([10, 8, 6]);
  for (const text of ['', ' , ', 'ten', '10, x', '1.5, 1']) expect(tableFrom(text), text).toBeNull();
});

test('what is sent is read back as it was', () => {
  const draft = {
    ...NEW_CIRCUIT,
    name: 'Grand Prix',
    first_day: '2026-01-01',
    shared: 'highest' as const,
    attendance: 1,
    best: 3,
    events_min: 2,
    categories: [{ name: 'Juniors', who: { tags: ['junior'] } }],
  };
  const sent = settingsFrom(draft);
  expect(sent?.rule?.worth).toEqual({ t: 'places', table: [10, 8, 6, 5, 4, 3, 2, 1], shared: 'highest' });
  expect(sent && draftOf(sent)).toEqual(draft);
  expect(settingsFrom({ ...draft, best: 0 })?.rule).not.toHaveProperty('best');
  expect(settingsFrom({ ...draft, worth: 'score', table: '' })?.rule?.worth).toEqual({ t: 'score' });
  expect(settingsFrom({ ...draft, table: 'x' })).toBeNull();
});
