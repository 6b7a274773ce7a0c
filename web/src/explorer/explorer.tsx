/** The opening explorer: what was played in a position, by whom, and how it ended. */

import '../styles/explorer.css';
import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { ownAccount } from '../account/own-account';
import { problemText } from '../api/request';
import { moveText } from '../board/words';
import { listed } from '../i18n/listed';
import { dateText, monthText } from '../i18n/moment';
import { language, t } from '../i18n/whole';
import { SPEEDS } from '../ratings/speeds';
import { outcomeFor } from '../shogi/outcome';
import type { Position } from '../shogi/position';
import { Segments, Select } from '../ui/choice';
import { ResultMark, SideMark } from '../ui/icon';
import { TextField } from '../ui/text-field';
import type { ExplorerAnswer, ExplorerGame } from '../wire/generated';
import {
  createExplorer,
  type ExplorerStore,
  RATINGS,
  type Since,
  shares,
  type Whose,
} from './explorer-store';

interface Props {
  position: Position;
  /** The move that led here, which some notations look at. */
  previous?: string | undefined;
  onMove(usi: string): void;
  /** Whether it is open, which the page's keys may change. */
  open: boolean;
  onOpen(open: boolean): void;
  player?: string | null;
}

export function Explorer({ position, previous, onMove, open, onOpen, player = null }: Props) {
  const [store] = useState(() => createExplorer(() => ownAccount.peek()?.handle ?? null, player));
  useEffect(() => store.close, [store]);
  useEffect(() => {
    if (open) store.look(position);
  }, [open, position, ownAccount.value?.handle]);
  const words = t().explorer;
  return (
    <details class="card talk explorer" open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary>{words.title}</summary>
      {open && (
        <>
          <Filters store={store} />
          <Found store={store} position={position} previous={previous} onMove={onMove} />
        </>
      )}
    </details>
  );
}

/** What a choice calls whose games. */
const nameOf = (whose: Whose): string => (whose.t === 'source' ? `source ${whose.name}` : whose.t);

function Filters({ store }: { store: ExplorerStore }) {
  const words = t().explorer;
  const filter = store.filter.value;
  const known: Record<string, string> = words.sources;
  const sources = useSignal<readonly string[]>(['people', 'programs']);
  const told = store.answer.value?.sources;
  useEffect(() => {
    if (told) sources.value = told.map(({ name }) => name);
  }, [told]);
  const whose: [Whose, string][] = sources.value.map((name) => [{ t: 'source', name }, known[name] ?? name]);
  if (ownAccount.value) whose.push([{ t: 'mine' }, words.sources.mine]);
  whose.push([{ t: 'player' }, words.sources.player]);
  const isPlayers = filter.whose.t !== 'source';
  return (
    <div class="explorer-filters">
      <Select
        label={words.source}
        name="whose"
        options={whose.map(([it, text]) => [nameOf(it), text] as const)}
        value={nameOf(filter.whose)}
        onChange={(name) => {
          const chosen = whose.find(([it]) => nameOf(it) === name)?.[0];
          if (chosen) store.choose({ whose: chosen });
        }}
      />
      {filter.whose.t === 'player' && <Handle store={store} />}
      {isPlayers && (
        <Segments
          label={words.side}
          options={[
            ['either', words.eitherSide],
            ['sente', t().sides.sente],
            ['gote', t().sides.gote],
          ]}
          value={filter.side ?? 'either'}
          onChange={(side) => store.choose({ side: side === 'either' ? null : side })}
        />
      )}
      <Select
        label={words.rating}
        name="rating"
        options={[
          ['any', words.anyRating],
          ...RATINGS.map((rating) => [String(rating), words.ratingFrom(rating)] as const),
        ]}
        value={String(filter.ratingFrom ?? 'any')}
        onChange={(rating) => store.choose({ ratingFrom: rating === 'any' ? null : Number(rating) })}
      />
      <Select
        label={words.speed}
        name="speed"
        options={[
          ['any', words.anySpeed],
          ...SPEEDS.map((speed) => [speed, t().ratings.speeds[speed]] as const),
        ]}
        value={filter.speed ?? 'any'}
        onChange={(speed) => store.choose({ speed: SPEEDS.find((it) => it === speed) ?? null })}
      />
      <Select
        label={words.when}
        name="when"
        options={[
          ['ever', words.ever],
          ['1', words.pastYear],
          ['5', words.pastFive],
        ]}
        value={String(filter.since ?? 'ever')}
        onChange={(since) => store.choose({ since: since === 'ever' ? null : (Number(since) as Since) })}
      />
    </div>
  );
}

/** Asked about when it is typed, and not with each letter. */
function Handle({ store }: { store: ExplorerStore }) {
  const typed = useSignal(store.filter.peek().handle);
  const take = () => {
    if (typed.value !== store.filter.peek().handle) store.choose({ handle: typed.value });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <TextField
        label={t().explorer.player}
        name="player"
        exact
        value={typed.value}
        onInput={(handle) => {
          typed.value = handle;
        }}
        onLeave={take}
      />
    </form>
  );
}

function Found({
  store,
  position,
  previous,
  onMove,
}: {
  store: ExplorerStore;
  position: Position;
  previous: string | undefined;
  onMove(usi: string): void;
}) {
  const words = t().explorer;
  const { answer, problem, isThere } = store;
  if (problem.value)
    return (
      <p class="warning" role="alert">
        {problemText(problem.value)}
      </p>
    );
  const found = answer.value;
  if (!found) return null;
  return (
    <div class="explorer-found" aria-busy={!isThere.value}>
      {found.moves.length > 0 ? (
        <Moves found={found} position={position} previous={previous} onMove={onMove} />
      ) : (
        <p class="note">{found.n_games > 0 ? words.none : words.noGames}</p>
      )}
      <p class="note" role="status">
        {found.n_waiting > 0 && words.waiting(found.n_waiting)}
      </p>
      <Games title={words.newest} games={found.newest} />
      {/* Where there are few they are the same ones. */}
      {found.strongest.some((it) => !found.newest.some((newest) => isSame(it, newest))) && (
        <Games title={words.strongest} games={found.strongest} />
      )}
    </div>
  );
}

const isSame = (one: ExplorerGame, other: ExplorerGame) =>
  one.game ? one.game === other.game : one.sente === other.sente && one.played === other.played;

type Row = ExplorerAnswer['total'];

const gamesOf = ({ sente, gote, draws }: Row) => sente + gote + draws;

function Moves({
  found,
  position,
  previous,
  onMove,
}: {
  found: ExplorerAnswer;
  position: Position;
  previous: string | undefined;
  onMove(usi: string): void;
}) {
  const words = t().explorer;
  return (
    <table class="explorer-moves" aria-label={words.moves}>
      <thead>
        <tr>
          <th scope="col">{words.move}</th>
          <th scope="col">{words.games}</th>
          <th scope="col">{words.results}</th>
          <th scope="col">{words.mean}</th>
          <th scope="col">{words.last}</th>
        </tr>
      </thead>
      <tbody>
        {found.moves.map((it) => (
          <tr key={it.usi}>
            <th scope="row">
              <button type="button" class="quiet" onClick={() => onMove(it.usi)}>
                {moveText(position, it.usi, previous)}
              </button>
            </th>
            <Cells row={it} />
          </tr>
        ))}
      </tbody>
      {found.moves.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">{words.all}</th>
            <Cells row={found.total} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Cells({ row }: { row: Row }) {
  return (
    <>
      <td>{new Intl.NumberFormat(language.value, { notation: 'compact' }).format(gamesOf(row))}</td>
      <td>
        <Bar row={row} />
      </td>
      <td>{row.rating ?? '–'}</td>
      <td>{row.last ? monthText(row.last) : '–'}</td>
    </>
  );
}

function Bar({ row }: { row: Row }) {
  const { sente, gote, draws } = shares(row);
  const words = t().explorer.ended(sente, gote, draws);
  const parts = [
    ['sente', sente],
    ['draws', draws],
    ['gote', gote],
  ] as const;
  return (
    <span class="explorer-bar" role="img" aria-label={words} title={words}>
      {parts.map(
        ([part, share]) =>
          share > 0 && (
            <span key={part} class={part} style={{ width: `${share}%` }}>
              {/* A number needs some room. */}
              {share >= 15 && part !== 'draws' ? share : ''}
            </span>
          ),
      )}
    </span>
  );
}

function Games({ title, games }: { title: string; games: readonly ExplorerGame[] }) {
  if (games.length === 0) return null;
  const dateOf = (game: ExplorerGame) => (game.ended_ms === null ? game.played : dateText(game.ended_ms));
  return (
    <section class="explorer-games" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {games.map((game, at) => {
          const players = (
            <>
              {(['sente', 'gote'] as const).map((side) => (
                <span key={side}>
                  <SideMark side={side} /> {game[side] ?? '?'}{' '}
                  <ResultMark result={outcomeFor(side, game.winner)} />
                </span>
              ))}
              <span class="hidden-visually">
                {game.winner === null ? t().result.draw : t().result.wins(game.winner)}
              </span>
              <span class="note">{listed([game.rating?.toString(), game.event, dateOf(game)])}</span>
            </>
          );
          return (
            <li key={game.game ?? at}>
              {game.game ? <a href={`/${game.game}`}>{players}</a> : <span>{players}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
