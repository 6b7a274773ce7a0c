/** What the form asks of each format; which of them a format has, `format-draft.ts` says. */

import { labelled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { GRADES, gradeText } from '../ratings/words';
import { NumberField } from '../ui/choice';
import type { Field, Shown } from '../ui/form-fields';
import { TextField } from '../ui/text-field';
import {
  AROUND,
  CLASS_PLAYS,
  COLOURS,
  HOST_SIDES,
  hasSetting,
  INNERS,
  type LeagueClass,
  MATCH_PLAYS,
  PACES,
  SEEDINGS,
  TIES,
  WITHIN,
} from './format-draft';
import type { Draft } from './settings-draft';
import { WhoFields, whoText } from './who-fields';
import { formatNames } from './words';

/** The most classes of a league here. */
const CLASSES_MAX = 30;

const ODD = ['1', '3', '5', '7', '9'];

const grades = () => GRADES.map((it) => [it, gradeText(it)] as const);

const isBy = (by: Draft['barsBy']) => (draft: Draft) => hasSetting('barsBy')(draft) && draft.barsBy === by;

/** Those that every organiser decides. */
export const FORMAT_FIELDS: readonly Field<Draft>[] = [
  {
    kind: 'choice',
    key: 'inner',
    options: () => INNERS.map((it) => [it, formatNames()[it]] as const),
    when: ({ format }) => format === 'team',
  },
  {
    kind: 'choice',
    key: 'matchPlay',
    options: () => MATCH_PLAYS.map((it) => [it, formatNames()[it]] as const),
    when: ({ format }) => format === 'matches',
  },
  { kind: 'number', key: 'matchGames', min: 2, max: 4, when: hasSetting('matchGames') },
  {
    kind: 'choice',
    key: 'classPlay',
    options: () => CLASS_PLAYS.map((it) => [it, formatNames()[it]] as const),
    when: ({ format }) => format === 'league',
  },
  { kind: 'number', key: 'groups', min: 1, max: 200, when: hasSetting('groups') },
  {
    kind: 'choice',
    key: 'classPlay',
    label: 'poolPlay',
    options: () => CLASS_PLAYS.map((it) => [it, formatNames()[it]] as const),
    when: ({ format }) => format === 'pools',
  },
  {
    kind: 'choice',
    key: 'around',
    options: () => AROUND.map((it) => [it, formatNames()[it]] as const),
    when: ({ format }) => format === 'championship',
  },
  { kind: 'number', key: 'best', min: 2, max: 1_024, when: hasSetting('best') },
  { kind: 'number', key: 'firstRound', min: 1, max: 30, when: hasSetting('firstRound') },
  { kind: 'number', key: 'rounds', min: 1, max: 30, when: hasSetting('rounds') },
  { kind: 'number', key: 'cycles', min: 1, max: 4, when: hasSetting('cycles') },
  { kind: 'number', key: 'bestOf', min: 1, max: 9, step: 2, when: hasSetting('bestOf') },
  { kind: 'number', key: 'bestOfKnockout', min: 1, max: 9, step: 2, when: hasSetting('bestOfKnockout') },
  {
    kind: 'choice',
    key: 'bestOfFinal',
    options: (words) => [['', words.tournaments.form.asBefore], ...ODD.map((it) => [it, it] as const)],
    when: hasSetting('bestOfFinal'),
  },
  {
    kind: 'choice',
    key: 'hostSide',
    options: (words) => HOST_SIDES.map((it) => [it, words.tournaments.form.hostSides[it]] as const),
    when: hasSetting('hostSide'),
  },
  { kind: 'number', key: 'boards', min: 1, max: 20, when: hasSetting('boards') },
  {
    kind: 'choice',
    key: 'tie',
    options: (words) => TIES.map((it) => [it, words.tournaments.form.ties[it]] as const),
    when: hasSetting('tie'),
  },
  {
    kind: 'number',
    key: 'minutes',
    label: 'duration',
    min: 1,
    max: 24 * 60,
    when: hasSetting('minutes'),
  },
  { kind: 'number', key: 'wave', min: 0, max: 600, when: hasSetting('wave') },
  {
    kind: 'choice',
    key: 'barsBy',
    options: (words) =>
      (['grade', 'rating'] as const).map((it) => [it, words.tournaments.form.bars[it]] as const),
    when: hasSetting('barsBy'),
  },
  { kind: 'choice', key: 'top', options: grades, when: isBy('grade') },
  { kind: 'choice', key: 'bottom', options: grades, when: isBy('grade') },
  { kind: 'text', key: 'floors', help: 'floorsHelp', required: true, max: 200, when: isBy('rating') },
  {
    kind: 'choice',
    key: 'within',
    options: (words) => WITHIN.map((it) => [it, words.tournaments.form.opponents[it]] as const),
    when: hasSetting('within'),
  },
  {
    kind: 'choice',
    key: 'colours',
    options: (words) => COLOURS.map((it) => [it, words.tournaments.form.balances[it]] as const),
    when: hasSetting('colours'),
  },
  { kind: 'number', key: 'clubRounds', min: 0, max: 30, when: hasSetting('clubRounds') },
  { kind: 'number', key: 'accelerated', min: 0, max: 30, when: hasSetting('accelerated') },
  {
    kind: 'choice',
    key: 'seeding',
    options: (words) => SEEDINGS.map((it) => [it, words.tournaments.form.seedings[it]] as const),
    when: hasSetting('seeding'),
  },
  {
    kind: 'choice',
    key: 'pace',
    options: (words) => PACES.map((it) => [it, words.tournaments.form.paces[it]] as const),
    when: hasSetting('pace'),
  },
];

/** Those that stand below them. */
export const FORMAT_REST: readonly Field<Draft>[] = [
  { kind: 'toggle', key: 'third', when: hasSetting('third') },
  { kind: 'toggle', key: 'knockoutThird', label: 'third', when: hasSetting('knockoutThird') },
  { kind: 'toggle', key: 'reset', when: hasSetting('reset') },
  { kind: 'toggle', key: 'streak', when: hasSetting('streak') },
  { kind: 'view', view: Classes, when: hasSetting('classes') },
  { kind: 'view', view: MayPlay, when: hasSetting('mayPlay') },
  { kind: 'text', key: 'holder', when: ({ format }) => format === 'title_match' },
  { kind: 'text', key: 'host', when: ({ format }) => format === 'simul' },
  { kind: 'text', key: 'challengerFrom', max: 200, when: hasSetting('challengerFrom') },
];

/** Who may play in the knock-out of a championship. */
function MayPlay({ draft: { mayPlay }, put }: Shown<Draft>) {
  const words = t().tournaments;
  return (
    <>
      <p class="note">{words.stages.mayPlayHelp}</p>
      <details>
        <summary>{labelled(words.stages.mayPlay, whoText(mayPlay) || words.prizes.everyone)}</summary>
        <WhoFields who={mayPlay} onChange={(to) => put({ mayPlay: to })} />
      </details>
    </>
  );
}

/** The classes of a league, each with who goes up and down. */
function Classes({ draft: { classes }, put }: Shown<Draft>) {
  const words = t().tournaments.form;
  return (
    <div class="form-part">
      {classes.map((one, i) => {
        const change = (to: Partial<LeagueClass>) =>
          put({ classes: classes.map((it, at) => (at === i ? { ...it, ...to } : it)) });
        return (
          <fieldset key={i} class="columns">
            <TextField
              label={words.className}
              required
              maxLength={50}
              value={one.name}
              onInput={(name) => change({ name })}
            />
            {i > 0 && (
              <NumberField
                label={words.up}
                min={0}
                max={100}
                value={one.up ?? 0}
                onChange={(up) => change({ up })}
              />
            )}
            {i < classes.length - 1 && (
              <NumberField
                label={words.down}
                min={0}
                max={100}
                value={one.down ?? 0}
                onChange={(down) => change({ down })}
              />
            )}
            <NumberField
              label={words.size}
              min={0}
              max={1_000}
              value={one.size ?? 0}
              onChange={(size) => {
                const { size: _, ...others } = one;
                const to = size > 0 ? { ...others, size } : others;
                put({ classes: classes.map((it, at) => (at === i ? to : it)) });
              }}
            />
            {classes.length > 1 && (
              <button
                type="button"
                class="quiet"
                onClick={() => put({ classes: classes.filter((_, at) => at !== i) })}
              >
                {words.removeTime}
              </button>
            )}
          </fieldset>
        );
      })}
      {classes.length < CLASSES_MAX && (
        <button type="button" class="quiet" onClick={() => put({ classes: withOneMore(classes) })}>
          {words.addClass}
        </button>
      )}
    </div>
  );
}

/** With a class below the last; as many go down to it as come up. */
export function withOneMore(classes: readonly LeagueClass[]): LeagueClass[] {
  const moves = classes.at(-1)?.up || 2;
  const above = classes.map((it, i) => (i === classes.length - 1 ? { ...it, down: it.down || moves } : it));
  const taken = new Set(classes.map(({ name }) => name));
  const name = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((it) => !taken.has(it)) ?? '';
  return [...above, { name, up: moves, down: 0 }];
}
