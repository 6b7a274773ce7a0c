/** What was skipped, corrected or wrong in a file, each with the line that it is about. */

import { labelled } from '../i18n/listed';
import { t } from '../i18n/whole';
import type { ImportAnswer } from '../wire/generated';
import { type RecordProblem, wrongText } from './words';

/** The notes on a file that was read. */
export interface NotedFile extends Pick<ImportAnswer, 'notes' | 'n_notes'> {
  /** What it is called; null for what was pasted. */
  name: string | null;
}

/** The notes on files; of those that have none, nothing. */
export function FileNotes({ files }: { files: readonly NotedFile[] }) {
  return (
    <>
      {files
        .filter((file) => file.n_notes > 0)
        .map((file, i) => (
          <NotesOfFile key={i} file={file} />
        ))}
    </>
  );
}

function NotesOfFile({ file: { name, notes, n_notes } }: { file: NotedFile }) {
  const words = t().archive;
  const n = words.notes(n_notes);
  const left = n_notes - notes.length;
  return (
    <details class="file-notes" open>
      <summary>{name === null ? n : labelled(name, n)}</summary>
      <ul>
        {notes.map((note, i) => (
          <li key={i}>
            {wrongText(note.line, note.column, note.wrong)}
            <Excerpt of={note.wrong.excerpt} />
          </li>
        ))}
      </ul>
      {left > 0 && <p class="note">{words.moreNotes(left)}</p>}
    </details>
  );
}

/** Why a file was not read, with the line that is wrong. */
export function FileWarning({ of: { text, excerpt } }: { of: RecordProblem }) {
  return (
    <div class="warning" role="alert">
      {text}
      <Excerpt of={excerpt} />
    </div>
  );
}

function Excerpt({ of }: { of: string | null | undefined }) {
  return of ? (
    <pre class="excerpt" translate={false}>
      {of}
    </pre>
  ) : null;
}
