import { expect, test } from 'vitest';
import { words as en } from '../i18n/made/whole/en';
import { type Field, wordOf } from '../ui/form-fields';
import type { TournamentFormat, TournamentSettingsInput } from '../wire/generated';
import { FORMATS, formatDraftOf, formatOf } from './format-draft';
import { withOneMore } from './format-fields';
import { draftOf, FIRST, followed, settingsFrom } from './settings-draft';
import { FIELDS } from './settings-fields';

/** Settings of which only the format matters. */
const BARE = (await settingsFrom(FIRST, null)) as TournamentSettingsInput;

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
      classes: format === 'league' ? withOneMore(FIRST.classes) : FIRST.classes,
      within:
        format === 'swiss' || format === 'mcmahon' || format === 'team' ? ('fold' as const) : FIRST.within,
      pace: format === 'round_robin' || format === 'groups' ? ('free' as const) : FIRST.pace,
      handicap: true,
      reduce: 2,
      handicapMax: 'rook' as const,
      later: [{ from: 3, clock: { kind: 'sudden_death', main_ms: 600_000 } as const }],
      starts: '2026-12-01T09:00',
      closes: '2026-12-01T08:30',
      schedule: 'times' as const,
      times: ['2026-12-01T10:30', '2026-12-01T12:00'],
      // The games of a simul are never rated.
      rated: format !== 'simul',
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
  const now = formatOf({ ...FIRST, ...formatDraftOf(before), top: '1d', bottom: '10k' }, before, '');
  expect(now).toEqual({
    t: 'mcmahon',
    rounds: 5,
    bars: { by: 'grade', top: '1d', bottom: '10k' },
    pairing: { within: 'fold' },
  });
});

test('what was not touched of a format stays, whatever else of it is changed', async () => {
  const formats: TournamentFormat[] = [
    { t: 'mcmahon', rounds: 5, bars: { by: 'rating', floors: [1100, 1500] }, pairing: { club_rounds: 2 } },
    {
      t: 'league',
      classes: [
        { name: 'A', down: 3, size: 8 },
        { name: 'B', up: 1 },
      ],
      inner: { t: 'swiss', rounds: 5, pairing: { colours: 'wish' } },
    },
    { t: 'team', boards: 3, tie: 'first_board', inner: { t: 'swiss', rounds: 5 } },
    { t: 'groups', best_of: 1, knockout: { best_of: 3, best_of_final: 5, third_place: true } },
    { t: 'arena', start_ms: 0, duration_ms: 90_500, wave_ms: 1_500, streak: false },
    { t: 'pools', groups: 3, inner: { t: 'swiss', rounds: 3, pairing: { colours: 'wish' } } },
    {
      t: 'championship',
      best: 16,
      first_round: 2,
      who: { nationalities: ['DE', 'VN'], tags: ['esc'] },
      knockout: { third_place: true, seeding: 'lot' },
      inner: { t: 'swiss', rounds: 9, pairing: { within: 'fold' } },
    },
  ];
  for (const format of formats) {
    const before = { ...BARE, format };
    const draft = draftOf(before);
    expect(await settingsFrom({ ...draft, about: 'Tea at four.' }, before)).toEqual({
      ...before,
      plan: { ...before.plan, about: 'Tea at four.' },
    });
    const other = formatOf({ ...draft, rounds: 7, bestOf: 3, boards: 4, streak: true }, format, '');
    expect(other).not.toEqual(format);
    const [was, now] = [draftOf(before), draftOf({ ...before, format: other })];
    expect({
      ...now,
      rounds: was.rounds,
      bestOf: was.bestOf,
      boards: was.boards,
      streak: was.streak,
    }).toEqual(was);
  }
});

test('what only programs could set is in the form, and is sent', () => {
  const draft = draftOf({
    ...BARE,
    format: { t: 'mcmahon', rounds: 5, bars: { by: 'grade', top: '3d', bottom: '15k' } },
  });
  expect(
    formatOf({ ...draft, barsBy: 'rating', floors: '1500, 1100,', clubRounds: 2 }, null, ''),
  ).toMatchObject({
    bars: { by: 'rating', floors: [1100, 1500] },
    pairing: { within: 'slide', club_rounds: 2, colours: 'limit' },
  });
  const final: TournamentFormat = { t: 'single_elimination', best_of: 1, best_of_final: 3 };
  expect(formatOf({ ...draftOf({ ...BARE, format: final }), bestOfFinal: '' }, final, '')).toEqual({
    t: 'single_elimination',
    best_of: 1,
  });
});

test('prizes are sent as they were decided, and only where they were', async () => {
  const prizes = {
    categories: [
      { name: '', who: {}, prizes: ['cup', ''] },
      { name: 'U1500', who: { rating_max: 1499 }, prizes: ['clock'] },
    ],
    ties: 'points' as const,
    several: true,
  };
  const before = { ...BARE, prizes };
  const draft = draftOf(before);
  expect((await settingsFrom({ ...draft, about: 'Tea.' }, before))?.prizes).toEqual(prizes);
  const fewer = { ...prizes, categories: prizes.categories.slice(0, 1) };
  expect((await settingsFrom({ ...draft, prizes: fewer }, before))?.prizes).toEqual(fewer);
});

test('a class below the last goes up, and the one above goes down', () => {
  expect(withOneMore(FIRST.classes)).toEqual([
    { name: 'A', up: 0, down: 2 },
    { name: 'B', up: 2, down: 2 },
    { name: 'C', up: 2, down: 0 },
  ]);
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

test('into a hall only its organisers let players, unless they say otherwise', () => {
  const hall = followed(FIRST, { atTheBoard: true });
  expect(hall.byInvitation).toBe(true);
  expect(followed(hall, { byInvitation: false }).byInvitation).toBe(false);
  expect(followed(hall, { atTheBoard: false }).byInvitation).toBe(false);
});

test('players choose their teams online, and in a hall only if its organisers say so', () => {
  const online = followed(FIRST, { format: 'team' });
  expect(online.teamEntry).toBe(true);
  const hall = followed(online, { atTheBoard: true });
  expect(hall.teamEntry).toBe(false);
  expect(followed(hall, { atTheBoard: false }).teamEntry).toBe(true);
  expect(followed(followed(FIRST, { atTheBoard: true }), { format: 'team' }).teamEntry).toBe(false);
});

test('every field of the form has its words', () => {
  const words = { ...en.tournaments.form, ...en.tournaments.stages.form, membersOnly: en.clubs.membersOnly };
  const named = (fields: readonly Field<typeof FIRST>[]): string[] =>
    fields.flatMap((it) => {
      if (it.kind === 'columns') return named(it.fields);
      if (it.kind === 'view') return [];
      return [it.label ?? it.key, ...(it.help === undefined ? [] : [it.help])];
    });
  const keys = named(FIELDS);
  expect(keys.length).toBeGreaterThan(45);
  expect(keys.filter((key) => wordOf(words, key) === '')).toEqual([]);
});

test('a format begins as it is usually played, and what the organiser has said stays', () => {
  const title = followed(FIRST, { format: 'title_match' });
  expect(title.bestOf).toBe(7);
  expect(followed(title, { format: 'single_elimination' }).bestOf).toBe(1);
  expect(followed({ ...title, bestOf: 5 }, { format: 'groups' }).bestOf).toBe(5);
  const arena = followed(FIRST, { format: 'arena' });
  expect(arena.clock).toMatchObject({ main_ms: 300_000 });
  expect(followed(arena, { format: 'swiss' }).clock).toBe(FIRST.clock);
  const own = { kind: 'sudden_death', main_ms: 60_000 } as const;
  expect(followed({ ...FIRST, clock: own }, { format: 'arena' }).clock).toBe(own);
});
