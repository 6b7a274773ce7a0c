import { expect, test } from 'vitest';
import { en } from '../i18n/en';
import { type Field, wordOf } from '../ui/form-fields';
import type { TournamentFormat, TournamentSettingsInput } from '../wire/generated';
import { draftOf, FIRST, FORMATS, formatOf, settingsFrom } from './settings-draft';
import { FIELDS } from './settings-fields';

test('what was sent is shown again, whatever the format', async () => {
  for (const format of FORMATS.filter((it) => it !== 'title_match')) {
    const draft = {
      ...FIRST,
      name: format,
      format,
      rounds: format === 'swiss' || format === 'mcmahon' || format === 'team' ? 7 : FIRST.rounds,
      cycles: format === 'round_robin' ? 2 : 1,
      third: format === 'single_elimination',
      top: format === 'mcmahon' ? '1d' : FIRST.top,
      moves: format === 'league' ? 1 : FIRST.moves,
      later: [{ from: 3, clock: { kind: 'sudden_death', main_ms: 600_000 } as const }],
      starts: '2026-12-01T09:00',
      closes: '2026-12-01T08:30',
      schedule: 'times' as const,
      times: ['2026-12-01T10:30', '2026-12-01T12:00'],
      noShowLeaves: true,
      checkIn: 20,
      delay: 3,
      tiebreaks: format === 'swiss' || format === 'league' ? (['points', 'cuss', 'lot'] as const) : [],
      scoring: { ...FIRST.scoring, win: 3, no_show: -0.5 },
    };
    const sent = await settingsFrom(draft, null);
    expect(sent && draftOf(sent)).toEqual(draft);
  }
});

test('a change is a change, and what the form does not show stays', () => {
  const before: TournamentFormat = {
    t: 'mcmahon',
    rounds: 5,
    bars: { by: 'grade', top: '3d', bottom: '15k' },
    pairing: { within: 'fold' },
  };
  const now = formatOf({ ...FIRST, format: 'mcmahon', top: '1d', bottom: '10k' }, before, '');
  expect(now).toEqual({
    t: 'mcmahon',
    rounds: 5,
    bars: { by: 'grade', top: '1d', bottom: '10k' },
    pairing: { within: 'fold' },
  });
  const league: TournamentFormat = { t: 'league', classes: [{ name: 'A', down: 2, size: 8 }] };
  expect(formatOf({ ...FIRST, format: 'league', classes: 'A、B', moves: 1 }, league, '')).toEqual({
    t: 'league',
    classes: [
      { name: 'A', up: 0, down: 1, size: 8 },
      { name: 'B', up: 1, down: 0 },
    ],
  });
});

test('of settings that there are, only what is changed is sent otherwise', async () => {
  const made = await settingsFrom({ ...FIRST, name: 'Autumn', starts: '2026-12-01T09:00' }, null);
  // What the form shows less exactly than it is, shows in part, or does not show.
  const before = {
    ...made,
    handicap: { table: 'jsa', from_grade: '5-kyu' },
    sides: 'rating',
    newer: { a: 1 },
    plan: {
      ...made?.plan,
      starts_ms: Date.parse('2026-12-01T09:00:12.345'),
      grace_ms: 90_500,
      schedule: { t: 'gap', ms: 61_000, of_one_day: true },
      newer: [2],
    },
  } as unknown as TournamentSettingsInput;
  const draft = draftOf(before);
  expect(await settingsFrom(draft, before)).toEqual(before);
  expect(await settingsFrom({ ...draft, delay: 4, name: 'Winter' }, before)).toEqual({
    ...before,
    name: 'Winter',
    plan: { ...before.plan, delay_moves: 4 },
  });
});

test('who plays at the board is not rated, and only members of a club can be its only players', async () => {
  const sent = await settingsFrom({ ...FIRST, atTheBoard: true, membersOnly: true }, null);
  expect(sent?.plan).toMatchObject({ rated: false, at_the_board: true, members_only: false, club: null });
});

test('every field of the form has its words', () => {
  const words = { ...en.tournaments.form, membersOnly: en.clubs.membersOnly };
  const named = (fields: readonly Field<typeof FIRST>[]): string[] =>
    fields.flatMap((it) => {
      if (it.kind === 'columns') return named(it.fields);
      if (it.kind === 'view') return [];
      return [it.label ?? it.key, ...(it.help === undefined ? [] : [it.help])];
    });
  const keys = named(FIELDS);
  expect(keys.length).toBeGreaterThan(25);
  expect(keys.filter((key) => wordOf(words, key) === '')).toEqual([]);
});
