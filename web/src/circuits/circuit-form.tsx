/** `/circuits/new` and `/circuits/CODE/edit`: what a circuit says of itself, and its rule. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { go } from '../router';
import { WhoFields } from '../tournaments/who-fields';
import { type Field, FormFields, type Shown } from '../ui/form-fields';
import { FormPage } from '../ui/form-page';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import { TextField } from '../ui/text-field';
import { uuid } from '../uuid';
import type { Circuit } from '../wire/generated';
import { circuitOf, editCircuit, makeCircuit, problemText } from './circuit-api';
import { type CircuitDraft, draftOf, NEW_CIRCUIT, settingsFrom } from './circuit-draft';

const FIELDS: readonly Field<CircuitDraft>[] = [
  { kind: 'text', key: 'name', max: 80, required: true },
  { kind: 'text', key: 'about', lines: 4, max: 5_000 },
  { kind: 'view', view: Days },
  {
    kind: 'choice',
    key: 'worth',
    options: ({ circuits }) => [
      ['places', circuits.form.worths.places],
      ['score', circuits.form.worths.score],
    ],
  },
  {
    kind: 'columns',
    fields: [
      {
        kind: 'text',
        key: 'table',
        exact: true,
        required: true,
        max: 500,
        help: 'tableHelp',
        when: ({ worth }) => worth === 'places',
      },
      {
        kind: 'choice',
        key: 'shared',
        options: ({ circuits }) => [
          ['share', circuits.form.shares.share],
          ['highest', circuits.form.shares.highest],
        ],
        when: ({ worth }) => worth === 'places',
      },
    ],
  },
  {
    kind: 'columns',
    fields: [
      { kind: 'number', key: 'best', min: 0, max: 100 },
      { kind: 'number', key: 'events_min', label: 'eventsMin', min: 0, max: 100 },
      { kind: 'number', key: 'attendance', min: 0, max: 1_000 },
    ],
  },
  { kind: 'view', view: Categories },
];

function Days({ draft, put }: Shown<CircuitDraft>) {
  const words = t().circuits.form;
  return (
    <div class="columns">
      {(['first_day', 'last_day'] as const).map((key) => (
        <label key={key} class="field">
          <span class="label">{key === 'first_day' ? words.firstDay : words.lastDay}</span>
          <input
            type="date"
            name={key}
            min={key === 'last_day' ? draft.first_day : undefined}
            value={draft[key]}
            onInput={(event) => put({ [key]: event.currentTarget.value })}
          />
        </label>
      ))}
    </div>
  );
}

/** Rankings of their own for juniors, kyu players and the like. */
function Categories({ draft: { categories }, put }: Shown<CircuitDraft>) {
  const words = t().circuits.form;
  const change = (at: number, to: Partial<CircuitDraft['categories'][number]>) =>
    put({ categories: categories.map((it, i) => (i === at ? { ...it, ...to } : it)) });
  return (
    <details class="prizes-field" open={categories.length > 0}>
      <summary>{words.categories}</summary>
      <p class="note">{words.categoriesHelp}</p>
      {categories.map((category, at) => (
        <fieldset key={at} class="card prize-category">
          <TextField
            label={words.categoryName}
            name={`category-${at}`}
            required
            maxLength={80}
            value={category.name}
            onInput={(name) => change(at, { name })}
          />
          <WhoFields who={category.who} onChange={(who) => change(at, { who })} />
          <button
            type="button"
            class="quiet"
            onClick={() => put({ categories: categories.filter((_, i) => i !== at) })}
          >
            {words.removeCategory}
          </button>
        </fieldset>
      ))}
      {categories.length < 10 && (
        <button type="button" onClick={() => put({ categories: [...categories, { name: '', who: {} }] })}>
          {words.addCategory}
        </button>
      )}
    </details>
  );
}

export function CircuitFormPage({ code = '' }: { code?: string }) {
  const words = t().circuits;
  // What is there is changed, and nothing is saved in its place before it is known.
  const before = useLoaded(async () => (code ? await circuitOf(code) : null), [code]);
  const missing = { title: words.notFound, text: words.notFoundHelp, href: '/circuits', to: words.toList };
  return (
    <When of={before} missing={missing}>
      {(known) => <Form before={known} />}
    </When>
  );
}

function Form({ before }: { before: Circuit | null }) {
  const words = t().circuits.form;
  // Drawn once, so that a second click makes no second circuit.
  const create = useSignal(uuid());
  const draft = useSignal(before ? draftOf(before) : NEW_CIRCUIT);
  const save = async () => {
    const settings = settingsFrom(draft.value);
    if (settings === null) return words.badTable;
    if (before) {
      const why = await editCircuit(before.code, settings);
      if (why === null) go(`/circuits/${before.code}`);
      return why;
    }
    try {
      const club = new URLSearchParams(location.search).get('club');
      const made = await makeCircuit(create.value, club, settings);
      go(`/circuits/${made.code}#manage`);
      return null;
    } catch (refused) {
      return problemText(refused);
    }
  };
  return (
    <FormPage
      title={before ? words.titleEdit : words.titleNew}
      action={before ? words.save : words.create}
      save={save}
    >
      <FormFields
        fields={FIELDS}
        words={words}
        draft={draft.value}
        put={(changes) => {
          draft.value = { ...draft.value, ...changes };
        }}
      />
    </FormPage>
  );
}
