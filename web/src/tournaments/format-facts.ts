/** What an organiser has decided about the format, in the words of the form. */

import { t } from '../i18n';
import { type Field, wordOf } from '../ui/form-fields';
import type { TournamentFormat } from '../wire/generated';
import { FIRST_FORMAT, type FormatDraft, formatDraftOf } from './format-draft';
import { FORMAT_FIELDS, FORMAT_REST } from './format-fields';
import { type Draft, FIRST } from './settings-draft';

/** What the page says elsewhere. */
const ELSEWHERE: readonly string[] = ['rounds', 'holder'] satisfies (keyof FormatDraft)[];

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
export function formatFacts({ format }: { format: TournamentFormat }): Fact[] {
  const draft: Draft = { ...FIRST, ...formatDraftOf(format) };
  return [...FORMAT_FIELDS, ...FORMAT_REST]
    .flatMap((field) => factOf(field, draft) ?? [])
    .concat(draft.format === 'league' ? draft.classes.map(classFact) : []);
}

function factOf(field: Field<Draft>, draft: Draft): [Fact] | null {
  const words = t();
  if (field.kind === 'columns' || field.kind === 'view' || (field.when && !field.when(draft))) return null;
  const { key } = field;
  const value = draft[key];
  const isUsual = USUAL.includes(key) && value === FIRST_FORMAT[key as keyof FormatDraft];
  if (ELSEWHERE.includes(key) || isUsual || value === '') return null;
  const label = wordOf(words.tournaments.form, field.label ?? key);
  if (field.kind === 'toggle') return [[label, value ? words.tournaments.yes : words.tournaments.no]];
  const chosen = field.kind === 'choice' && field.options(words).find(([it]) => it === value);
  return [[label, chosen ? chosen[1] : String(value)]];
}

function classFact({ name, up = 0, down = 0, size = 0 }: Draft['classes'][number]): Fact {
  const { form } = t().tournaments;
  return [`${form.className} ${name}`, form.movesOf(up, down, size)];
}
