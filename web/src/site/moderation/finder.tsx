/** An account that a moderator looks for, and what can be done about it. */

import { useSignal } from '@preact/signals';
import { ask } from '../../api/request';
import { t } from '../../i18n/whole';
import { gradeText } from '../../ratings/words';
import { toast } from '../../ui/toast';
import type { Grade, ModeratedAccount } from '../../wire/generated';

import { failed, Part, Reasoned } from './parts';
import { Impose } from './sanctions';

export function Finder({ onDone }: { onDone(): void }) {
  const words = t().site.moderation;
  const found = useSignal<ModeratedAccount | null>(null);
  const look = (handle: string) =>
    ask('GET', '/moderation/accounts/{handle}', { path: { handle } }).then(
      (account) => {
        found.value = account;
      },
      () => toast.show(words.notFound, 'bad'),
    );
  return (
    <Part title={words.find}>
      <form
        class="entry"
        onSubmit={(event) => {
          event.preventDefault();
          const handle = String(new FormData(event.currentTarget).get('handle') ?? '').trim();
          void look(handle);
        }}
      >
        <label class="field">
          <span class="label">{words.handle}</span>
          <input type="text" name="handle" required autocomplete="off" spellcheck={false} />
        </label>
        <button type="submit">{words.look}</button>
      </form>
      {found.value && (
        <>
          <p>
            <strong>{found.value.name}</strong> <span class="note">@{found.value.handle}</span>
          </p>
          <Impose user={found.value.user} onDone={onDone} />
          {found.value.grades.length > 0 && <Annul found={found.value} onDone={look} />}
        </>
      )}
    </Part>
  );
}

/** §6.4 A grade that was got by fraud. */
function Annul({ found, onDone }: { found: ModeratedAccount; onDone(handle: string): unknown }) {
  const words = t().site.moderation;
  return (
    <form
      class="impose annul"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const grade = form.get('grade') as Grade;
        const body = { user: found.user, grade, reason: String(form.get('reason')) };
        ask('POST', '/moderation/grades', { body }).then(() => {
          toast.show(words.annulled, 'good');
          onDone(found.handle);
        }, failed);
      }}
    >
      <label class="field">
        <span class="label">{words.annul}</span>
        <select name="grade">
          {found.grades.map((grade) => (
            <option key={grade} value={grade}>
              {gradeText(grade)}
            </option>
          ))}
        </select>
      </label>
      <Reasoned help={words.annulHelp} act={words.annulIt} />
    </form>
  );
}
