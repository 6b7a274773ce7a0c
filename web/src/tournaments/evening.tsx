/**
 * An evening in a club: who plays whom at which table, who is free, who is there; results by one
 * tap, and a table of it at the end.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { membersOf } from '../clubs/club-api';
import { listed, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { entryGradeText, GRADES, gradeText } from '../ratings/words';
import { Select, Toggle } from '../ui/choice';
import { SureButton } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { TextField } from '../ui/text-field';
import type {
  ClubMember,
  Grade,
  OwnPart,
  Pairing,
  StandingsRow,
  Tournament,
  TournamentEntry,
} from '../wire/generated';
import { ArbiterDialog } from './arbiter-dialog';
import { NOBODY, requestOf } from './entry-fields';
import { isTyped } from './result-grid';
import { act } from './tournament-api';
import { handicapText, nameOf, pointsText, resultText } from './words';

/** So many games that are over are listed for corrections. */
const PLAYED_MAX = 12;

interface Part {
  view: Tournament;
  own: OwnPart;
}

interface Known extends Part {
  entries: ReadonlyMap<string, TournamentEntry>;
}

const gamesOf = ({ rounds }: Tournament) => rounds.flatMap(({ games }) => games);

/** Everything of the evening that is not about whoever looks. */
export function Evening({ view, own, entries }: Known) {
  const isOn = view.phase === 'running' && !view.reopened;
  return (
    <>
      {isOn && <Tables view={view} own={own} entries={entries} />}
      {own.organiser && (view.phase === 'open' || isOn) && view.club && (
        <Roll view={view} own={own} slug={view.club.slug} />
      )}
      {view.phase !== 'open' && <TableOfEvening view={view} entries={entries} />}
      {own.organiser && view.phase !== 'open' && <Played view={view} entries={entries} />}
    </>
  );
}

/** The tables in their order, then what is played online. */
export const inOrder = (games: readonly Pairing[]) =>
  games
    .filter(({ result }) => result === null)
    .sort((a, b) => (a.board || Number.MAX_SAFE_INTEGER) - (b.board || Number.MAX_SAFE_INTEGER));

/** Who is here and has no game. */
export function freeOf(view: Tournament): TournamentEntry[] {
  const open = gamesOf(view).filter(({ result }) => result === null);
  const plays = new Set(open.flatMap(({ sente, gote }) => [sente, gote]));
  return view.entries.filter(({ id, here }) => here && !plays.has(id));
}

function Tables({ view, own, entries }: Known) {
  const words = t().evening;
  const open = inOrder(gamesOf(view));
  const free = freeOf(view);
  return (
    <section class="card">
      <h2>{words.tables}</h2>
      {open.length > 0 && (
        <ol class="evening-tables">
          {open.map((game) => (
            <Table key={game.key} view={view} own={own} game={game} entries={entries} />
          ))}
        </ol>
      )}
      {free.length > 0 && (
        <p class="note" role="status">
          {words.free(listed(free.map(({ name }) => name)))}
        </p>
      )}
      {open.length === 0 && free.length === 0 && <p class="note">{t().tournaments.nobody}</p>}
    </section>
  );
}

function Table({ view, own, game, entries }: Known & { game: Pairing }) {
  const words = t().tournaments;
  const names = [nameOf(entries, game.sente), nameOf(entries, game.gote)] as const;
  const mayType = own.organiser && isTyped(game);
  const code = game.games.at(-1);
  const put = (outcome: 'sente' | 'draw' | 'gote') =>
    void act(view.code, { t: 'result', game: game.key, outcome });
  const player = (side: 'sente' | 'gote') => {
    const entry = entries.get(game[side]);
    const given = side === 'gote' ? handicapText(game) : null;
    const known = noted([entryGradeText(entry?.grade, entry?.provisional), given]);
    return (
      <>
        {!game.toss && (side === 'sente' ? '▲ ' : '△ ')}
        {nameOf(entries, game[side])} <span class="note">{known}</span>
      </>
    );
  };
  return (
    <li>
      <b class="evening-number">{game.board || t().evening.online}</b>
      {(['sente', 'gote'] as const).map((side) =>
        mayType ? (
          <button
            key={side}
            type="button"
            name={side}
            class="evening-player"
            aria-label={side === 'sente' ? words.grid.wins(...names) : words.grid.wins(names[1], names[0])}
            onClick={() => put(side)}
          >
            {player(side)}
          </button>
        ) : (
          <span key={side} class="evening-player">
            {player(side)}
          </span>
        ),
      )}
      <span class="row evening-acts">
        {mayType && (
          <button type="button" class="quiet" name="draw" onClick={() => put('draw')}>
            {words.outcomes.draw}
          </button>
        )}
        {code && <a href={`/${code}`}>{words.playing}</a>}
        {own.organiser && (
          <SureButton
            title={t().evening.callOffSure}
            yes={t().evening.callOff}
            onYes={() =>
              void act(view.code, { t: 'rule', game: game.key, outcome: 'annulled' }, t().evening.calledOff)
            }
          />
        )}
      </span>
      {(game.reports ?? []).map(({ entry, outcome }) => (
        <span key={entry} class="note evening-report">
          {words.hall.reports(nameOf(entries, entry), words.outcomes[outcome])}
        </span>
      ))}
    </li>
  );
}

/** Without case and marks, so that `Nguyen` finds Nguyễn. */
const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');

interface RollLine {
  name: string;
  grade: Grade | null;
  handle: string | null;
  entry: TournamentEntry | undefined;
}

/** The club's members and the guests of the evening, each with what is known of them tonight. */
export function rollOf(members: readonly ClubMember[], entries: readonly TournamentEntry[]): RollLine[] {
  const isOf = (it: ClubMember) => (entry: TournamentEntry) =>
    it.handle ? entry.handle === it.handle : !entry.handle && entry.name === it.name;
  const lines = members.map((it) => ({
    name: it.name,
    handle: it.handle,
    grade: it.club_grade?.grade ?? it.earned ?? null,
    entry: entries.find(isOf(it)),
  }));
  const known = new Set(lines.map(({ entry }) => entry?.id));
  const guests = entries.filter(({ id }) => !known.has(id));
  return [
    ...lines,
    ...guests.map((entry) => ({
      name: entry.name,
      handle: entry.handle,
      grade: entry.grade,
      entry,
    })),
  ].sort((a, b) => a.name.localeCompare(b.name));
}

function Roll({ view, slug }: Part & { slug: string }) {
  const words = t().evening;
  const members = useSignal<ClubMember[]>([]);
  const sought = useSignal('');
  useEffect(() => {
    void membersOf(slug, 'standard', 'rapid').then(
      (found) => {
        members.value = found.members;
      },
      () => {},
    );
  }, [slug]);
  const isHere = (entry: TournamentEntry | undefined) =>
    entry !== undefined && (view.phase === 'open' ? entry.checked_in : Boolean(entry.here));
  const put = ({ entry, handle, name, grade }: RollLine, comes: boolean) =>
    void act(
      view.code,
      !comes && entry
        ? { t: 'leave', entry: entry.id }
        : entry
          ? { t: 'check_in', entry: entry.id, online: entry.online ?? false }
          : { t: 'enter', entry: newcomer(view, name, grade, handle) },
    );
  const lines = rollOf(members.value, view.entries);
  const wanted = folded(sought.value.trim());
  const shown = lines.filter(({ name, handle }) => folded(`${name} ${handle ?? ''}`).includes(wanted));
  const n_here = view.entries.filter(isHere).length;
  return (
    <section class="card no-print">
      <header class="page-head">
        <h2>{words.roll}</h2>
        {view.phase === 'open' && (
          <button
            type="button"
            class="primary"
            name="pair"
            disabled={n_here < 2}
            onClick={() => void act(view.code, { t: 'begin' })}
          >
            {words.pair(n_here)}
          </button>
        )}
      </header>
      {lines.length > 12 && (
        <TextField
          exact
          label={words.find}
          value={sought.value}
          onInput={(it) => {
            sought.value = it;
          }}
        />
      )}
      <ul class="evening-roll">
        {shown.map((line) => (
          <li key={line.entry?.id ?? line.handle ?? line.name}>
            <Toggle
              label={noted([line.name, line.grade && gradeText(line.grade)])}
              value={isHere(line.entry)}
              onChange={(comes) => put(line, comes)}
            />
            {/* Who plays from home has said so; whoever has come after all is seen here. */}
            {line.entry?.online && isHere(line.entry) && (
              <button
                type="button"
                class="quiet"
                aria-pressed
                onClick={() =>
                  void act(view.code, { t: 'check_in', entry: line.entry?.id ?? null, online: false })
                }
              >
                {words.atHome}
              </button>
            )}
          </li>
        ))}
      </ul>
      <GuestForm view={view} />
    </section>
  );
}

/** A member by the account, a guest by name. */
const newcomer = (view: Tournament, name: string, grade: Grade | null, handle: string | null) =>
  handle ? { ...requestOf(view, NOBODY), handle } : requestOf(view, { ...NOBODY, name, grade: grade ?? '' });

function GuestForm({ view }: { view: Tournament }) {
  const words = t().evening;
  const name = useSignal('');
  const grade = useSignal<Grade | ''>('');
  return (
    <form
      class="row evening-guest"
      onSubmit={async (event) => {
        event.preventDefault();
        if (!name.value.trim()) return;
        const entry = newcomer(view, name.value, grade.value || null, null);
        if (!(await act(view.code, { t: 'enter', entry }))) return;
        name.value = '';
        grade.value = '';
      }}
    >
      <TextField
        exact
        label={words.guest}
        name="guest"
        maxLength={60}
        value={name.value}
        onInput={(it) => {
          name.value = it;
        }}
      />
      <Select
        label={t().tournaments.grade}
        name="guest-grade"
        options={[['', words.noGrade] as const, ...GRADES.map((it) => [it, gradeText(it)] as const)]}
        value={grade.value}
        onChange={(it) => {
          grade.value = it;
        }}
      />
      <button type="submit">{words.add}</button>
    </form>
  );
}

/** Whom somebody has met, with a sign for each result: `Bình ○ Chi ●`. */
const SIGNS = { win: '○', win_by_no_show: '○', draw: '△', loss: '●', no_show: '●' } as const;

export function metBy({ rounds }: Pick<StandingsRow, 'rounds'>, name: (entry: string) => string): string[] {
  return rounds.flatMap((cell) => {
    if (cell.t !== 'game' || !cell.result) return [];
    const sign = (SIGNS as Record<string, string>)[cell.result];
    return [sign ? `${name(cell.opponent)} ${sign}` : name(cell.opponent)];
  });
}

function TableOfEvening({ view, entries }: Omit<Known, 'own'>) {
  const words = t();
  const rows = view.standings?.rankings[0]?.rows.filter(({ played }) => played > 0) ?? [];
  if (rows.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.evening.table}</h2>
      <div class="wide-table">
        <table class="numbers evening-table">
          <thead>
            <tr>
              <th class="name">{words.tournaments.name}</th>
              <th>{words.evening.games}</th>
              <th>{words.evening.wins}</th>
              <th>{words.tournaments.criteria.points}</th>
              <th class="name">{words.evening.met}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.entry}>
                <th scope="row">
                  <PlayerName
                    person={{
                      name: nameOf(entries, row.entry),
                      handle: entries.get(row.entry)?.handle ?? null,
                      bot: false,
                    }}
                  />
                </th>
                <td>{row.played}</td>
                <td>{row.wins}</td>
                <td>{pointsText(row.points)}</td>
                <td class="name">{listed(metBy(row, (entry) => nameOf(entries, entry)))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What is over, the latest first, to be put right. */
function Played({ view, entries }: Omit<Known, 'own'>) {
  const words = t();
  const chosen = useSignal<string | null>(null);
  const over = gamesOf(view).filter((game) => game.result !== null && isTyped(game));
  const isWhole = useSignal(false);
  const latest = [...over].sort((a, b) => (b.typed_ms ?? 0) - (a.typed_ms ?? 0));
  const last = isWhole.value ? latest : latest.slice(0, PLAYED_MAX);
  const at = over.find(({ key }) => key === chosen.value);
  if (last.length === 0 || (view.phase !== 'running' && !view.reopened)) return null;
  return (
    <section class="card no-print">
      <h2>{words.evening.played}</h2>
      <ul class="pairings">
        {last.map((game) => {
          const names = [nameOf(entries, game.sente), nameOf(entries, game.gote)] as const;
          const label = words.tournaments.grid.correct(...names);
          return (
            <li key={game.key} class="pairing">
              <span class="pairing-board">{game.board || ''}</span>
              <span class="pairing-players">
                {words.game.title(...names)} <span class="note">{resultText(game)}</span>
              </span>
              <button
                type="button"
                class="quiet square"
                aria-label={label}
                title={label}
                onClick={() => {
                  chosen.value = game.key;
                }}
              >
                <Icon name="pencil" />
              </button>
            </li>
          );
        })}
      </ul>
      {last.length < latest.length && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isWhole.value = true;
          }}
        >
          {words.evening.allPlayed(latest.length)}
        </button>
      )}
      {at && (
        <ArbiterDialog
          view={view}
          game={at}
          onClose={() => {
            chosen.value = null;
          }}
        />
      )}
    </section>
  );
}

/** A player who has come says so, or plays from home. */
export function JoinEvening({ code }: { code: string }) {
  const words = t().evening;
  return (
    <div class="row">
      <button type="button" class="primary" onClick={() => void act(code, { t: 'join', online: false })}>
        {words.here}
      </button>
      <button type="button" onClick={() => void act(code, { t: 'join', online: true })}>
        {words.fromHome}
      </button>
    </div>
  );
}
