/** The pages of a hall's screen: pairings by board and by name, and the standings. */

import type { ComponentChildren } from 'preact';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import type {
  Pairing,
  PairingOutcome,
  Tournament,
  TournamentEntry,
  TournamentRound,
} from '../wire/generated';
import { inParts } from './rounds';
import { columnsOf, type Part, type Room, rowsOf, type Slide, type View } from './screen-slides';
import {
  bySurname,
  criterionText,
  criterionValue,
  isEvening,
  isSeated,
  nameOf,
  resultText,
  slotText,
  titleText,
} from './words';

export interface Shown {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
  round: Pick<TournamentRound, 'round' | 'games' | 'byes'> | undefined;
}

/** Results as they are written on walls everywhere. */
const SIGNS: Record<PairingOutcome, string> = {
  sente: '1–0',
  gote: '0–1',
  draw: '½–½',
  sente_no_show: '− +',
  gote_no_show: '+ −',
  both_no_show: '− −',
  both_lose: '0–0',
  annulled: '',
};

/** Where somebody sits, or why not. */
interface Seat {
  id: string;
  board: string;
  side: string;
}

const called = ({ entries }: Shown, id: string) => shownName(nameOf(entries, id));

const boardsOf = ({ view, round }: Shown): readonly Pairing[] =>
  inParts(
    view,
    // Of an evening without rounds only what is being played.
    (round?.games ?? []).filter(({ result }) => (isEvening(view) ? result === null : result !== 'annulled')),
  );

/** Those without a game in the round. */
const byesOf = ({ round }: Shown) =>
  (round?.byes ?? []).filter(({ entry }) => !isSeated(round?.games ?? [], entry));

/** Everybody in the order of their names, with the board they go to. */
function seatsOf(shown: Shown): Seat[] {
  const words = t().tournaments;
  const seats = boardsOf(shown).flatMap((game) =>
    (['sente', 'gote'] as const).map((side) => ({
      id: game[side],
      board: game.board > 0 ? String(game.board) : '',
      side: game.toss ? '' : side === 'sente' ? '▲' : '△',
    })),
  );
  const resting = byesOf(shown).map(({ entry, kind }) => ({ id: entry, board: '', side: words.byes[kind] }));
  return [...seats, ...resting].sort((a, b) => bySurname(shown.entries.get(a.id), shown.entries.get(b.id)));
}

const rankingsOf = ({ view }: Shown) =>
  (view.standings?.rankings ?? []).filter(({ rows }) => rows.length > 0);

/** What there is to be shown, of what is wanted. */
export function partsOf(shown: Shown, wanted: readonly View[]): Part[] {
  const n_boards = boardsOf(shown).length + byesOf(shown).length;
  const hasPairings = n_boards > 0;
  return wanted.flatMap((view): Part[] => {
    if (view === 'standings') {
      return rankingsOf(shown).map(({ rows }, at) => ({ view, at, n_rows: rows.length }));
    }
    if (!hasPairings) return [];
    return [{ view, at: 0, n_rows: view === 'boards' ? n_boards : seatsOf(shown).length }];
  });
}

export function SlideOf({ shown, slide, room }: { shown: Shown; slide: Slide; room: Room }) {
  if (slide.view === 'boards') return <Boards shown={shown} slide={slide} room={room} />;
  if (slide.view === 'names') return <Names shown={shown} slide={slide} room={room} />;
  return <Ranking shown={shown} slide={slide} room={room} />;
}

interface GridProps {
  class: string;
  slide: Slide;
  room: Room;
  children: ComponentChildren;
}

/** Rows that go down one column and then the next. */
function Rows({ class: name, slide, room, children }: GridProps) {
  const columns = columnsOf(slide.view, room);
  const n_rows = slide.to - slide.from;
  const style = {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${Math.min(rowsOf(room), Math.max(1, Math.ceil(n_rows / columns)))}, auto)`,
  };
  return (
    <ol class={`screen-rows ${name}`} style={style}>
      {children}
    </ol>
  );
}

function Boards({ shown, slide, room }: { shown: Shown; slide: Slide; room: Room }) {
  const words = t().tournaments;
  const boards = boardsOf(shown);
  const won = (game: Pairing, side: 'sente' | 'gote') =>
    game.result === side || game.result === (side === 'sente' ? 'gote_no_show' : 'sente_no_show');
  const lines = [
    ...boards.map((game) => {
      const slot = slotText(shown.view.format, game.slot);
      return (
        <li key={game.key} class={game.result === null ? '' : 'done'}>
          <span class="screen-board">{game.board || ''}</span>
          <span class={`screen-name${won(game, 'sente') ? ' won' : ''}`}>
            {!game.toss && <span class="screen-side">▲</span>}
            {called(shown, game.sente)}
          </span>
          <span class="screen-result" title={slot ?? ''}>
            {game.result === null ? (
              '–'
            ) : (
              <>
                <span aria-hidden="true">{SIGNS[game.result]}</span>
                <span class="hidden-visually">{resultText(game)}</span>
              </>
            )}
          </span>
          <span class={`screen-name${won(game, 'gote') ? ' won' : ''}`}>
            {!game.toss && <span class="screen-side">△</span>}
            {called(shown, game.gote)}
          </span>
        </li>
      );
    }),
    ...byesOf(shown).map(({ entry, kind }) => (
      <li key={entry} class="done">
        <span class="screen-board" />
        <span class="screen-name">{called(shown, entry)}</span>
        <span class="screen-result">{words.byes[kind]}</span>
        <span />
      </li>
    )),
  ];
  return (
    <Rows class="by-board" slide={slide} room={room}>
      {lines.slice(slide.from, slide.to)}
    </Rows>
  );
}

function Names({ shown, slide, room }: { shown: Shown; slide: Slide; room: Room }) {
  return (
    <Rows class="by-name" slide={slide} room={room}>
      {seatsOf(shown)
        .slice(slide.from, slide.to)
        .map(({ id, board, side }) => (
          <li key={id}>
            <span class="screen-name">{called(shown, id)}</span>
            <span class="screen-seat">
              {side && <span class="screen-side">{side}</span>}
              {board && <strong>{board}</strong>}
            </span>
          </li>
        ))}
    </Rows>
  );
}

function Ranking({ shown, slide, room }: { shown: Shown; slide: Slide; room: Room }) {
  const ranking = rankingsOf(shown)[slide.at];
  if (!ranking) return null;
  // What is compared first, and what separates the others.
  const criteria = ranking.criteria
    .map((name, i) => ({ name, i }))
    .filter(({ i }) => ranking.rows.some(({ values }) => (values[i] ?? null) !== null))
    .slice(0, 2);
  return (
    <Rows class="by-place" slide={slide} room={room}>
      {ranking.rows.slice(slide.from, slide.to).map((row) => (
        <li key={row.entry}>
          <span class="screen-board">{row.place}</span>
          <span class="screen-name">{called(shown, row.entry)}</span>
          <span class="screen-seat">
            {criteria.map(({ name, i }, n) => (
              <span key={name} class={n === 0 ? 'screen-points' : 'note'} title={criterionText(name)}>
                {criterionValue(name, row.values[i] ?? null)}
              </span>
            ))}
            <span class="note">{`${row.wins}–${row.draws}–${row.losses}`}</span>
          </span>
        </li>
      ))}
    </Rows>
  );
}

/** What a page is called. */
export function slideTitle(shown: Shown, { view, at }: Slide): string {
  const words = t().hallScreen;
  if (view !== 'standings') return words.views[view];
  const title = titleText(shown.view.format, rankingsOf(shown)[at]?.title ?? '');
  const isOver = ({ games, left_out }: TournamentRound) =>
    (left_out ?? 0) > 0 || games.every(({ result }) => result !== null);
  const n_over = shown.view.rounds.filter(isOver).length;
  const hasBegun = shown.view.rounds.some(
    (round) => !isOver(round) && round.games.some(({ result }) => result !== null),
  );
  const after = n_over > 0 && !hasBegun ? words.afterRound(n_over) : words.views.standings;
  return title ? words.rankingOf(title, after) : after;
}
