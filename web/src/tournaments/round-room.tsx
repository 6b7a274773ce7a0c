/**
 * The round room: all boards of the present round at once, on boards that move, with their clocks.
 */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { variantOf } from '../shogi/variant';
import { Toggle } from '../ui/choice';
import { EmptyState } from '../ui/empty-state';
import { LiveCard, LiveSeat, LiveTable } from '../watch/live-game';
import { LiveWall } from '../watch/live-wall';
import type { OwnPart, Pairing, Side, Tournament, TournamentEntry } from '../wire/generated';
import { nameOf, personOf, resultText } from './words';

/** Boards on a page: no more than a tab may follow. */
export const PAGE = 12;

/**
 * What is played now: the last round, what is still open of earlier ones, and one's own board
 * first.
 */
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
  const page = useSignal(0);
  const playing = useSignal(false);
  const all = boardsOf(view, own?.entry ?? null);
  const wanted = playing.value ? all.filter(({ result }) => result === null) : all;
  const n_pages = Math.max(1, Math.ceil(wanted.length / PAGE));
  const at = Math.min(page.value, n_pages - 1);
  const shown = wanted.slice(at * PAGE, (at + 1) * PAGE);
  const n_done = all.filter(({ result }) => result !== null).length;
  return (
    <section class="round-room">
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
      {shown.length === 0 && <EmptyState text={words.room.none} />}
      <LiveWall boards={shown} keyOf={({ key }) => key}>
        {(game) => <RoomBoard game={game} variant={view.plan.variant} entries={entries} />}
      </LiveWall>
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
  variant: string;
  entries: Props['entries'];
}

function RoomBoard({ game, variant, entries }: BoardProps) {
  const words = t().tournaments;
  const code = game.games.at(-1);
  const seat = (side: Side, clock: ComponentChildren = null) => (
    <LiveSeat
      side={game.toss ? null : side}
      name={<PlayerName person={personOf(entries, game[side])} />}
      clock={game.result === null && clock}
    />
  );
  return (
    <LiveCard
      href={code && `/${code}`}
      title={t().game.title(nameOf(entries, game.sente), nameOf(entries, game.gote))}
      notes={[game.board > 0 ? words.room.board(game.board) : '', resultText(game)]}
    >
      {code ? (
        <LiveTable code={code} variant={variant} sfen={variantOf(variant).start} seat={seat} />
      ) : (
        <>
          {seat('gote')}
          <span class="room-typed note">{words.room.atTheBoard}</span>
          {seat('sente')}
        </>
      )}
    </LiveCard>
  );
}
