/** Our own notes of a game beside its board: a text that nobody else sees. */

import { useEffect, useState } from 'preact/hooks';
import { problemText } from '../api/request';
import { t } from '../i18n/whole';
import { user } from '../session';
import { TextField } from '../ui/text-field';
import { NOTE_CHARS_MAX, type NoteState, openNote } from './note';

/** Guests have no account that could keep them. */
export function NotePanel({ code }: { code: string }) {
  return user.value && !user.value.guest ? <Shown key={code} code={code} /> : null;
}

function Shown({ code }: { code: string }) {
  const [note] = useState(() => openNote(code));
  useEffect(() => () => void note.close(), [note]);
  const words = t().correspondence.note;
  const state = note.state.value;
  if (state === 'loading') return null;
  return (
    <div class="card slow-card">
      <TextField
        label={words.title}
        lines={4}
        value={note.text.value}
        maxLength={NOTE_CHARS_MAX}
        help={words.lead}
        onInput={note.type}
        onLeave={() => void note.keep()}
      />
      <p class="note" role="status">
        {textOf(state)}
      </p>
    </div>
  );
}

function textOf(state: NoteState): string {
  const words = t().correspondence.note;
  if (state === 'kept') return words.kept;
  return typeof state === 'string' ? words.typed : words.notKept(problemText(state));
}
