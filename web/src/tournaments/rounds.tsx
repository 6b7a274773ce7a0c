/** The round room: every board of every round, the latest first. */

import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { labelled, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { entryGradeText } from '../ratings/words';
import { WhenPart } from '../ui/page';
import type {
  BoardOfEvent,
  OwnPart,
  Pairing,
  Tournament,
  TournamentEntry,
  TournamentFormat,
  TournamentMatch,
  TournamentRound,
} from '../wire/generated';
import { isComplete, useRound } from './parts';
import { boardPage, useBroadcastsOf } from './shown-elsewhere';
import { cardPage } from './tournament-api';
import { WhyDialog } from './why-dialog';
import { handicapText, isSeated, nameOf, personOf, pointsText, resultText, slotText } from './words';

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
  own: OwnPart | null;
}

type RoundWithGames = Pick<TournamentRound, 'round' | 'games' | 'byes'>;

interface AskedPairing {
  round: number;
  a: string;
  b?: string;
}

export function Rounds({ view, entries, own }: Props) {
  const words = t().tournaments;
  const asked = useSignal<AskedPairing | null>(null);
  const boards = useBroadcastsOf(view).value?.boards.filter(({ taken }) => taken) ?? [];
  if (view.rounds.length === 0) return <p class="note">{words.empty}</p>;
  const matches = view.standings?.matches ?? [];
  const props = { view, entries, own, boards, onWhy: (pairing: AskedPairing) => (asked.value = pairing) };
  return (
    <>
      {[...view.rounds].reverse().map((round) =>
        isComplete(round) ? (
          <section key={round.round} class="card">
            <h2>{roundText(view, round.round)}</h2>
            <Boards {...props} of={round} matches={matches} />
          </section>
        ) : (
          <OlderRound key={round.round} {...props} of={round} matches={matches} />
        ),
      )}
      {asked.value && (
        <WhyDialog
          code={view.code}
          {...asked.value}
          entries={entries}
          onClose={() => {
            asked.value = null;
          }}
        />
      )}
    </>
  );
}

const roundText = ({ n_rounds }: Tournament, round: number) =>
  n_rounds ? t().tournaments.of(round, n_rounds) : t().tournaments.round(round);

interface BoardsProps extends Props {
  /** The boards of broadcasts that show games of it. */
  boards: readonly BoardOfEvent[];
  of: RoundWithGames;
  matches: readonly TournamentMatch[];
  onWhy(pairing: AskedPairing): void;
}

/** A round whose games are fetched when it is opened; until then, what is still being played in it. */
function OlderRound({ of, ...props }: BoardsProps & { of: TournamentRound }) {
  const opened = useSignal(false);
  const n_games = of.games.length + (of.left_out ?? 0);
  return (
    <section class="card older-round">
      <details
        onToggle={(event) => {
          opened.value = event.currentTarget.open;
        }}
      >
        <summary>
          <h2>{roundText(props.view, of.round)}</h2>{' '}
          <span class="note">{t().tournaments.gamesOfRound(n_games)}</span>
        </summary>
        {opened.value && <OpenedRound {...props} of={of} />}
      </details>
      {!opened.value && of.games.length > 0 && <Boards {...props} of={of} />}
    </section>
  );
}

function OpenedRound({ of, ...props }: BoardsProps) {
  const found = useRound(props.view, of.round);
  return (
    <WhenPart of={found}>
      {(round) => <Boards {...props} of={round} matches={round.matches ?? []} />}
    </WhenPart>
  );
}

/** The boards of a round, and who has none. */
function Boards({ view, entries, own, boards, of: { round, games, byes }, matches, onWhy }: BoardsProps) {
  const words = t().tournaments;
  return (
    <ul class="pairings">
      {inParts(view, games).map((game, i, all) => (
        <Fragment key={game.key}>
          {(i === 0 || headOf(view, game) !== headOf(view, all[i - 1])) && (
            <PartHead view={view} game={game} matches={matches} />
          )}
          <Board
            view={view}
            game={game}
            entries={entries}
            own={own}
            shownBy={boards.find((it) => it.game === game.key)}
            onWhy={() => onWhy({ round, a: game.sente, b: game.gote })}
          />
        </Fragment>
      ))}
      {byes.map(({ entry, kind, slot }) => (
        <li key={`${entry} ${slot ?? ''}`} class="pairing bye">
          <span class="pairing-board" />
          <PlayerName person={personOf(entries, entry)} {...toCard(view, entries, entry)} />
          <span class="pairing-result note">
            {isSeated(games, entry) ? words.stages.passes : words.byes[kind]}
            {isByLot(view, round, entry) && <span class="remark">{words.placedBy.lot}</span>}
          </span>
          {kind === 'bye' && <Why name={nameOf(entries, entry)} onWhy={() => onWhy({ round, a: entry })} />}
        </li>
      ))}
    </ul>
  );
}

/** Whether nothing but the lot has given somebody that bye. */
function isByLot({ standings }: Tournament, round: number, entry: string): boolean {
  return standings?.byes_by_lot?.some((it) => it.round === round && it.entry === entry) ?? false;
}

/** Boards in the order in which they are read: of a league class by class, of stages one after the other. */
export function inParts(
  { format }: Pick<Tournament, 'format'>,
  games: readonly Pairing[],
): readonly Pairing[] {
  return [...games].sort((a, b) => {
    const [one, other] = [partNumbers(format, a.slot), partNumbers(format, b.slot)];
    const differs = one.findIndex((it, i) => it !== other[i]);
    return differs < 0 ? a.board - b.board : (one[differs] ?? 0) - (other[differs] ?? 0);
  });
}

/** Which part a slot is of, from the outermost: the stage, then the class or the group. */
function partNumbers(format: TournamentFormat, slot: string | null | undefined): number[] {
  switch (format.t) {
    case 'league':
      return [format.classes.findIndex(({ name }) => name === slot)];
    case 'pools':
      return [Number(slot)];
    case 'stages': {
      const [name, ...rest] = (slot ?? '').split('/');
      const at = format.stages.findIndex((it) => it.name === name);
      const stage = format.stages[at];
      return stage && rest.length > 0 ? [at, ...partNumbers(stage.format, rest.join('/'))] : [at];
    }
    default:
      return [];
  }
}

/** Where the name of an entry leads; a team has no card. */
const toCard = ({ code }: Tournament, entries: Props['entries'], entry: string) =>
  entries.has(entry) ? { to: cardPage(code, entry) } : {};

/** What the board belongs to, where the boards of a round are of several parts. */
const headOf = (view: Tournament, game: Pairing | undefined) =>
  game && (view.format.t === 'team' ? game.slot : slotText(view.format, game.slot));

/** What the boards below belong to: a class of a league, or a match of teams with its score. */
function PartHead({ view, game, matches }: Pick<BoardsProps, 'view' | 'matches'> & { game: Pairing }) {
  if (view.format.t !== 'team') {
    const head = slotText(view.format, game.slot);
    return head ? <li class="pairing-part">{head}</li> : null;
  }
  const match = matches.find(({ games }) => games.includes(game.key));
  if (!match) return null;
  const score = `${pointsText(match.a_points)} – ${pointsText(match.b_points)}`;
  return (
    <li class="pairing-part">
      {match.a} <span class="score">{score}</span> {match.b}
    </li>
  );
}

function Why({ name, onWhy }: { name: string; onWhy(): void }) {
  const words = t().tournaments.why;
  return (
    <button
      type="button"
      class="quiet pairing-why no-print"
      aria-label={labelled(words.ask, name)}
      onClick={onWhy}
    >
      {words.ask}
    </button>
  );
}

interface BoardProps {
  view: Tournament;
  game: Pairing;
  entries: Props['entries'];
  own: OwnPart | null;
  /** The board of a broadcast that shows it. */
  shownBy: BoardOfEvent | undefined;
  onWhy(): void;
}

function Board({ view, game, entries, own, shownBy, onWhy }: BoardProps) {
  const all = t();
  const words = all.tournaments;
  const isOwn = own?.entry === game.sente || own?.entry === game.gote;
  const last = game.games.at(-1);
  const won = (side: 'sente' | 'gote') =>
    game.result === side || game.result === (side === 'sente' ? 'gote_no_show' : 'sente_no_show');
  const player = (side: 'sente' | 'gote') => {
    const entry = entries.get(game[side]);
    return (
      <span class={`pairing-player${won(side) ? ' won' : ''}`}>
        <span aria-hidden="true">{game.toss ? '' : side === 'sente' ? '▲' : '△'}</span>
        <span class="hidden-visually">{game.toss ? '' : all.sides[side]}</span>
        <span class="pairing-name">
          <PlayerName person={personOf(entries, game[side])} {...toCard(view, entries, game[side])} />
        </span>
        <span class="note">{entryGradeText(entry?.grade, entry?.provisional)}</span>
      </span>
    );
  };
  const handicap = handicapText(game);
  const notes = [
    game.play_off && words.ties.game,
    handicap,
    game.toss && words.toss,
    game.games.length > 1 && words.replays(game.games.length - 1),
    game.ruling && words.ruled(game.ruling.reason, shownName(game.ruling.by ?? '')),
    !game.ruling && game.reason,
  ].filter(Boolean);
  return (
    <li class={`pairing${isOwn ? ' own' : ''}${game.result === 'annulled' ? ' annulled' : ''}`}>
      <span class="pairing-board">{game.board || ''}</span>
      <span class="pairing-players">
        {player('sente')}
        {player('gote')}
        {notes.length > 0 && <span class="note">{noted(notes)}</span>}
      </span>
      <span class="pairing-result">
        {last ? <a href={`/${last}`}>{resultText(game)}</a> : resultText(game)}
        {shownBy && (
          <a class="pairing-watch no-print" href={boardPage(shownBy)}>
            {words.watch}
          </a>
        )}
      </span>
      <Why name={`${nameOf(entries, game.sente)} – ${nameOf(entries, game.gote)}`} onWhy={onWhy} />
    </li>
  );
}
