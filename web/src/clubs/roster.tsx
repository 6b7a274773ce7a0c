/** Players who have no account, one by one or from a file. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { KNOWN_GRADES } from '../ratings/grade-reader';
import { gradeText } from '../ratings/words';
import { Select } from '../ui/choice';
import { FileButton, forgetFile, refuseFile } from '../ui/file-button';
import { listText, SPREADSHEETS } from '../ui/spreadsheet';
import { TextField } from '../ui/text-field';
import type { BadRow, ClubAct } from '../wire/generated';
import { badRows, problemText, readTable, tableOf } from './club-api';

interface Props {
  club: string;
  act(wanted: ClubAct): Promise<string | true | null>;
  again(): Promise<void>;
}

const NOBODY = { name: '', handle: '', grade: '', note: '' };

export function Roster({ club, act, again }: Props) {
  const words = t().clubs;
  const player = useSignal(NOBODY);
  const bad = useSignal<readonly BadRow[]>([]);
  const told = useSignal('');
  const pasted = useSignal('');
  const put = (changes: Partial<typeof NOBODY>) => {
    player.value = { ...player.value, ...changes };
  };
  const field = (key: 'name' | 'handle' | 'note', label: string, max: number) => (
    <TextField
      label={label}
      name={`player-${key}`}
      required={key === 'name'}
      maxLength={max}
      value={player.value[key]}
      onInput={(text) => put({ [key]: text })}
    />
  );
  const read = async (text: string) => {
    forgetFile();
    bad.value = [];
    told.value = '';
    try {
      const { added, changed } = await readTable(club, new Blob([text]));
      told.value = words.imported(added, changed);
      pasted.value = '';
      await again();
    } catch (problem) {
      bad.value = badRows(problem);
      if (bad.value.length === 0) refuseFile(problemText(problem));
    }
  };
  const problemOf = (row: BadRow) => words.rows[row.problem] ?? row.problem;
  return (
    <section class="card">
      <h2>{words.list}</h2>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          if (await act({ t: 'add', player: player.value })) player.value = NOBODY;
        }}
      >
        <h3>{words.addPlayer}</h3>
        <div class="field-row">
          {field('name', words.name, 60)}
          {field('handle', words.handle, 21)}
          <Select
            label={words.gradeAwarded}
            options={[
              ['', words.noGrade] as const,
              ...KNOWN_GRADES.map((it) => [it, gradeText(it)] as const),
            ]}
            value={player.value.grade}
            onChange={(grade) => put({ grade })}
          />
          {field('note', words.note, 300)}
          <button type="submit">{words.add}</button>
        </div>
        <p class="note">{words.handleHelp}</p>
      </form>
      <h3>{words.importTitle}</h3>
      <p class="note">{words.importHelp}</p>
      <FileButton
        label={words.importFile}
        name="list"
        accept={SPREADSHEETS}
        onChoose={async ([file]) => {
          const list = file && (await listText(file));
          if (list) await read(list);
          else if (file) refuseFile(words.problems.unreadable);
        }}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void read(pasted.value);
        }}
      >
        <TextField
          exact
          lines={5}
          label={words.importPaste}
          name="list-text"
          required
          value={pasted.value}
          onInput={(text) => {
            pasted.value = text;
          }}
        />
        <button type="submit">{words.importPasted}</button>
      </form>
      <div role="status">
        {told.value && <p>{told.value}</p>}
        {bad.value.length > 0 && (
          <div class="warning">
            <p>{words.badRows}</p>
            <ul>
              {bad.value.map((row) => (
                <li key={row.line}>{words.badRow(row.line, problemOf(row), row.value)}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <p>
        <a href={tableOf(club)} download>
          {words.export}
        </a>
      </p>
    </section>
  );
}
