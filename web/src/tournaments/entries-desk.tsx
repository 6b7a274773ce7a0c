/**
 * Who takes part, as the organiser sees it: entering, changing what is known of somebody, taking
 * out, bringing back.
 */

import { useSignal } from '@preact/signals';
import { listed, noted, titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { entryGradeText } from '../ratings/words';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/text-field';
import type { Tournament, TournamentEntry } from '../wire/generated';
import { BringIn } from './bring-in';
import { afterEntry, EntryFields, laterStages, NOBODY, partOf, requestOf, type Typed } from './entry-fields';
import { nextPaired } from './rounds-now';
import { act } from './tournament-api';
import { typedList } from './who-fields';
import { pointsText } from './words';

export function EnterForm({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const typed = useSignal<Typed>(NOBODY);
  const put = (change: Partial<Typed>) => {
    typed.value = { ...typed.value, ...change };
  };
  const { handle, name } = typed.value;
  return (
    <section class="card no-print">
      <h2>{words.acts.enter}</h2>
      <form
        id="enter-form"
        class="settings-form"
        onSubmit={async (event) => {
          event.preventDefault();
          const entry = requestOf(view, typed.value);
          if (handle.trim()) entry.handle = handle.replace(/^@/, '').trim();
          const form = event.currentTarget;
          if (!(await act(view.code, { t: 'enter', entry }))) return;
          typed.value = afterEntry(typed.value);
          // The next one follows without a hand on the mouse.
          form.querySelector<HTMLInputElement>(`input[name=${entry.handle ? 'handle' : 'name'}]`)?.focus();
        }}
      >
        <div class="columns">
          <TextField
            exact
            label={words.handle}
            name="handle"
            value={handle}
            onInput={(it) => put({ handle: it })}
          />
          <TextField
            exact
            label={words.orName}
            name="name"
            value={name}
            onInput={(it) => put({ name: it })}
          />
          <EntryFields isNew view={view} typed={typed.value} onPut={put} />
        </div>
        <p class="note">{words.enterHelp}</p>
      </form>
      <BringIn view={view}>
        <button type="submit" form="enter-form">
          {words.acts.enter}
        </button>
      </BringIn>
    </section>
  );
}

/** From so many players on they are sought by name. */
const SOUGHT_FROM = 12;

/** Without case and marks, so that `Nguyen` finds Nguyễn. */
const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');

export function EntriesDesk({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const amended = useSignal<TournamentEntry | null>(null);
  const sought = useSignal('');
  const all = view.entries.filter(({ left }) => !left);
  const isFound = ({ name, handle, club, team }: TournamentEntry) =>
    [name, handle, club, team].some((it) => it && folded(it).includes(folded(sought.value)));
  const there = all.filter(isFound);
  const gone = view.entries.filter((entry) => entry.left && isFound(entry));
  const next = nextPaired(view);
  if (view.entries.length === 0) return null;
  const mayReturn =
    !view.reopened && (view.phase === 'open' || (view.phase === 'running' && view.attendance === 'by_round'));
  const mayMiss = view.attendance === 'whole' || view.attendance === 'by_round';
  return (
    <section class="card">
      <h2>{words.players(all.length)}</h2>
      {view.entries.length > SOUGHT_FROM && (
        <TextField
          exact
          label={words.seekPlayer}
          name="seek-player"
          value={sought.value}
          onInput={(it) => {
            sought.value = it;
          }}
        />
      )}
      <ul class="pairings">
        {there.map((entry) => (
          <li key={entry.id} class="pairing">
            <span class="pairing-board">{entry.checked_in ? '✓' : ''}</span>
            <span class="entry-known">
              {entry.name}{' '}
              <span class="note">
                {noted([
                  entryGradeText(entry.grade, entry.provisional),
                  entry.rating,
                  entry.team ?? entry.class ?? entry.club,
                  entry.board,
                  entry.table && words.room.board(entry.table),
                  entry.start !== undefined &&
                    entry.start !== null &&
                    words.startsWith(pointsText(entry.start)),
                  entry.absent.length > 0 && words.missesRounds(listed(entry.absent.map(String))),
                ])}
              </span>
            </span>
            <span class="row entry-acts">
              {view.phase !== 'cancelled' && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => {
                    amended.value = entry;
                  }}
                >
                  {words.acts.amend}
                </button>
              )}
              {seesWhoIsThere(view, entry) && (
                <Quiet
                  view={view}
                  act={{ t: 'check_in', entry: entry.id, online: false }}
                  text={words.acts.check_in}
                />
              )}
              {view.phase === 'running' && !view.reopened && mayMiss && (
                <Quiet
                  view={view}
                  act={{ t: 'absent', entry: entry.id, round: next, comes: entry.absent.includes(next) }}
                  text={entry.absent.includes(next) ? words.comesAfterAll : words.missesRound(next)}
                />
              )}
              {view.phase !== 'over' && !view.reopened && (
                <Quiet
                  view={view}
                  act={{ t: 'leave', entry: entry.id }}
                  text={view.phase === 'running' ? words.acts.withdraw : words.acts.leave}
                />
              )}
            </span>
          </li>
        ))}
        {gone.map((entry) => (
          <li key={entry.id} class="pairing">
            <span class="pairing-board" />
            <span class="note">{titled(entry.name, words.remarks.withdrawn)}</span>
            <span class="row entry-acts">
              {mayReturn && (
                <Quiet view={view} act={{ t: 'return', entry: entry.id }} text={words.acts.return} />
              )}
            </span>
          </li>
        ))}
      </ul>
      {amended.value && (
        <AmendDialog
          view={view}
          entry={amended.value}
          onClose={() => {
            amended.value = null;
          }}
        />
      )}
    </section>
  );
}

/**
 * Whether an organiser may say that somebody is there: of whoever plays here only they themselves
 * do.
 */
const seesWhoIsThere = ({ phase, plan }: Tournament, entry: TournamentEntry) =>
  (phase === 'draft' || phase === 'open') &&
  plan.check_in_ms !== null &&
  !entry.checked_in &&
  (entry.handle === null || plan.at_the_board);

function Quiet({
  view,
  act: wanted,
  text,
}: {
  view: Tournament;
  act: Parameters<typeof act>[1];
  text: string;
}) {
  return (
    <button type="button" class="quiet" onClick={() => void act(view.code, wanted)}>
      {text}
    </button>
  );
}

function AmendDialog({
  view,
  entry,
  onClose,
}: {
  view: Tournament;
  entry: TournamentEntry;
  onClose(): void;
}) {
  const words = t().tournaments;
  const { group, seat } = partOf(view);
  const typed = useSignal<Typed>({
    handle: '',
    name: entry.name,
    grade: entry.grade ?? '',
    rating: entry.rating === null ? '' : String(entry.rating),
    group: entry[group] ?? '',
    seat: entry[seat] === null ? '' : String(entry[seat]),
    start: entry.start === undefined || entry.start === null ? '' : String(entry.start),
    table: entry.table === undefined || entry.table === null ? '' : String(entry.table),
    family: entry.family ?? '',
    given: entry.given ?? '',
    nationality: entry.nationality ?? '',
    unlisted: entry.unlisted ?? false,
    tags: typedList(entry.tags ?? []),
    odds: entry.odds ?? '',
    stage: laterStages(view).find((it) => it === entry.class) ?? '',
  });
  const put = (change: Partial<Typed>) => {
    typed.value = { ...typed.value, ...change };
  };
  return (
    <Dialog title={entry.name} onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          const to = requestOf(view, typed.value);
          if (await act(view.code, { t: 'amend', entry: entry.id, to })) onClose();
        }}
      >
        {entry.handle === null && (
          <TextField
            exact
            label={words.name}
            name="name"
            value={typed.value.name}
            onInput={(name) => put({ name })}
          />
        )}
        <EntryFields view={view} typed={typed.value} onPut={put} />
        <button type="submit" class="primary">
          {words.save}
        </button>
      </form>
    </Dialog>
  );
}
