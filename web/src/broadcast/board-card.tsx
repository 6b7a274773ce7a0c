/** A board of a broadcast as a card: a small position between its two seats. */

import { SmallClock } from '../clock/small-clock';
import { t } from '../i18n/whole';
import { LiveCard, LiveSeat, SmallTable } from '../watch/live-game';
import type { Broadcast, BroadcastBoard, Side } from '../wire/generated';
import { clocksOf } from './clocks';
import { type Events, eventResultText } from './of-event';
import { announcedText, standstillText, stateText } from './words';

interface Props {
  broadcast: Broadcast;
  board: BroadcastBoard;
  /** Within another site's page: the board is opened in a window of its own. */
  isEmbedded?: boolean;
  /** The tournaments that its boards are of, as far as they are known. */
  events?: Events;
}

export function BoardCard({ broadcast, board, isEmbedded = false, events }: Props) {
  const { shown, names, announced } = board;
  return (
    <LiveCard
      href={`/broadcasts/${broadcast.broadcast}/${board.board}`}
      title={t().game.title(names.sente, names.gote)}
      isEmbedded={isEmbedded}
      notes={[
        board.round,
        stateText(shown),
        announced.time ? announcedText(announced.time) : '',
        standstillText(shown),
        events ? eventResultText(board, events) : '',
      ]}
    >
      <SmallTable
        variant={board.variant}
        sfen={shown.sfen}
        last={shown.last}
        seat={(side) => <BoardSeat broadcast={broadcast} board={board} side={side} />}
      />
    </LiveCard>
  );
}

/** Who sits there, with their grade and what is left on their clock. */
export function BoardSeat({ broadcast, board, side }: Props & { side: Side }) {
  const clocks = clocksOf(board, side, broadcast.ended_ms !== undefined);
  return (
    <LiveSeat
      side={side}
      name={board.names[side]}
      strength={board.announced.grades?.[side]}
      clock={clocks && <SmallClock of={clocks} side={side} />}
    />
  );
}
