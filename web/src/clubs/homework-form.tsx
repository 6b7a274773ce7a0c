/** The form in which a teacher sets homework. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { listProblems } from '../tsume/tsume-api';
import { NumberField, Select } from '../ui/choice';
import { useLoaded } from '../ui/loaded';
import { TextField } from '../ui/text-field';
import type { CoachingPerson, NewHomework } from '../wire/generated';
import { dayIn, type HomeworkDraft, homeworkOf, type Wrong } from './homework-draft';

/** How many tasks one homework has at most; the server refuses more. */
const TASKS_MAX = 50;

interface Props {
  pupils: CoachingPerson[];
  onSend(homework: NewHomework): Promise<void>;
}

export function HomeworkForm({ pupils, onSend }: Props) {
  const words = t().coaching.homework;
  const draft = useSignal<HomeworkDraft>({
    title: '',
    due: dayIn(7),
    pupil: '',
    plies: 0,
    n: 10,
    numbers: '',
    studies: '',
    texts: '',
  });
  const wrong = useSignal<Wrong | null>(null);
  const problems = useLoaded(listProblems).value?.problems ?? [];
  const lengths = [...new Set(problems.map((it) => it.plies))].sort((a, b) => a - b);
  const now = draft.value;
  const put = (changes: Partial<HomeworkDraft>) => {
    draft.value = { ...draft.value, ...changes };
    wrong.value = null;
  };
  const why = wrong.value;
  return (
    <form
      class="settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        const found = homeworkOf(draft.value);
        if ('is' in found) wrong.value = found;
        else void onSend(found);
      }}
    >
      <TextField
        label={words.name}
        name="title"
        required
        maxLength={100}
        value={now.title}
        onInput={(title) => put({ title })}
      />
      <label class="field">
        <span class="label">{words.due}</span>
        <input
          type="date"
          name="due"
          required
          min={dayIn(0)}
          value={now.due}
          onInput={(event) => put({ due: event.currentTarget.value })}
        />
      </label>
      <Select
        label={words.for}
        name="for"
        options={[['', words.all] as const, ...pupils.map((it) => [it.member, shownName(it.name)] as const)]}
        value={now.pupil}
        onChange={(pupil) => put({ pupil })}
      />
      <Select
        label={words.plies}
        name="plies"
        options={[
          ['0', words.noTsume] as const,
          ...lengths.map((plies) => [`${plies}`, words.moves(plies)] as const),
        ]}
        value={`${now.plies}`}
        onChange={(plies) => put({ plies: Number(plies) })}
      />
      {now.plies > 0 && (
        <NumberField
          label={words.count}
          min={1}
          max={Math.min(TASKS_MAX, problems.filter((it) => it.plies === now.plies).length)}
          value={now.n}
          onChange={(n) => put({ n })}
        />
      )}
      <TextField
        label={words.numbers}
        name="numbers"
        exact
        help={words.numbersHelp}
        value={now.numbers}
        onInput={(numbers) => put({ numbers })}
      />
      <TextField
        label={words.studies}
        name="studies"
        exact
        lines={2}
        help={words.studiesHelp}
        value={now.studies}
        onInput={(studies) => put({ studies })}
      />
      <TextField
        label={words.tasks}
        name="texts"
        lines={3}
        help={words.tasksHelp}
        value={now.texts}
        onInput={(texts) => put({ texts })}
      />
      {why && (
        <p class="warning" role="alert">
          {why.is === 'empty'
            ? words.empty
            : why.is === 'number'
              ? words.badNumber(why.text)
              : words.badStudy(why.text)}
        </p>
      )}
      <button type="submit" class="primary">
        {words.set}
      </button>
    </form>
  );
}
