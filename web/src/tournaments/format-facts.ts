/** What an organiser has decided about the format, in the words of the form. */

import { labelled, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { textOf } from '../ui/choice';
import { type Field, wordOf } from '../ui/form-fields';
import type { TournamentFormat } from '../wire/generated';
import { FIRST_FORMAT, type FormatDraft, formatDraftOf, type Stage, settledInStage } from './format-draft';
import { FORMAT_FIELDS, FORMAT_REST } from './format-fields';
import { type Draft, FIRST } from './settings-draft';
import { whoText } from './who-fields';
import { formatText, formWords, titleText } from './words';

/** What the page says elsewhere. */
const ELSEWHERE: readonly string[] = ['rounds', 'holder', 'host'] satisfies (keyof FormatDraft)[];

/** What goes without saying as long as it is as in most tournaments. */
const USUAL: readonly string[] = [
  'clubRounds',
  'accelerated',
  'colours',
  'within',
  'bestOfFinal',
  'pace',
] satisfies (keyof FormatDraft)[];

type Fact = readonly [label: string, value: string];

/** Its settings, each with what it is. */
export function formatFacts(
  { format }: { format: TournamentFormat },
  without: readonly string[] = [],
): Fact[] {
  const draft: Draft = { ...FIRST, ...formatDraftOf(format) };
  return [...FORMAT_FIELDS, ...FORMAT_REST]
    .filter((field) => !('key' in field) || !without.includes(field.key))
    .flatMap((field) => factOf(field, draft) ?? [])
    .concat(draft.format === 'league' ? draft.classes.map(classFact) : [])
    .concat(draft.format === 'championship' ? mayPlayFact(draft) : [])
    .concat(draft.format === 'stages' ? draft.stages.flatMap(stageFacts) : []);
}

function factOf(field: Field<Draft>, draft: Draft): [Fact] | null {
  const words = t();
  if (field.kind === 'columns' || field.kind === 'view' || (field.when && !field.when(draft))) return null;
  const { key } = field;
  const value = draft[key];
  const isUsual = USUAL.includes(key) && value === FIRST_FORMAT[key as keyof FormatDraft];
  if (ELSEWHERE.includes(key) || isUsual || value === '') return null;
  const label = wordOf(formWords(), field.label ?? key);
  if (field.kind === 'toggle') return [[label, value ? words.tournaments.yes : words.tournaments.no]];
  const chosen = field.kind === 'choice' ? textOf(field.options(words), value) : undefined;
  return [[label, chosen ?? String(value)]];
}

/** Who may play in the knock-out, where that is not everybody. */
function mayPlayFact({ mayPlay }: Draft): Fact[] {
  const said = whoText(mayPlay);
  return said ? [[t().tournaments.stages.mayPlay, said]] : [];
}

/** What is played in a stage, who comes there, and its settings. */
function stageFacts(stage: Stage, at: number, stages: readonly Stage[]): Fact[] {
  const words = t().tournaments.stages;
  const from = (stage.from ?? []).map(({ stage: name, of, first = 1, last }) => {
    const source = stages.find((it) => it.name === name);
    const part = of && source ? words.part(name, titleText(source.format, of)) : name;
    return last ? words.takesTo(part, first, last) : words.takes(part, first);
  });
  const played = noted([formatText(stage), ...from]);
  const own = formatFacts(stage, settledInStage(at)).map(
    ([label, value]): Fact => [words.part(stage.name, label), value],
  );
  return [[labelled(words.stage(at + 1), stage.name), played], ...own];
}

function classFact({ name, up = 0, down = 0, size = 0 }: Draft['classes'][number]): Fact {
  const words = t().tournaments;
  return [words.classTitle(name), words.form.movesOf(up, down, size)];
}
