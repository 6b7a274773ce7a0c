/** A board of a broadcast as a card: a small position between its two seats. */

import { BoardPreview } from '../board/board-preview';
import { clockFace } from '../clock/format';
import { t } from '../i18n';
import { noted } from '../i18n/listed';
import { parseUsi, squaresOf } from '../shogi/usi';
import { SideMark } from '../ui/icon';
import type { BroadcastBoard, Side } from '../wire/generated';
import { announcedText, stateText } from './words';

interface Props {
  broadcast: string;
  board: BroadcastBoard;
}

export function BoardCard({ broadcast, board }: Props) {
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
      <a class="whole" href={`/broadcasts/${broadcast}/${board.board}`}>
        <span class="hidden-visually">{words.game.title(board.names.sente, board.names.gote)}</span>
      </a>
      <div class="live-table">
        <BoardSeat board={board} side="gote" />
        <BoardPreview variant={board.variant} sfen={shown.sfen} last={last ? squaresOf(last) : []} />
        <BoardSeat board={board} side="sente" />
      </div>
      <span class="note">{noted(notes)}</span>
      {shown.is_sealed && <span class="note">{words.broadcast.sealed}</span>}
    </article>
  );
}

/** Who sits there, with their grade and what is left on their clock. */
export function BoardSeat({ board, side }: { board: BroadcastBoard; side: Side }) {
  const grade = board.announced.grades?.[side];
  const left = board.shown.clocks?.[side]?.remaining_ms;
  return (
    <span class="live-seat">
      <SideMark side={side} />
      <strong>{board.names[side]}</strong>
      {grade && <span class="note">{grade}</span>}
      {left !== undefined && <span class="board-clock">{clockFace(left)}</span>}
    </span>
  );
}
