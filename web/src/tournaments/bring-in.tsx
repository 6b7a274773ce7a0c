/**
 * Many players at once: from a list that is pasted or in a file, or from the members of the club
 * whose tournament it is.
 */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { membersOf } from '../clubs/club-api';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { gradeText } from '../ratings/words';
import { Toggle } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { FileButton, refuseFile } from '../ui/file-button';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import { listText, SPREADSHEETS } from '../ui/spreadsheet';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import type { ClubMember, NewEntry, Tournament, TournamentClub } from '../wire/generated';
import { ROWS_MAX, type Row, readList } from './player-list';
import { act } from './tournament-api';

/** Both ways, as buttons beside the one that enters a single player. */
export function BringIn({ view, children }: { view: Tournament; children: ComponentChildren }) {
  const words = t().tournaments.bringIn;
  const open = useSignal<'list' | 'club' | null>(null);
  const close = () => {
    open.value = null;
  };
  return (
    <div class="row">
      {children}
      <button type="button" name="bring-list" onClick={() => (open.value = 'list')}>
        {words.list}
      </button>
      {view.club && (
        <button type="button" name="bring-club" onClick={() => (open.value = 'club')}>
          {words.members(view.club.name)}
        </button>
      )}
      {open.value === 'list' && <ListDialog view={view} onClose={close} />}
      {open.value === 'club' && view.club && <ClubDialog view={view} club={view.club} onClose={close} />}
    </div>
  );
}

async function bring(view: Tournament, entries: NewEntry[]): Promise<boolean> {
  if (!(await act(view.code, { t: 'enter_all', entries }))) return false;
  toast.show(t().tournaments.bringIn.done(entries.length));
  return true;
}

function ListDialog({ view, onClose }: { view: Tournament; onClose(): void }) {
  const words = t().tournaments.bringIn;
  const text = useSignal('');
  const names = view.entries.filter(({ left }) => !left).map(({ name }) => name);
  const rows = readList(text.value, names);
  const good = rows.filter(({ wrong }) => wrong === null);
  const bad = rows.filter(({ wrong }) => wrong !== null);
  // Which rows are left out has been said of these, and of no others.
  const leftOut = useSignal('');
  const unread = bad.map(({ line, wrong }) => `${line} ${wrong?.why} ${wrong?.value}`).join('\n');
  const isSettled = bad.length === 0 || unread === leftOut.value;
  const tooMany = good.length > ROWS_MAX;
  const reason = ({ wrong }: Row) => wrong && words.wrong[wrong.why](wrong.value);
  return (
    <Dialog title={words.list} onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          if (
            await bring(
              view,
              good.map(({ entry }) => entry),
            )
          )
            onClose();
        }}
      >
        <p class="note">{words.listHelp}</p>
        <TextField
          exact
          lines={6}
          label={words.paste}
          name="list"
          value={text.value}
          onInput={(it) => {
            text.value = it;
          }}
        />
        <FileButton
          label={words.file}
          name="list-file"
          accept={SPREADSHEETS}
          onChoose={async ([file]) => {
            const list = file && (await listText(file));
            if (list) text.value = list;
            else if (file) refuseFile(t().tournaments.problems.unreadable);
          }}
        />
        {bad.length > 0 && (
          <>
            <p class="warning">{words.unread(bad.length)}</p>
            <Toggle
              label={words.leaveOut(bad.length)}
              value={isSettled}
              onChange={(is) => {
                leftOut.value = is ? unread : '';
              }}
            />
          </>
        )}
        {rows.length > 0 && (
          <ul class="brought" aria-label={words.found(good.length)}>
            {[...bad, ...good].map((row) => (
              <li key={row.line} class={row.wrong ? 'wrong' : ''}>
                <span class="note">{row.line}</span> {row.entry.name || row.entry.handle || '–'}{' '}
                <span class="note">{reason(row) || aboutOf(row.entry)}</span>
              </li>
            ))}
          </ul>
        )}
        {tooMany && <p class="warning">{words.tooMany(ROWS_MAX)}</p>}
        <button type="submit" class="primary" disabled={good.length === 0 || tooMany || !isSettled}>
          {words.enter(good.length)}
        </button>
      </form>
    </Dialog>
  );
}

function aboutOf({ grade, rating, team, class: kind, club }: NewEntry): string {
  return noted([gradeText(grade ?? null), rating, team ?? kind ?? club]);
}

function ClubDialog({ view, club, onClose }: { view: Tournament; club: TournamentClub; onClose(): void }) {
  const words = t().tournaments;
  const list = useLoaded(() => membersOf(club.slug, view.plan.variant, 'rapid'), [club.slug]);
  return (
    <Dialog title={words.bringIn.members(club.name)} onClose={onClose}>
      <When
        of={list}
        missing={{
          title: words.notFound,
          text: words.notFoundHelp,
          href: '/tournaments',
          to: words.toList,
        }}
      >
        {({ members }) => <Members view={view} club={club} members={members} onClose={onClose} />}
      </When>
    </Dialog>
  );
}

function Members({
  view,
  club,
  members,
  onClose,
}: {
  view: Tournament;
  club: TournamentClub;
  members: readonly ClubMember[];
  onClose(): void;
}) {
  const words = t().tournaments.bringIn;
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const there = view.entries.filter(({ left }) => !left);
  const isThere = ({ handle, name }: ClubMember) =>
    there.some((entry) => (handle ? entry.handle === handle : entry.handle === null && entry.name === name));
  const absent = members.filter((it) => !isThere(it));
  const entries = absent
    .filter(({ id }) => chosen.value.has(id))
    .map(({ handle, name, club_grade, earned }): NewEntry => {
      // Which grade an account is entered with is the tournament's to say.
      const grade = handle ? null : (club_grade?.grade ?? earned);
      return {
        name: handle ? '' : name,
        club: club.name,
        grade,
        start: null,
        table: null,
        odds: null,
        family: null,
        given: null,
        nationality: null,
        unlisted: false,
        tags: [],
        ...(handle && { handle }),
      };
    });
  if (absent.length === 0) return <p>{words.allThere}</p>;
  return (
    <form
      class="setup"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await bring(view, entries)) onClose();
      }}
    >
      <p class="note">{words.membersHelp}</p>
      <div class="brought">
        {absent.map(({ id, name, handle, club_grade, earned }) => (
          <Toggle
            key={id}
            label={noted([name, handle && `@${handle}`, gradeText(club_grade?.grade ?? earned)])}
            value={chosen.value.has(id)}
            onChange={(is) => {
              const next = new Set(chosen.value);
              if (is) next.add(id);
              else next.delete(id);
              chosen.value = next;
            }}
          />
        ))}
      </div>
      <button type="submit" class="primary" disabled={entries.length === 0 || entries.length > ROWS_MAX}>
        {words.enter(entries.length)}
      </button>
    </form>
  );
}
