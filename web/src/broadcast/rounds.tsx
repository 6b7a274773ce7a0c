/** The boards of a broadcast, round by round. */

import { t } from '../i18n/whole';
import { LiveWall } from '../watch/live-wall';
import type { Broadcast, BroadcastBoard } from '../wire/generated';
import { BoardCard } from './board-card';
import type { Events } from './of-event';

interface Props {
  broadcast: Broadcast;
  boards: readonly BroadcastBoard[];
  isEmbedded?: boolean;
  /** The tournaments that its boards are of, as far as they are known. */
  events?: Events;
}

/** In the order in which the rounds come first. */
function byRound(boards: readonly BroadcastBoard[]): [string, BroadcastBoard[]][] {
  const found = new Map<string, BroadcastBoard[]>();
  for (const board of boards) found.set(board.round, [...(found.get(board.round) ?? []), board]);
  return [...found];
}

export function Rounds({ broadcast, boards, isEmbedded = false, events }: Props) {
  const words = t().broadcast;
  return (
    <>
      {byRound(boards).map(([round, boards]) => (
        <section key={round} aria-label={round || words.boards}>
          {round && <h2>{round}</h2>}
          <LiveWall boards={boards} keyOf={({ board }) => board}>
            {(board) => (
              <BoardCard
                broadcast={broadcast}
                board={board}
                isEmbedded={isEmbedded}
                {...(events ? { events } : {})}
              />
            )}
          </LiveWall>
        </section>
      ))}
    </>
  );
}
