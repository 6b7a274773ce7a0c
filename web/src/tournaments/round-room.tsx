/** The round room: all boards of the present round at once, on boards that move, with their clocks. */

import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { BoardPreview } from '../board/board-preview';
import { clockFace } from '../clock/format';
import { read } from '../clock/remaining';
import { t } from '../i18n';
import { connection, theSocket } from '../session';
import { variantOf } from '../shogi/variant';
import { Toggle } from '../ui/choice';
import { SideMark } from '../ui/icon';
import { createLiveBoards, type LiveBoard } from '../watch/live-boards';
import type { OwnPart, Pairing, Tournament, TournamentEntry } from '../wire/generated';
import { nameOf, resultText } from './words';

/** Boards on a page: no more than a tab may follow. */
export const PAGE = 12;

/** How often clocks are read. */
const TICK_MS = 500;

/** What is played now: the last round, what is still open of earlier ones, and one's own board first. */
export function boardsOf({ rounds }: Pick<Tournament, 'rounds'>, own: string | null): Pairing[] {
  const last = rounds.at(-1);
  const open = rounds.slice(0, -1).flatMap(({ games }) => games.filter(({ result }) => result === null));
  const all = [...open, ...(last?.games ?? [])].filter(({ result }) => result !== 'annulled');
  const isOwn = ({ sente, gote }: Pairing) => own !== null && (sente === own || gote === own);
  return [...all.filter(isOwn), ...all.filter((game) => !isOwn(game))];
}

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
  own: OwnPart | null;
}

export function RoundRoom({ view, entries, own }: Props) {
  const words = t().tournaments;
  const [live] = useState(() => createLiveBoards(theSocket()));
  useEffect(() => live.close, [live]);
  const page = useSignal(0);
  const playing = useSignal(false);
  const now = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = theSocket().serverNow();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const all = boardsOf(view, own?.entry ?? null);
  const wanted = playing.value ? all.filter(({ result }) => result === null) : all;
  const n_pages = Math.max(1, Math.ceil(wanted.length / PAGE));
  const at = Math.min(page.value, n_pages - 1);
  const shown = wanted.slice(at * PAGE, (at + 1) * PAGE);
  const codes = shown.map(({ games }) => games.at(-1)).filter((code) => code !== undefined);
  const key = codes.join();
  useEffect(() => {
    live.watch(codes);
  }, [key]);
  const n_done = all.filter(({ result }) => result !== null).length;
  return (
    <section class="card round-room">
      <header class="page-head">
        <h2>{words.round(view.rounds.length)}</h2>
        <p class="note">{words.room.done(n_done, all.length)}</p>
        {all.length > 1 && (
          <Toggle
            label={words.room.playing}
            value={playing.value}
            onChange={(on) => {
              playing.value = on;
              page.value = 0;
            }}
          />
        )}
      </header>
      {shown.length === 0 && <p class="empty">{words.room.none}</p>}
      <ul class="room-boards">
        {shown.map((game) => (
          <li key={game.key}>
            <RoomBoard
              game={game}
              board={live.boards.value.get(game.games.at(-1) ?? '')}
              now={connection.value === 'open' ? now.value : null}
              variant={view.plan.variant}
              entries={entries}
            />
          </li>
        ))}
      </ul>
      {n_pages > 1 && (
        <nav class="row room-pages" aria-label={words.room.pages}>
          <button type="button" disabled={at === 0} onClick={() => (page.value = at - 1)}>
            {words.room.previous}
          </button>
          <span aria-live="polite">{words.room.page(at + 1, n_pages)}</span>
          <button type="button" disabled={at >= n_pages - 1} onClick={() => (page.value = at + 1)}>
            {words.room.next}
          </button>
        </nav>
      )}
    </section>
  );
}

interface BoardProps {
  game: Pairing;
  board: LiveBoard | undefined;
  /** The server's time, while it is known. */
  now: number | null;
  variant: string;
  entries: Props['entries'];
}

function RoomBoard({ game, board, now, variant, entries }: BoardProps) {
  const words = t().tournaments;
  const code = game.games.at(-1);
  const won = (side: 'sente' | 'gote') =>
    game.result === side || game.result === (side === 'sente' ? 'gote_no_show' : 'sente_no_show');
  const seat = (side: 'sente' | 'gote') => (
    <span class={`room-seat${won(side) ? ' won' : ''}`}>
      {game.toss ? <span /> : <SideMark side={side} />}
      <span class="room-name">{nameOf(entries, game[side])}</span>
      <span class="room-clock">{game.result === null && clockText(board, side, now)}</span>
    </span>
  );
  const inside = (
    <>
      <span class="room-head">
        <span class="note">{game.board > 0 ? words.room.board(game.board) : ''}</span>
        <span class="note">{resultText(game)}</span>
      </span>
      {seat('gote')}
      {code ? (
        <BoardPreview variant={variant} sfen={board?.sfen || variantOf(variant).start} />
      ) : (
        <span class="room-typed note">{words.room.atTheBoard}</span>
      )}
      {seat('sente')}
    </>
  );
  return code ? (
    <a class="room-board" href={`/${code}`}>
      {inside}
    </a>
  ) : (
    <div class="room-board">{inside}</div>
  );
}

function clockText(board: LiveBoard | undefined, side: 'sente' | 'gote', now: number | null): string {
  if (!board?.clock || !board.clocks || board.now === undefined || board.over) return '';
  const { leftMs, inByoyomi, periods } = read(board.clock, board.clocks, side, board.now, now ?? board.now);
  return inByoyomi && periods > 1 ? `${clockFace(leftMs)} ×${periods}` : clockFace(leftMs);
}
