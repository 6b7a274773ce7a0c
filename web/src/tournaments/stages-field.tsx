/**
 * The stages of a tournament: each with its format, and with the places of others that lead to it.
 */

import { t } from '../i18n/whole';
import { NumberField, Select } from '../ui/choice';
import { type Field, FormFields, type Shown } from '../ui/form-fields';
import { TextField } from '../ui/text-field';
import type { TournamentFormat } from '../wire/generated';
import {
  formatDraftOf,
  formatOf,
  STAGE_FORMATS,
  type Stage,
  type StageSource,
  settledInStage,
} from './format-draft';
import { FORMAT_FIELDS, FORMAT_REST } from './format-fields';
import { type Draft, FIRST } from './settings-draft';
import { formatNames, formWords } from './words';

const STAGES_MAX = 20;
const PLACES_MAX = 3_000;

type Template = 'brackets' | 'playoff' | 'title';
const TEMPLATES: readonly Template[] = ['brackets', 'playoff', 'title'];

/** What organisers play most often, to begin with. */
export function templateOf(template: Template): Stage[] {
  const { names } = t().tournaments.stages;
  const group = names.groups;
  switch (template) {
    case 'brackets':
      return [
        { name: group, format: { t: 'pools', groups: 4 } },
        {
          name: names.cup,
          format: { t: 'single_elimination', third_place: true },
          from: [{ stage: group, first: 1, last: 2 }],
        },
        { name: names.plate, format: { t: 'single_elimination' }, from: [{ stage: group, first: 3 }] },
      ];
    case 'playoff':
      return [
        { name: names.qualifier, format: { t: 'swiss', rounds: 5 } },
        {
          name: names.playoff,
          format: { t: 'single_elimination', third_place: true },
          from: [{ stage: names.qualifier, first: 1, last: 4 }],
        },
      ];
    case 'title':
      return [
        { name: names.league, format: { t: 'league', classes: [{ name: 'A', up: 0, down: 0 }] } },
        {
          name: names.title,
          format: { t: 'title_match', best_of: 3 },
          from: [{ stage: names.league, of: 'A', first: 1, last: 2 }],
        },
      ];
  }
}

/** The groups or classes of a stage, by their titles in its standings. */
export function partsOfStage({ format }: Stage): string[] {
  if (format.t === 'league') return format.classes.map(({ name }) => name);
  if (format.t === 'pools') return Array.from({ length: format.groups }, (_, i) => `group ${i + 1}`);
  return format.t === 'championship' ? ['knock-out'] : [];
}

/** Another name for a stage, wherever others take players from it. */
const renamed = (stages: readonly Stage[], at: number, name: string): Stage[] =>
  stages.map((stage, i) =>
    i === at
      ? { ...stage, name }
      : {
          ...stage,
          from: (stage.from ?? []).map((it) => (it.stage === stages[at]?.name ? { ...it, stage: name } : it)),
        },
  );

/** The stages without one: who came from it comes from the first. */
const without = (stages: readonly Stage[], at: number): Stage[] => {
  const gone = stages[at]?.name;
  const left = stages.filter((_, i) => i !== at);
  return left.map((stage, i) => {
    const from = (stage.from ?? []).filter((it) => it.stage !== gone);
    return i === 0 ? { ...stage, from: [] } : { ...stage, from: from.length > 0 ? from : firstOf(left) };
  });
};

const firstOf = (stages: readonly Stage[]): StageSource[] => [
  { stage: stages[0]?.name ?? '', first: 1, last: 4 },
];

export function StagesField({ draft: { stages }, put }: Shown<Draft>) {
  const words = t().tournaments.stages;
  const set = (at: number, to: Partial<Stage>) =>
    put({ stages: stages.map((it, i) => (i === at ? { ...it, ...to } : it)) });
  return (
    <div class="form-part">
      <p class="row">
        <span class="label">{words.first.label}</span>
        {TEMPLATES.map((it) => (
          <button key={it} type="button" class="quiet" onClick={() => put({ stages: templateOf(it) })}>
            {words.first[it]}
          </button>
        ))}
      </p>
      {stages.map((stage, i) => (
        <fieldset key={i} class="form-part stage">
          <legend class="label">{words.stage(i + 1)}</legend>
          <TextField
            label={words.name}
            required
            maxLength={50}
            pattern="[^\/]+"
            value={stage.name}
            onInput={(name) => put({ stages: renamed(stages, i, name) })}
          />
          <FormatOf format={stage.format} at={i} onChange={(format) => set(i, { format })} />
          {i === 0 ? (
            <p class="note">{words.everyone}</p>
          ) : (
            <Sources
              from={stage.from ?? []}
              before={stages.slice(0, i)}
              onChange={(from) => set(i, { from })}
            />
          )}
          {stages.length > 1 && (
            <button type="button" class="quiet" onClick={() => put({ stages: without(stages, i) })}>
              {t().tournaments.prizes.remove(stage.name)}
            </button>
          )}
        </fieldset>
      ))}
      {stages.length < STAGES_MAX && (
        <button
          type="button"
          class="quiet"
          onClick={() =>
            put({
              stages: [
                ...stages,
                {
                  name: words.stage(stages.length + 1),
                  format: { t: 'single_elimination' },
                  from: firstOf(stages),
                },
              ],
            })
          }
        >
          {words.add}
        </button>
      )}
      <p class="note">{words.entersLater}</p>
    </div>
  );
}

interface FormatProps {
  format: TournamentFormat;
  at: number;
  onChange(format: TournamentFormat): void;
}

/** What is played in a stage, with all that the form asks of it. */
function FormatOf({ format, at, onChange }: FormatProps) {
  const draft: Draft = { ...FIRST, ...formatDraftOf(format) };
  const put = (changes: Partial<Draft>) => onChange(formatOf({ ...draft, ...changes }, format, ''));
  const names = formatNames();
  const fields = { words: formWords(), draft, put };
  const settled = settledInStage(at);
  const isOpen = (field: Field<Draft>) => !('key' in field) || !settled.includes(field.key);
  return (
    <>
      <div class="columns">
        <Select
          label={t().tournaments.form.format}
          options={STAGE_FORMATS.filter((it) => at === 0 || it !== 'league').map(
            (it) => [it, names[it] ?? it] as const,
          )}
          value={draft.format}
          onChange={(it) => put({ format: it })}
        />
        <FormFields fields={FORMAT_FIELDS.filter(isOpen)} {...fields} />
      </div>
      <FormFields fields={FORMAT_REST.filter(isOpen)} {...fields} />
    </>
  );
}

/** Without what says nothing: no group in particular, no last place. */
const said = ({ of, last, ...rest }: StageSource): StageSource => ({
  ...rest,
  ...(of ? { of } : {}),
  ...(last ? { last } : {}),
});

interface SourcesProps {
  from: readonly StageSource[];
  before: readonly Stage[];
  onChange(from: StageSource[]): void;
}

/** Whose places lead to a stage. */
function Sources({ from, before, onChange }: SourcesProps) {
  const words = t().tournaments.stages;
  const set = (at: number, to: Partial<StageSource>) =>
    onChange(from.map((it, i) => (i === at ? said({ ...it, ...to }) : it)));
  return (
    <>
      {from.map((source, i) => {
        const stage = before.find(({ name }) => name === source.stage);
        const parts = stage ? partsOfStage(stage) : [];
        return (
          <div key={i} class="columns stage-source">
            <Select
              label={words.from}
              options={before.map(({ name }) => [name, name] as const)}
              value={source.stage}
              onChange={(it) => set(i, { stage: it, of: '' })}
            />
            {parts.length > 0 && (
              <Select
                label={words.of}
                options={[['', words.ofEach] as const, ...parts.map((it) => [it, partText(it)] as const)]}
                value={source.of ?? ''}
                onChange={(of) => set(i, { of })}
              />
            )}
            <NumberField
              label={words.firstPlace}
              min={1}
              max={PLACES_MAX}
              value={source.first ?? 1}
              onChange={(first) => set(i, { first })}
            />
            <NumberField
              label={words.lastPlace}
              min={0}
              max={PLACES_MAX}
              value={source.last ?? 0}
              onChange={(last) => set(i, { last })}
            />
            {from.length > 1 && (
              <button type="button" class="quiet" onClick={() => onChange(from.filter((_, at) => at !== i))}>
                {t().tournaments.prizes.remove(source.stage)}
              </button>
            )}
          </div>
        );
      })}
      <button type="button" class="quiet" onClick={() => onChange([...from, ...firstOf(before)])}>
        {words.addSource}
      </button>
    </>
  );
}

/** `group 2` in the language of the page. */
function partText(part: string): string {
  const words = t().tournaments;
  const group = /^group (\d+)$/.exec(part)?.[1];
  if (group) return words.group(Number(group));
  return part === 'knock-out' ? words.stages.knockout : part;
}
