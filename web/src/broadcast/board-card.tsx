/** A board of a broadcast as a card: a small position between its two seats. */

import { BoardPreview } from '../board/board-preview';
import { SmallClock } from '../clock/small-clock';
import { t } from '../i18n';
import { noted } from '../i18n/listed';
import { parseUsi, squaresOf } from '../shogi/usi';
import { SideMark } from '../ui/icon';
import type { Broadcast, BroadcastBoard, Side } from '../wire/generated';
import { clocksOf } from './clocks';
import { announcedText, standstillText, stateText } from './words';

interface Props {
  broadcast: Broadcast;
  board: BroadcastBoard;
  /** Within another site's page: the board is opened in a window of its own. */
  isEmbedded?: boolean;
}

export function BoardCard({ broadcast, board, isEmbedded = false }: Props) {
  const words = t();
  const { shown } = board;
  const last = parseUsi(shown.last ?? '');
  const notes = [
    board.round,
    stateText(shown),
    board.announced.time ? announcedText(board.announced.time) : '',
  ];
  return (
    <article class="card live-game whole-link">
      <a
        class="whole"
        href={`/broadcasts/${broadcast.broadcast}/${board.board}`}
        {...(isEmbedded ? { target: '_blank', rel: 'noopener' } : {})}
      >
        <span class="hidden-visually">{words.game.title(board.names.sente, board.names.gote)}</span>
      </a>
      <div class="live-table">
        <BoardSeat broadcast={broadcast} board={board} side="gote" />
        <BoardPreview variant={board.variant} sfen={shown.sfen} last={last ? squaresOf(last) : []} />
        <BoardSeat broadcast={broadcast} board={board} side="sente" />
      </div>
      <span class="note">{noted(notes)}</span>
      {standstillText(shown) && <span class="note">{standstillText(shown)}</span>}
    </article>
  );
}

/** Who sits there, with their grade and what is left on their clock. */
export function BoardSeat({ broadcast, board, side }: Props & { side: Side }) {
  const grade = board.announced.grades?.[side];
  const clocks = clocksOf(board, side, broadcast.ended_ms !== undefined);
  return (
    <span class="live-seat">
      <SideMark side={side} />
      <strong>{board.names[side]}</strong>
      {grade && <span class="note">{grade}</span>}
      {clocks && <SmallClock of={clocks} side={side} />}
    </span>
  );
}
