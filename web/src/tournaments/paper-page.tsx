/** `/tournaments/CODE/paper`: what hangs on the wall and lies on the tables of a hall, each a page made to be printed. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { clocksInWords } from '../clock/format';
import { labelled, noted, titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { entryGradeText } from '../ratings/words';
import { slipOf } from '../tableclock/slip';
import { Tabs, Toggle } from '../ui/choice';
import { late } from '../ui/late';
import { Page, When } from '../ui/page';
import type {
  Pairing,
  RoundCell,
  TableOfEvent,
  Tournament,
  TournamentEntry,
  TournamentRound,
} from '../wire/generated';
import { WithCrossTable, WithRound } from './parts';
import { prizeText } from './prizes';
import { TableCodes } from './table-codes';
import { clockPage, useTournament } from './tournament-api';
import { bySurname, cellText, handicapText, nameOf, pointsText, resultText, titleText } from './words';

// It draws with a library of its own.
const QrCode = late(() => import('../game/qr-code').then((it) => it.QrCode));

const SHEETS = ['boards', 'names', 'chart', 'slips', 'cards', 'prizes'] as const;
type Sheet = (typeof SHEETS)[number];

export function PaperPage({ code }: { code: string }) {
  const words = t().tournaments;
  return (
    <When of={useTournament(code)} missing={{ title: words.notFound }}>
      {({ view, own }) => <Paper view={view} organises={own.organiser} />}
    </When>
  );
}

function Paper({ view, organises }: { view: Tournament; organises: boolean }) {
  const words = t().tournaments;
  const sheet = useSignal<Sheet>('boards');
  const round = useSignal<number | null>(null);
  const keys = useSignal<ReadonlyMap<string, string>>(new Map());
  const onList = useSignal(false);
  const shown = view.rounds.find((it) => it.round === round.value) ?? view.rounds.at(-1);
  const ofRound = !['cards', 'chart', 'prizes'].includes(sheet.value);
  const hasPrizes = (view.prizes?.categories?.length ?? 0) > 0;
  const sheets = SHEETS.filter((it) => it !== 'prizes' || hasPrizes);
  return (
    <Page class="players-page paper-page" title={titled(view.name, words.paper.title)}>
      <header class="page-head no-print">
        <div>
          <p class="note">
            <a href={`/tournaments/${view.code}`}>{view.name}</a>
          </p>
          <h1>{words.paper.title}</h1>
        </div>
        <button type="button" class="primary" onClick={() => window.print()}>
          {words.print}
        </button>
      </header>
      <div class="no-print">
        <Tabs
          label={words.paper.title}
          options={sheets.map(
            (it) => [it, it === 'prizes' ? words.prizes.title : words.paper.sheets[it]] as const,
          )}
          value={sheet.value}
          onChange={(it) => {
            sheet.value = it;
          }}
        />
        {ofRound && view.rounds.length > 1 && (
          <select
            class="paper-round"
            aria-label={words.facts.rounds}
            name="round"
            value={shown?.round}
            onChange={(event) => {
              round.value = Number(event.currentTarget.value);
            }}
          >
            {view.rounds.map((it) => (
              <option key={it.round} value={it.round}>
                {words.round(it.round)}
              </option>
            ))}
          </select>
        )}
        {(sheet.value === 'slips' || sheet.value === 'boards') && organises && view.plan.at_the_board && (
          <TableCodes
            view={view}
            onKeys={(found) => {
              keys.value = found;
            }}
          />
        )}
        {sheet.value === 'boards' && keys.value.size > 0 && (
          <>
            <Toggle
              label={t().tableClock.event.list}
              value={onList.value}
              onChange={(on) => {
                onList.value = on;
              }}
            />
            <p class="note">{t().tableClock.event.listHelp}</p>
          </>
        )}
      </div>
      {ofRound && !shown ? (
        <p class="note">{words.empty}</p>
      ) : (
        <SheetOf
          sheet={sheet.value}
          view={view}
          round={shown}
          keys={sheet.value === 'boards' && !onList.value ? NO_KEYS : keys.value}
        />
      )}
    </Page>
  );
}

const NO_KEYS: ReadonlyMap<string, string> = new Map();

/** Those on which the points before a round stand, or every round. */
const WITH_CELLS: readonly Sheet[] = ['boards', 'slips', 'chart'];

function SheetOf({
  sheet,
  view,
  round,
  keys,
}: {
  sheet: Sheet;
  keys: ReadonlyMap<string, string>;
  view: Tournament;
  round: TournamentRound | undefined;
}) {
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  if (sheet === 'cards') return <Cards view={view} entries={entries} />;
  if (sheet === 'prizes') return <PrizeSheet view={view} entries={entries} />;
  if (sheet === 'chart')
    return <WithCrossTable view={view}>{(full) => <Chart view={full} entries={entries} />}</WithCrossTable>;
  if (!round) return null;
  const ofRound = (full: Tournament) => (
    <WithRound view={view} round={round}>
      {({ games, byes }) => {
        const seated = new Set(sittings(games).flatMap(({ sente, gote }) => [sente, gote]));
        const props = {
          entries,
          games,
          title: titled(view.name, t().tournaments.round(round.round)),
          points: pointsBefore(full, round.round),
          // Who passes a round of a knock-out within the event has a game all the same.
          byes: byes.filter(({ entry }) => !seated.has(entry)),
        };
        const slips = { code: view.code, keys, clock: clockOfRound(view, round.round) };
        if (sheet === 'boards') return <ByBoard {...props} {...slips} />;
        return sheet === 'names' ? <ByName {...props} /> : <Slips {...props} {...slips} />;
      }}
    </WithRound>
  );
  return WITH_CELLS.includes(sheet) ? <WithCrossTable view={view}>{ofRound}</WithCrossTable> : ofRound(view);
}

/** What everybody had before that round, by entry; nothing where points do not rank, or rounds are none. */
export function pointsBefore(
  {
    standings,
    scoring,
    criteria,
    attendance,
  }: Pick<Tournament, 'standings' | 'scoring' | 'criteria' | 'attendance'>,
  round: number,
): ReadonlyMap<string, number> {
  const isRanked = criteria.some((it) => it === 'points' || it === 'mcmahon');
  if (!isRanked || attendance === 'free') return new Map();
  const worth: Record<string, number> = {
    win: scoring.win,
    win_by_no_show: scoring.win,
    draw: scoring.draw,
    loss: scoring.loss,
    no_show: scoring.no_show,
    bye: scoring.bye,
    absent: scoring.absence,
    missed: scoring.missed,
  };
  const worthOf = (cell: RoundCell): number => {
    const own = cell.t === 'absent' || cell.t === 'missed' ? cell.points : null;
    return own ?? worth[(cell.t === 'game' ? cell.result : cell.t) ?? ''] ?? 0;
  };
  // The first ranking has the whole event, where there are several of the same players.
  const rows = [...(standings?.rankings ?? [])].reverse().flatMap((it) => it.rows);
  return new Map(
    rows.map(({ entry, start, rounds }) => {
      const made = rounds.slice(0, round - 1).reduce((sum, cell) => sum + worthOf(cell), start ?? 0);
      return [entry, made];
    }),
  );
}

interface Props {
  entries: ReadonlyMap<string, TournamentEntry>;
  points: ReadonlyMap<string, number>;
  games: readonly Pairing[];
  byes: readonly { entry: string; kind: 'bye' | 'absent' | 'rest' }[];
  title: string;
}

/** The clock of a round. */
function clockOfRound({ plan }: Pick<Tournament, 'plan'>, round: number): TableOfEvent['clock'] {
  const later = plan.later_clocks.filter(({ from_round }) => from_round <= round);
  return later.at(-1)?.clock ?? plan.clock;
}

/** What the codes of tables are made of. */
interface OfTables {
  code: string;
  keys: ReadonlyMap<string, string>;
  clock: TableOfEvent['clock'];
}

/** By which a phone becomes the clock of a table; nothing without its key. */
function TableCode({ game, code, keys, clock }: OfTables & { game: Pairing }) {
  if (!keys.has(game.key)) return null;
  const path = clockPage(code, game.key, keys.get(game.key), slipOf(clock, game));
  return (
    <div class="paper-code">
      <QrCode text={new URL(path, location.href).href} label={t().tableClock.event.here} />
    </div>
  );
}

interface OfEvent {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
}

function Table({ head, children }: { head: readonly string[]; children: ComponentChildren }) {
  return (
    <table class="numbers paper-table">
      <thead>
        <tr>
          {head.map((it, i) => (
            <th key={i} class={i > 0 ? 'name' : ''}>
              {it}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A player's name with what the others in the hall know them by. */
function known({ entries, points }: Props, id: string): string {
  const entry = entries.get(id);
  const made = points.get(id);
  return noted([
    nameOf(entries, id),
    entryGradeText(entry?.grade, entry?.provisional),
    entry?.team ?? entry?.club,
    made !== undefined && pointsText(made) && `(${pointsText(made)})`,
  ]);
}

const sittings = (games: readonly Pairing[]) => games.filter(({ result }) => result !== 'annulled');

function ByBoard(props: Props & OfTables) {
  const all = t();
  const words = all.tournaments;
  const isTossed = props.games.some(({ toss }) => toss);
  const heads = isTossed ? [words.name, words.name] : [`▲ ${all.sides.sente}`, `△ ${all.sides.gote}`];
  const clocks = props.keys.size > 0 ? [all.tableClock.title] : [];
  return (
    <section>
      <h2>{props.title}</h2>
      <Table head={[words.board, ...heads, words.result, ...clocks]}>
        {sittings(props.games).map((game) => (
          <tr key={game.key}>
            <td>{game.board || ''}</td>
            <th scope="row">{known(props, game.sente)}</th>
            <th scope="row">{noted([known(props, game.gote), handicapText(game)])}</th>
            <td>{game.result === null ? '' : resultText(game)}</td>
            {clocks.length > 0 && (
              <td>
                <TableCode {...props} game={game} />
              </td>
            )}
          </tr>
        ))}
        {props.byes.map(({ entry, kind }) => (
          <tr key={entry}>
            <td />
            <th scope="row">{known(props, entry)}</th>
            <td class="name">{words.byes[kind]}</td>
            <td />
            {clocks.length > 0 && <td />}
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** Everybody in the order of their names, with the board they go to. */
function ByName(props: Props) {
  const all = t();
  const words = all.tournaments;
  const seats = sittings(props.games).flatMap((game) => [
    { id: game.sente, board: game.board, side: game.toss ? '' : '▲', opponent: game.gote },
    { id: game.gote, board: game.board, side: game.toss ? '' : '△', opponent: game.sente },
  ]);
  const resting = props.byes.map(({ entry, kind }) => ({
    id: entry,
    board: 0,
    side: words.byes[kind],
    opponent: undefined,
  }));
  const rows = [...seats, ...resting].sort((a, b) =>
    bySurname(props.entries.get(a.id), props.entries.get(b.id)),
  );
  return (
    <section>
      <h2>{props.title}</h2>
      <Table head={[words.board, words.name, words.paper.opponent]}>
        {rows.map(({ id, board, side, opponent }) => (
          <tr key={id}>
            <td>{board ? `${board} ${side}` : side}</td>
            <th scope="row">{nameOf(props.entries, id)}</th>
            <td class="name">{opponent ? nameOf(props.entries, opponent) : ''}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** One for each board, to be cut out: the players mark who won, sign, and hand it in. */
function Slips(props: Props & OfTables) {
  const words = t().tournaments;
  const time = clocksInWords(t(), props.clock);
  return (
    <div class="paper-slips">
      {sittings(props.games).map((game) => (
        <section key={game.key} class="paper-slip">
          <p class="note">{noted([props.title, time])}</p>
          <h2>{words.room.board(game.board)}</h2>
          {(['sente', 'gote'] as const).map((side) => (
            <p key={side} class="paper-box">
              {game.toss ? '' : side === 'sente' ? '▲ ' : '△ '}
              {known(props, game[side])}
            </p>
          ))}
          {handicapText(game) && (
            <p class="paper-odds">{labelled(t().simul.odds, handicapText(game) ?? '')}</p>
          )}
          <p class="paper-box">= {words.outcomes.draw}</p>
          <TableCode {...props} game={game} />
          <p class="paper-sign">{words.paper.signatures}</p>
        </section>
      ))}
    </div>
  );
}

/** One for each player, to stand on the table. */
function Cards({ view, entries }: OfEvent) {
  const there = view.entries.filter(({ left }) => !left);
  return (
    <div class="paper-slips">
      {there.map((entry) => (
        <section key={entry.id} class="paper-slip paper-card">
          <h2>{nameOf(entries, entry.id)}</h2>
          <p>{noted([entryGradeText(entry.grade, entry.provisional), entry.team ?? entry.club])}</p>
          <p class="note">{view.name}</p>
        </section>
      ))}
    </div>
  );
}

/** Who gets which prize, to be read out. */
function PrizeSheet({ view, entries }: OfEvent) {
  const words = t().tournaments;
  const awards = view.standings?.prizes ?? [];
  return (
    <>
      {(view.prizes?.categories ?? []).map((category, at) => (
        <section key={at}>
          <h2>{noted([view.name, category.name || words.prizes.main])}</h2>
          <Table head={[words.place, words.name, words.prizes.title]}>
            {awards
              .filter((award) => award.category === at)
              .flatMap((award) => award.entries.map((id) => ({ award, id })))
              .map(({ award, id }) => (
                <tr key={id}>
                  <td>
                    {award.first === award.last
                      ? words.prizes.place(award.first)
                      : words.prizes.places(award.first, award.last)}
                  </td>
                  <th scope="row">{nameOf(entries, id)}</th>
                  <td class="name">{prizeText(category, award)}</td>
                </tr>
              ))}
          </Table>
        </section>
      ))}
    </>
  );
}

/** The wall chart: everybody in the order of the start, whom they met and how, and room for what is to come. */
function Chart({ view, entries }: OfEvent) {
  const words = t().tournaments;
  const rankings = view.standings?.rankings ?? [];
  if (rankings.length === 0) return <p class="note">{words.empty}</p>;
  return (
    <>
      {rankings.map(({ title, rows, criteria }) => {
        const seeded = [...rows].sort(
          (a, b) =>
            (b.start ?? 0) - (a.start ?? 0) ||
            (entries.get(b.entry)?.rating ?? 0) - (entries.get(a.entry)?.rating ?? 0) ||
            nameOf(entries, a.entry).localeCompare(nameOf(entries, b.entry)),
        );
        const number = new Map(seeded.map(({ entry }, i) => [entry, i + 1]));
        const n_rounds = Math.max(view.n_rounds ?? 0, ...rows.map(({ rounds }) => rounds.length));
        return (
          <section key={title ?? ''}>
            <h2>{noted([view.name, titleText(view.format, title ?? '')])}</h2>
            <table class="numbers paper-table paper-chart">
              <thead>
                <tr>
                  <th>{words.number}</th>
                  <th class="name">{words.name}</th>
                  {Array.from({ length: n_rounds }, (_, i) => (
                    <th key={i}>{i + 1}</th>
                  ))}
                  <th>{criteria.length > 0 ? words.criteria.points : words.score}</th>
                </tr>
              </thead>
              <tbody>
                {seeded.map((row, at) => (
                  <tr key={row.entry}>
                    <td>{at + 1}</td>
                    <th scope="row">
                      {nameOf(entries, row.entry)}{' '}
                      <span class="note">
                        {entryGradeText(entries.get(row.entry)?.grade, entries.get(row.entry)?.provisional)}
                      </span>
                    </th>
                    {Array.from({ length: n_rounds }, (_, i) => {
                      const cell = row.rounds[i];
                      return <td key={i}>{cell ? cellText(cell, (it) => number.get(it) ?? 0) : ''}</td>;
                    })}
                    <td>{pointsText((row.start ?? 0) + row.points)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        );
      })}
      <p class="note">{words.cellHelp}</p>
    </>
  );
}
