/** Who takes part, as the organiser sees it: entering, changing what is known of somebody, taking out, bringing back. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { listed } from '../i18n/listed';
import { GRADES, gradeText } from '../ratings/words';
import { Select, Toggle } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/text-field';
import type { Grade, NewEntry, Tournament, TournamentEntry } from '../wire/generated';
import { BringIn } from './bring-in';
import { act } from './tournament-api';

/** What an organiser types of a player. */
interface Typed {
  handle: string;
  name: string;
  grade: Grade | '';
  rating: string;
  group: string;
  seat: string;
  /** As the federation writes the player. */
  family: string;
  given: string;
  nationality: string;
  unlisted: boolean;
}

const NOBODY: Typed = {
  handle: '',
  name: '',
  grade: '',
  rating: '',
  group: '',
  seat: '',
  family: '',
  given: '',
  nationality: '',
  unlisted: false,
};

/** The format's own word for where a player belongs, and what the number beside it means. */
function partOf({ format }: Pick<Tournament, 'format'>): {
  group: 'team' | 'class' | 'club';
  seat: 'board' | 'seed';
} {
  if (format.t === 'team') return { group: 'team', seat: 'board' };
  return { group: format.t === 'league' ? 'class' : 'club', seat: 'seed' };
}

function classesOf({ format }: Pick<Tournament, 'format'>): string[] {
  return format.t === 'league' ? format.classes.map(({ name }) => name) : [];
}

function requestOf(view: Tournament, typed: Typed): NewEntry {
  const { group, seat } = partOf(view);
  const number = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null);
  return {
    name: typed.name.trim(),
    grade: typed.grade || null,
    rating: number(typed.rating),
    [group]: typed.group.trim() || null,
    [seat]: number(typed.seat),
    family: typed.family.trim() || null,
    given: typed.given.trim() || null,
    nationality: typed.nationality.trim().toUpperCase() || null,
    unlisted: typed.unlisted,
  };
}

function Fields({
  view,
  typed,
  onPut,
}: {
  view: Tournament;
  typed: Typed;
  onPut(change: Partial<Typed>): void;
}) {
  const words = t().tournaments;
  const { group, seat } = partOf(view);
  const classes = classesOf(view);
  return (
    <>
      <Select
        label={words.grade}
        name="grade"
        options={[['', '–'] as const, ...GRADES.map((it) => [it, gradeText(it)] as const)]}
        value={typed.grade}
        onChange={(grade) => onPut({ grade })}
      />
      <TextField
        exact
        label={words.rating}
        name="rating"
        value={typed.rating}
        onInput={(rating) => onPut({ rating })}
      />
      {group === 'class' ? (
        <Select
          label={words.class}
          name="class"
          options={['', ...classes].map((it) => [it, it || '–'] as const)}
          value={typed.group}
          onChange={(it) => onPut({ group: it })}
        />
      ) : (
        <TextField
          exact
          label={group === 'team' ? words.team : words.club}
          name={group}
          value={typed.group}
          onInput={(it) => onPut({ group: it })}
        />
      )}
      <TextField
        exact
        label={seat === 'board' ? words.teamBoard : words.seed}
        name={seat}
        value={typed.seat}
        onInput={(it) => onPut({ seat: it })}
      />
      {view.plan.at_the_board && <Federation typed={typed} onPut={onPut} />}
    </>
  );
}

function Federation({ typed, onPut }: { typed: Typed; onPut(change: Partial<Typed>): void }) {
  const words = t().tournaments.federation;
  return (
    <details>
      <summary>{words.title}</summary>
      {(['family', 'given', 'nationality'] as const).map((key) => (
        <TextField
          exact
          key={key}
          label={words[key]}
          name={key}
          value={typed[key]}
          onInput={(it) => onPut({ [key]: it })}
        />
      ))}
      <Toggle label={words.unlisted} value={typed.unlisted} onChange={(unlisted) => onPut({ unlisted })} />
    </details>
  );
}

/** What is left in the form for the next player: where they belong, and nothing of who was entered. */
export const afterEntry = ({ group }: Typed): Typed => ({ ...NOBODY, group });

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
        class="manage-form"
        onSubmit={async (event) => {
          event.preventDefault();
          const entry = requestOf(view, typed.value);
          if (handle.trim()) entry.handle = handle.replace(/^@/, '').trim();
          if (await act(view.code, { t: 'enter', entry })) typed.value = afterEntry(typed.value);
        }}
      >
        <TextField
          exact
          label={words.handle}
          name="handle"
          value={handle}
          onInput={(it) => put({ handle: it })}
        />
        <TextField exact label={words.orName} name="name" value={name} onInput={(it) => put({ name: it })} />
        <Fields view={view} typed={typed.value} onPut={put} />
        <button type="submit" class="primary">
          {words.acts.enter}
        </button>
      </form>
      <p class="note">{words.enterHelp}</p>
      <BringIn view={view} />
    </section>
  );
}

export function EntriesDesk({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const amended = useSignal<TournamentEntry | null>(null);
  const isBefore = view.phase === 'draft' || view.phase === 'open';
  const there = view.entries.filter(({ left }) => !left);
  const gone = view.entries.filter(({ left }) => left);
  const next = view.rounds.length + 1;
  if (view.entries.length === 0) return null;
  const mayReturn = view.phase === 'running' && view.attendance === 'by_round';
  const mayMiss = view.attendance === 'whole' || view.attendance === 'by_round';
  return (
    <section class="card">
      <details open={isBefore}>
        <summary>{words.players(there.length)}</summary>
        <ul class="pairings">
          {there.map((entry) => (
            <li key={entry.id} class="pairing">
              <span class="pairing-board">{entry.checked_in ? '✓' : ''}</span>
              <span class="entry-known">
                {entry.name}{' '}
                <span class="note">
                  {[
                    gradeText(entry.grade),
                    entry.rating,
                    entry.team ?? entry.class ?? entry.club,
                    entry.board,
                    entry.absent.length > 0 && words.missesRounds(listed(entry.absent.map(String))),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span class="row entry-acts">
                {isBefore && (
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
                  <Quiet view={view} act={{ t: 'check_in', entry: entry.id }} text={words.acts.check_in} />
                )}
                {view.phase === 'running' && mayMiss && (
                  <Quiet
                    view={view}
                    act={{ t: 'absent', entry: entry.id, round: next, comes: entry.absent.includes(next) }}
                    text={entry.absent.includes(next) ? words.comesAfterAll : words.missesRound(next)}
                  />
                )}
                <Quiet view={view} act={{ t: 'leave', entry: entry.id }} text={words.acts.leave} />
              </span>
            </li>
          ))}
          {gone.map((entry) => (
            <li key={entry.id} class="pairing">
              <span class="pairing-board" />
              <span class="note">
                {entry.name} – {words.remarks.withdrawn}
              </span>
              <span class="row entry-acts">
                {mayReturn && (
                  <Quiet view={view} act={{ t: 'return', entry: entry.id }} text={words.acts.return} />
                )}
              </span>
            </li>
          ))}
        </ul>
      </details>
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

/** Whether an organiser may say that somebody is there: of whoever plays here only they themselves do. */
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
    family: entry.family ?? '',
    given: entry.given ?? '',
    nationality: entry.nationality ?? '',
    unlisted: entry.unlisted ?? false,
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
        <Fields view={view} typed={typed.value} onPut={put} />
        <button type="submit" class="primary">
          {words.save}
        </button>
      </form>
    </Dialog>
  );
}
