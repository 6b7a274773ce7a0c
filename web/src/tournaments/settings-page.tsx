/** `/tournaments/new` and `/tournaments/CODE/edit`: what an organiser decides. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { clocksInWords } from '../clock/format';
import { t } from '../i18n';
import { ask as askRatings } from '../ratings/ratings-api';
import { GRADES, gradeText } from '../ratings/words';
import { go } from '../router';
import { NumberField, Select, Toggle } from '../ui/choice';
import { uuid } from '../uuid';
import type { Clock, Preset, RuleSet } from '../wire/generated';
import { VARIANTS } from '../wire/variants';
import { act, createTournament, problemText, type Settings, settingsOf } from './tournament-api';

const FORMATS = [
  'swiss',
  'round_robin',
  'mcmahon',
  'single_elimination',
  'double_elimination',
  'groups',
  'league',
  'title_match',
  'team',
  'arena',
] as const;
type FormatName = (typeof FORMATS)[number];

const PRESETS = ['tournament', 'professional', 'casual'] as const;

const MINUTE = 60_000;

/** Time controls that clubs play. */
const CLOCKS: readonly Clock[] = [
  { kind: 'byoyomi', main_ms: 0, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'fischer', main_ms: 5 * MINUTE, increment_ms: 5_000 },
  { kind: 'byoyomi', main_ms: 10 * MINUTE, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 15 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 30 * MINUTE, byoyomi_ms: 30_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 40 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 60 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'byoyomi', main_ms: 90 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  { kind: 'sudden_death', main_ms: 30 * MINUTE },
  { kind: 'stopwatch', main_minutes: 60 },
];

/** The form. What it does not show stays in `rest` and is sent back as it came. */
interface Draft {
  name: string;
  about: string;
  format: FormatName;
  rounds: number;
  cycles: number;
  bestOf: number;
  third: boolean;
  minutes: number;
  boards: number;
  classes: string;
  holder: string;
  top: string;
  bottom: string;
  variant: string;
  rules: Preset | RuleSet;
  clock: Clock;
  starts: string;
  gap: number | null;
  grace: number;
  checkIn: boolean;
  late: number;
  places: number;
  rated: boolean;
  atTheBoard: boolean;
  byInvitation: boolean;
  furigoma: boolean;
  handicap: boolean;
}

const FIRST: Draft = {
  name: '',
  about: '',
  format: 'swiss',
  rounds: 5,
  cycles: 1,
  bestOf: 1,
  third: true,
  minutes: 60,
  boards: 3,
  classes: 'A, B',
  holder: '',
  top: '3d',
  bottom: '15k',
  variant: 'standard',
  rules: 'tournament',
  clock: { kind: 'byoyomi', main_ms: 15 * MINUTE, byoyomi_ms: 60_000, periods: 1 },
  starts: '',
  gap: null,
  grace: 10,
  checkIn: false,
  late: 0,
  places: 0,
  rated: true,
  atTheBoard: false,
  byInvitation: false,
  furigoma: false,
  handicap: false,
};

/** What the format's settings are; null when the title holder is not known. */
async function formatOf(draft: Draft, before: Settings['format'] | null): Promise<Settings['format'] | null> {
  const kept = before?.t === draft.format ? before : {};
  const long = (grade: string) => grade.replace(/k$/, '-kyu').replace(/d$/, '-dan');
  switch (draft.format) {
    case 'swiss':
      return { ...kept, t: 'swiss', rounds: draft.rounds };
    case 'mcmahon': {
      const bars = { by: 'grade', top: long(draft.top), bottom: long(draft.bottom) };
      return { bars, ...kept, t: 'mcmahon', rounds: draft.rounds };
    }
    case 'round_robin':
      return { ...kept, t: 'round_robin', cycles: draft.cycles };
    case 'single_elimination':
      return { ...kept, t: 'single_elimination', third_place: draft.third, best_of: draft.bestOf };
    case 'double_elimination':
      return { ...kept, t: 'double_elimination', best_of: draft.bestOf };
    case 'groups':
      return { ...kept, t: 'groups', best_of: draft.bestOf };
    case 'league': {
      const names = draft.classes.split(',').map((it) => it.trim());
      const classes = names.filter(Boolean).map((name, i, all) => ({
        name,
        ...(i > 0 ? { up: 2 } : {}),
        ...(i < all.length - 1 ? { down: 2 } : {}),
      }));
      return { ...kept, t: 'league', classes };
    }
    case 'title_match': {
      const handle = draft.holder.replace(/^@/, '').trim();
      const found = await askRatings<{ user: string }>(`/players/${encodeURIComponent(handle)}`);
      if (!found && !before?.holder) return null;
      return { ...kept, t: 'title_match', best_of: draft.bestOf, holder: found?.user ?? before?.holder };
    }
    case 'team': {
      const inner = { t: 'swiss', rounds: draft.rounds };
      return { inner, ...kept, t: 'team', boards: draft.boards };
    }
    case 'arena':
      return { start_ms: 0, ...kept, t: 'arena', duration_ms: draft.minutes * MINUTE };
  }
}

async function settingsFrom(draft: Draft, before: Settings | null): Promise<Settings | null> {
  const format = await formatOf(draft, before?.format ?? null);
  if (!format) return null;
  const starts = draft.starts ? Date.parse(draft.starts) : null;
  return {
    ...(before ?? {}),
    name: draft.name,
    format,
    sides: draft.furigoma ? 'furigoma' : 'balance',
    handicap: draft.handicap ? { table: 'jsa' } : { table: 'none' },
    plan: {
      ...(before?.plan ?? {}),
      about: draft.about,
      variant: draft.variant,
      rules: draft.rules,
      rated: draft.rated,
      clock: draft.clock,
      starts_ms: starts,
      check_in_ms: draft.checkIn && starts !== null ? 30 * MINUTE : null,
      pace: draft.gap === null ? { t: 'word' } : { t: 'gap', ms: draft.gap * MINUTE },
      grace_ms: draft.grace * MINUTE,
      late_until: draft.late,
      players_max: draft.places || null,
      at_the_board: draft.atTheBoard,
      by_invitation: draft.byInvitation,
    },
  };
}

/** What a date field shows of an instant. */
function localTime(ms: number): string {
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE);
  return at.toISOString().slice(0, 16);
}

function draftOf(settings: Settings): Draft {
  const { format, plan } = settings;
  const number = (key: string, otherwise: number) =>
    typeof format[key] === 'number' ? (format[key] as number) : otherwise;
  const handicap = settings.handicap as { table?: string } | undefined;
  return {
    ...FIRST,
    name: settings.name,
    about: plan.about,
    format: FORMATS.find((it) => it === format.t) ?? 'swiss',
    rounds: number('rounds', FIRST.rounds),
    cycles: number('cycles', 1),
    bestOf: number('best_of', 1),
    third: format.third_place === true,
    minutes: number('duration_ms', FIRST.minutes * MINUTE) / MINUTE,
    boards: number('boards', FIRST.boards),
    classes: Array.isArray(format.classes)
      ? (format.classes as { name: string }[]).map(({ name }) => name).join(', ')
      : FIRST.classes,
    variant: plan.variant,
    rules: plan.rules,
    clock: plan.clock,
    starts: plan.starts_ms === null ? '' : localTime(plan.starts_ms),
    gap: plan.pace.t === 'gap' ? plan.pace.ms / MINUTE : null,
    grace: plan.grace_ms / MINUTE,
    checkIn: plan.check_in_ms !== null,
    late: plan.late_until,
    places: plan.players_max ?? 0,
    rated: plan.rated,
    atTheBoard: plan.at_the_board,
    byInvitation: plan.by_invitation,
    furigoma: settings.sides === 'furigoma',
    handicap: handicap?.table === 'jsa',
  };
}

export function TournamentSettingsPage({ id: code }: { id: string }) {
  const all = t();
  const words = all.tournaments;
  const form = words.form;
  const before = useSignal<Settings | null>(null);
  const draft = useSignal<Draft>(FIRST);
  const problem = useSignal<string | null>(null);
  // Drawn once, so that a second click makes no second tournament.
  const create = useSignal(uuid());
  useEffect(() => {
    document.title = `Komadai – ${code ? form.titleEdit : form.titleNew}`;
  }, [code, form]);
  useEffect(() => {
    if (!code) return;
    settingsOf(code).then(
      (found) => {
        before.value = found;
        draft.value = draftOf(found);
      },
      (refused) => {
        problem.value = problemText(refused);
      },
    );
  }, [code]);
  const now = draft.value;
  const put = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
  };
  const save = async () => {
    problem.value = null;
    const settings = await settingsFrom(draft.value, before.value);
    if (!settings) {
      problem.value = words.problems.unknown_player;
      return;
    }
    try {
      if (!code) {
        const made = await createTournament(create.value, settings);
        return go(`/tournaments/${made.code}`);
      }
    } catch (refused) {
      problem.value = problemText(refused);
      return;
    }
    if (await act(code, { t: 'edit', settings })) go(`/tournaments/${code}`);
  };
  const clocks = CLOCKS.some((it) => JSON.stringify(it) === JSON.stringify(now.clock))
    ? CLOCKS
    : [...CLOCKS, now.clock];
  const number = (key: 'rounds' | 'cycles' | 'bestOf' | 'minutes' | 'boards', max: number, step = 1) => (
    <NumberField
      label={
        {
          rounds: form.rounds,
          cycles: form.cycles,
          bestOf: form.bestOf,
          minutes: form.duration,
          boards: form.boards,
        }[key]
      }
      min={1}
      max={max}
      step={step}
      value={now[key]}
      onChange={(value) => put({ [key]: value })}
    />
  );
  const grade = (key: 'top' | 'bottom', label: string) => (
    <Select
      label={label}
      options={GRADES.map((it) => [it, gradeText(it)] as const)}
      value={now[key]}
      onChange={(value) => put({ [key]: value })}
    />
  );
  const toggle = (
    key: 'third' | 'checkIn' | 'rated' | 'atTheBoard' | 'byInvitation' | 'furigoma' | 'handicap',
    label: string,
    disabled = false,
  ) => (
    <Toggle
      label={label}
      value={now[key] && !disabled}
      disabled={disabled}
      onChange={(on) => put({ [key]: on })}
    />
  );
  return (
    <main id="main" class="players-page">
      <h1>{code ? form.titleEdit : form.titleNew}</h1>
      <form
        class="card settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="field">
          <span class="label">{form.name}</span>
          <input
            type="text"
            name="name"
            required
            maxLength={100}
            value={now.name}
            onInput={(event) => put({ name: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span class="label">{form.about}</span>
          <textarea
            name="about"
            maxLength={10_000}
            value={now.about}
            onInput={(event) => put({ about: event.currentTarget.value })}
          />
        </label>
        <div class="columns">
          <Select
            label={form.format}
            name="format"
            options={FORMATS.map((it) => [it, words.formats[it]] as const)}
            value={now.format}
            onChange={(format) => put({ format })}
          />
          {['swiss', 'mcmahon', 'team'].includes(now.format) && number('rounds', 30)}
          {now.format === 'round_robin' && number('cycles', 4)}
          {['single_elimination', 'double_elimination', 'groups', 'title_match'].includes(now.format) &&
            number('bestOf', 9, 2)}
          {now.format === 'team' && number('boards', 20)}
          {now.format === 'arena' && number('minutes', 24 * 60)}
          {now.format === 'mcmahon' && grade('top', form.top)}
          {now.format === 'mcmahon' && grade('bottom', form.bottom)}
        </div>
        {now.format === 'single_elimination' && toggle('third', form.third)}
        {now.format === 'league' && (
          <label class="field">
            <span class="label">{form.classes}</span>
            <input
              type="text"
              value={now.classes}
              onInput={(event) => put({ classes: event.currentTarget.value })}
            />
            <span class="note">{form.classesHelp}</span>
          </label>
        )}
        {now.format === 'title_match' && (
          <label class="field">
            <span class="label">{form.holder}</span>
            <input
              type="text"
              name="holder"
              value={now.holder}
              onInput={(event) => put({ holder: event.currentTarget.value })}
            />
          </label>
        )}
        <div class="columns">
          <Select
            label={form.variant}
            options={VARIANTS.map(({ name }) => [name, all.variants[name] ?? name] as const)}
            value={now.variant}
            onChange={(variant) => put({ variant })}
          />
          <Select
            label={form.preset}
            options={[
              ...PRESETS.map((it) => [it, all.setup.presets[it]] as const),
              ...(typeof now.rules === 'string' ? [] : [['each', '…'] as const]),
            ]}
            value={typeof now.rules === 'string' ? now.rules : 'each'}
            onChange={(rules) => {
              if (rules !== 'each') put({ rules: rules as Preset });
            }}
          />
          <Select
            label={form.time}
            name="clock"
            options={clocks.map((it) => [JSON.stringify(it), clocksInWords(all, it)] as const)}
            value={JSON.stringify(now.clock)}
            onChange={(clock) => put({ clock: JSON.parse(clock) as Clock })}
          />
        </div>
        <div class="columns">
          <label class="field">
            <span class="label">{form.starts}</span>
            <input
              type="datetime-local"
              name="starts"
              value={now.starts}
              onInput={(event) => put({ starts: event.currentTarget.value })}
            />
            <span class="note">{form.startsHelp}</span>
          </label>
          <Select
            label={form.pace}
            name="pace"
            options={[
              ['word', form.paces.word],
              ['gap', form.paces.gap],
            ]}
            value={now.gap === null ? 'word' : 'gap'}
            onChange={(pace) => put({ gap: pace === 'gap' ? 5 : null })}
          />
          {now.gap !== null && (
            <NumberField
              label={form.gap}
              min={0}
              max={10_000}
              value={now.gap}
              onChange={(gap) => put({ gap })}
            />
          )}
          <NumberField
            label={form.grace}
            min={0}
            max={1_440}
            value={now.grace}
            onChange={(grace) => put({ grace })}
          />
          <NumberField
            label={form.late}
            min={0}
            max={30}
            value={now.late}
            onChange={(late) => put({ late })}
          />
          <NumberField
            label={form.places}
            min={0}
            max={1_000}
            value={now.places}
            onChange={(places) => put({ places })}
          />
        </div>
        {toggle('checkIn', form.checkIn, !now.starts)}
        {toggle('rated', form.rated, now.atTheBoard)}
        {toggle('furigoma', form.furigoma)}
        {toggle('handicap', form.handicap, now.variant !== 'standard')}
        {toggle('atTheBoard', form.atTheBoard)}
        {toggle('byInvitation', form.byInvitation)}
        {problem.value && (
          <p class="warning" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="primary">
          {code ? form.save : form.create}
        </button>
      </form>
    </main>
  );
}
