/** An account that a moderator looks for, and what can be done about it. */

import { useSignal } from '@preact/signals';
import { ask } from '../../api/request';
import { t } from '../../i18n/whole';
import { RecentGames } from '../../players/recent-games';
import { gradeText } from '../../ratings/words';
import { Noted } from '../../ui/noted';
import { toast } from '../../ui/toast';
import type { Grade, ModeratedAccount } from '../../wire/generated';

import { failed, Part, Reasoned } from './parts';
import { ReportList } from './reports';
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
          <About account={found.value} onDone={onDone} look={look} />
          <Impose user={found.value.user} onDone={onDone} />
          <Rename found={found.value} onDone={look} />
          {found.value.grades.length > 0 && <Annul found={found.value} onDone={look} />}
        </>
      )}
    </Part>
  );
}

/** What there is about an account: open reports, its latest games, who else comes from its address. */
function About({
  account,
  onDone,
  look,
}: {
  account: ModeratedAccount;
  onDone(): void;
  look(handle: string): unknown;
}) {
  const words = t().site.moderation;
  const { handle, name, reports, same_address: others } = account;
  return (
    <>
      {reports.length > 0 && (
        <>
          <h3>{words.reportsAbout}</h3>
          <ReportList
            reports={reports}
            onDone={() => {
              onDone();
              void look(handle);
            }}
          />
        </>
      )}
      <RecentGames profile={{ handle, name, playing: [] }} />
      {others.length > 0 && (
        <>
          <h3>{words.sameAddress}</h3>
          <p>
            <Noted>
              {others.map((it) => (
                <button key={it.handle} type="button" class="quiet" onClick={() => void look(it.handle)}>
                  {it.name} @{it.handle}
                </button>
              ))}
            </Noted>
          </p>
          <p class="note">{words.sameAddressHelp}</p>
        </>
      )}
    </>
  );
}

/** A name that says nothing, in place of an offensive one. */
function Rename({ found, onDone }: { found: ModeratedAccount; onDone(handle: string): unknown }) {
  const words = t().site.moderation;
  return (
    <form
      class="impose"
      onSubmit={(event) => {
        event.preventDefault();
        const reason = String(new FormData(event.currentTarget).get('reason'));
        ask('POST', '/moderation/names', { body: { user: found.user, reason } }).then(({ name }) => {
          toast.show(words.renamed(name), 'good');
          onDone(found.handle);
        }, failed);
      }}
    >
      <span class="label">{words.rename}</span>
      <Reasoned help={words.renameHelp} act={words.renameIt} />
    </form>
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
