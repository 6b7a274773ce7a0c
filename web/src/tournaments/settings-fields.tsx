/**
 * What the form of a tournament asks, in its order. To add a field: a row here, and in
 * `settings-draft.ts`.
 */

import { t } from '../i18n/whole';
import { variantOf } from '../shogi/variant';
import { NumberField, Select } from '../ui/choice';
import type { Field, Shown } from '../ui/form-fields';
import { variantOptions } from '../variants/variant-select';
import type { Preset } from '../wire/generated';
import { AppointmentFields } from './appointment-fields';
import { ClockField } from './clock-field';
import { ClubField } from './club-field';
import { FORMATS, hasSetting } from './format-draft';
import { FORMAT_FIELDS, FORMAT_REST } from './format-fields';
import { PrizesField } from './prizes-field';
import { RankingFields } from './ranking-fields';
import {
  type Draft,
  HOST_TIMES,
  isSlow,
  mayAppoint,
  mayChooseTeams,
  SCHEDULES,
  STRENGTHS,
  TEAM_ADMISSIONS,
} from './settings-draft';
import { StagesField } from './stages-field';
import { formatNames } from './words';

const PRESETS = ['tournament', 'professional', 'casual'] as const;

/** The most rounds whose times can be set here. */
const TIMES_MAX = 30;

/** The most time controls after the first. */
const LATER_MAX = 10;

/** §3.3 Whether a difference of grades may suggest handicaps in it. */
const hasOdds = (variant: string) => variantOf(variant).handicaps.includes('10_piece');

/** The handicaps above the first move. */
const LARGEST = [
  'lance',
  'bishop',
  'rook',
  'rook_lance',
  '2_piece',
  '4_piece',
  '6_piece',
  '8_piece',
  '10_piece',
] as const;

export const FIELDS: readonly Field<Draft>[] = [
  { kind: 'text', key: 'name', max: 100, required: true },
  { kind: 'text', key: 'about', lines: 4, max: 10_000 },
  {
    kind: 'columns',
    fields: [
      {
        kind: 'choice',
        key: 'format',
        options: () => FORMATS.map((it) => [it, formatNames()[it]] as const),
        // Another format ranks by something else.
        also: { tiebreaks: [] },
      },
      ...FORMAT_FIELDS,
    ],
  },
  ...FORMAT_REST,
  { kind: 'view', view: StagesField, when: hasSetting('stages') },
  {
    kind: 'columns',
    fields: [
      { kind: 'choice', key: 'variant', options: () => variantOptions() },
      { kind: 'view', view: Rules },
    ],
  },
  { kind: 'view', view: Clocks },
  {
    kind: 'columns',
    fields: [
      {
        kind: 'choice',
        key: 'hostTime',
        options: (words) => HOST_TIMES.map((it) => [it, words.tournaments.form.hostTimes[it]] as const),
      },
      { kind: 'view', view: HostClock, when: ({ hostTime }) => hostTime === 'own' },
      { kind: 'number', key: 'perGuest', min: 0, max: 60, when: ({ hostTime }) => hostTime === 'own' },
    ],
    when: ({ format }) => format === 'simul',
  },
  { kind: 'view', view: Zone },
  {
    kind: 'columns',
    fields: [
      {
        kind: 'time',
        key: 'starts',
        help: 'startsHelp',
        required: ({ schedule, checkIn }) => schedule === 'times' || checkIn > 0,
      },
      { kind: 'time', key: 'closes', help: 'closesHelp', max: ({ starts }) => starts },
      {
        kind: 'choice',
        key: 'schedule',
        options: (words) => SCHEDULES.map((it) => [it, words.tournaments.form.schedules[it]] as const),
      },
      { kind: 'number', key: 'gap', min: 0, max: 10_000, when: ({ schedule }) => schedule === 'gap' },
      { kind: 'view', view: Times, when: ({ schedule }) => schedule === 'times' },
      { kind: 'number', key: 'grace', min: 0, max: 1_440, when: (draft) => !isSlow(draft) },
      { kind: 'number', key: 'checkIn', min: 0, max: 1_440, when: (draft) => !isSlow(draft) },
      { kind: 'number', key: 'atOnce', min: 0, max: 100, when: isSlow },
      { kind: 'number', key: 'late', min: 0, max: 30 },
      { kind: 'number', key: 'delay', min: 0, max: 100 },
      { kind: 'number', key: 'places', min: 0, max: 3_000 },
      {
        kind: 'choice',
        key: 'strengthFrom',
        options: (words) => STRENGTHS.map((it) => [it, words.tournaments.form.strengths[it]] as const),
      },
    ],
  },
  { kind: 'toggle', key: 'noShowLeaves', when: (draft) => !isSlow(draft) },
  { kind: 'view', view: AppointmentFields, when: mayAppoint },
  { kind: 'toggle', key: 'rated', disabled: ({ atTheBoard, format }) => atTheBoard || format === 'simul' },
  { kind: 'toggle', key: 'furigoma' },
  { kind: 'toggle', key: 'handicap', disabled: ({ variant }) => !hasOdds(variant) },
  {
    kind: 'columns',
    fields: [
      { kind: 'number', key: 'reduce', min: 0, max: 40 },
      {
        kind: 'choice',
        key: 'handicapMax',
        options: (words) => [
          ['', words.tournaments.form.noMax],
          ['first_move', words.tournaments.form.firstMove],
          ...LARGEST.map((it) => [it, words.handicaps[it]] as const),
        ],
      },
    ],
    when: ({ handicap, variant }) => handicap && hasOdds(variant),
  },
  { kind: 'toggle', key: 'atTheBoard' },
  {
    kind: 'columns',
    fields: [
      { kind: 'text', key: 'place', max: 100, when: ({ atTheBoard }) => atTheBoard },
      { kind: 'text', key: 'country', max: 100, when: ({ atTheBoard }) => atTheBoard },
      { kind: 'text', key: 'arbiter', max: 100, when: ({ atTheBoard }) => atTheBoard },
      { kind: 'view', view: Days, when: ({ atTheBoard }) => atTheBoard },
    ],
  },
  { kind: 'toggle', key: 'byInvitation', disabled: ({ byApplication }) => byApplication },
  {
    kind: 'toggle',
    key: 'byApplication',
    disabled: ({ byInvitation, atTheBoard }) => byInvitation || atTheBoard,
  },
  { kind: 'toggle', key: 'teamEntry', when: mayChooseTeams },
  {
    kind: 'columns',
    fields: [
      {
        kind: 'choice',
        key: 'teamAdmission',
        options: (words) =>
          TEAM_ADMISSIONS.map((it) => [it, words.tournaments.form.teamAdmissions[it]] as const),
      },
      { kind: 'number', key: 'reserves', min: 0, max: 50 },
    ],
    when: (draft) => mayChooseTeams(draft) && draft.teamEntry,
  },
  { kind: 'toggle', key: 'teamFounding', when: (draft) => mayChooseTeams(draft) && draft.teamEntry },
  { kind: 'view', view: RankingFields },
  { kind: 'view', view: PrizesField },
  {
    kind: 'view',
    view: ({ draft, put }) => <ClubField club={draft.club} onChange={(club) => put({ club })} />,
  },
  { kind: 'toggle', key: 'membersOnly', when: ({ club }) => club !== '' },
];

function Rules({ draft: { rules }, put }: Shown<Draft>) {
  const words = t();
  return (
    <Select
      label={words.tournaments.form.preset}
      options={[
        ...PRESETS.map((it) => [it, words.setup.presets[it]] as const),
        ...(typeof rules === 'string' ? [] : [['each', '…'] as const]),
      ]}
      value={typeof rules === 'string' ? rules : 'each'}
      onChange={(chosen) => {
        if (chosen !== 'each') put({ rules: chosen as Preset });
      }}
    />
  );
}

/** The clock of a simul's host. */
function HostClock({ draft, put }: Shown<Draft>) {
  return (
    <ClockField
      label={t().tournaments.form.hostTime}
      name="host-clock"
      value={draft.hostClock}
      onChange={(hostClock) => put({ hostClock })}
    />
  );
}

/** The time control, and those of later rounds. */
function Clocks({ draft, put }: Shown<Draft>) {
  const form = t().tournaments.form;
  const { later } = draft;
  return (
    <div class="form-part">
      <ClockField
        label={form.time}
        name="clock"
        value={draft.clock}
        slow={draft.format === 'round_robin'}
        onChange={(clock) => put({ clock })}
      />
      {isSlow(draft) && <p class="note">{t().tournaments.slow}</p>}
      {later.map((one, i) => {
        const change = (to: Partial<Draft['later'][number]>) =>
          put({ later: later.map((it, at) => (at === i ? { ...it, ...to } : it)) });
        return (
          <fieldset key={i} class="form-part">
            <legend class="label">{form.laterTime}</legend>
            <NumberField
              label={form.fromRound}
              min={2}
              max={1_000}
              value={one.from}
              onChange={(from) => change({ from })}
            />
            <ClockField
              label={form.time}
              value={one.clock}
              slow={isSlow(draft)}
              onChange={(clock) => change({ clock })}
            />
            <button
              type="button"
              class="quiet"
              onClick={() => put({ later: later.filter((_, at) => at !== i) })}
            >
              {form.removeTime}
            </button>
          </fieldset>
        );
      })}
      {later.length < LATER_MAX && (
        <button
          type="button"
          class="quiet"
          onClick={() =>
            put({ later: [...later, { from: (later.at(-1)?.from ?? 1) + 1, clock: draft.clock }] })
          }
        >
          {form.addTime}
        </button>
      )}
    </div>
  );
}

/** The days of an event of the past. */
function Days({ draft, put }: Shown<Draft>) {
  const { form } = t().tournaments;
  const day = (key: 'firstDay' | 'lastDay') => (
    <label class="field">
      <span class="label">{form[key]}</span>
      <input
        type="date"
        name={key}
        value={draft[key]}
        min={key === 'lastDay' ? draft.firstDay : undefined}
        onInput={(event) => put({ [key]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      {day('firstDay')}
      {draft.firstDay && day('lastDay')}
      <p class="note">{form.daysHelp}</p>
    </>
  );
}

function Zone() {
  return <p class="note">{t().tournaments.form.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}</p>;
}

/** When the second round begins, the third, and so on. */
function Times({ draft, put }: Shown<Draft>) {
  return (
    <>
      {[...draft.times, ''].slice(0, TIMES_MAX).map((time, i) => (
        <label key={i} class="field">
          <span class="label">{t().tournaments.round(i + 2)}</span>
          <input
            type="datetime-local"
            value={time}
            onInput={(event) => {
              const times = [...draft.times];
              times[i] = event.currentTarget.value;
              put({ times });
            }}
          />
        </label>
      ))}
    </>
  );
}
