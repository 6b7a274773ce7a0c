/** The tournaments that a broadcast's boards are of: their names, and how their games came out. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { theSocket } from '../session';
import { tournamentOf } from '../tournaments/tournament-api';
import { again } from '../ui/again';
import type { Broadcast, BroadcastBoard, PairingOutcome, Side, Tournament } from '../wire/generated';

export type Events = ReadonlyMap<string, Tournament>;

/** The tournaments as they are now; who does not see one sees the broadcast all the same. */
export function useEvents(boards: readonly BroadcastBoard[]): Events {
  const known = useSignal<Events>(new Map());
  const codes = [...new Set(boards.flatMap(({ event }) => event?.tournament ?? []))];
  useEffect(() => {
    const stops = codes.map((code) => {
      const load = () =>
        tournamentOf(code, 'all').then(
          (view) => {
            known.value = new Map(known.peek()).set(code, view);
          },
          () => {},
        );
      const { soon, stop } = again(load);
      const unfollow = theSocket().follow(`tournament:${code}`, { snapshot: soon, event: soon });
      void load();
      return () => {
        stop();
        unfollow();
      };
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [codes.join()]);
  return known.value;
}

/** Of one broadcast, links to its tournaments. */
export function EventLinks({ broadcast, events }: { broadcast: Broadcast; events: Events }) {
  const codes = new Set(broadcast.boards.flatMap(({ event }) => event?.tournament ?? []));
  const found = [...codes].flatMap((code) => events.get(code) ?? []);
  if (found.length === 0) return null;
  return (
    <p class="note">
      {found.map(({ code, name }, i) => (
        <span key={code}>
          {i > 0 && ' · '}
          <a href={`/tournaments/${code}`}>{name}</a>
        </span>
      ))}
    </p>
  );
}

/** How the game of a board came out in its tournament: who won as they sit at the board. */
export function eventResult(board: BroadcastBoard, events: Events): Side | 'draw' | null {
  const { event } = board;
  const view = event && events.get(event.tournament);
  const game = view?.rounds.flatMap(({ games }) => games).find(({ key }) => key === event?.game);
  if (!event || !game?.result) return null;
  const winner = winnerOf(game.result);
  if (winner === null || winner === 'draw') return winner;
  const isAsPaired = game.sente === event.sente;
  return isAsPaired ? winner : winner === 'sente' ? 'gote' : 'sente';
}

function winnerOf(result: PairingOutcome): Side | 'draw' | null {
  if (result === 'sente' || result === 'gote_no_show') return 'sente';
  if (result === 'gote' || result === 'sente_no_show') return 'gote';
  return result === 'draw' ? 'draw' : null;
}

/** The same in words, where the board itself does not know it yet. */
export function eventResultText(board: BroadcastBoard, events: Events): string {
  const result = eventResult(board, events);
  if (result === null || board.shown.end !== undefined) return '';
  const { result: words, tournaments, broadcast } = t();
  return broadcast.event.result(result === 'draw' ? tournaments.outcomes.draw : words.wins(result));
}
