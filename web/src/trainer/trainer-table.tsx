/**
 * A trainer's board, for pointer and keyboard: a page with a panel beside it, or a part of another
 * page.
 */

import type { ComponentChildren } from 'preact';
import { useFrame } from '../board/frame';
import { Play, useKeyboard } from '../board/table';
import { useBoard } from '../board/use-board';
import { Page } from '../ui/page';
import type { Trainer } from './trainer';

interface Props {
  trainer: Trainer;
  /**
   * Whether the solver has pieces to drop; the other stand holds all the rest and is never shown.
   */
  hasStand: boolean;
  title?: string;
  /** What it is about and what is to be done, in few lines: above the board, or beside it. */
  head: ComponentChildren;
  /** What is read before; where there is no room beside the board it lies over it. */
  text?: ComponentChildren;
  /** What is needed to answer besides the board. */
  panel?: ComponentChildren;
  /** How it goes, and what can be done about it: always in the window. */
  bar: ComponentChildren;
  /** What there is besides: below the window where there is no room beside the board. */
  more?: ComponentChildren;
}

/** A page: everything that an exercise takes is in the window, and the board has what is left of it. */
export function TrainerTable({ trainer, hasStand, title, head, text, panel, bar, more }: Props) {
  const { refs, keyboard, frame } = useTrainer(trainer);
  return (
    <div class="table-frame">
      <Page
        class={`table trainer drill ${hasStand ? 'own-stand' : 'no-hands'} ${frame.class}`}
        style={frame.style}
        title={title ?? null}
      >
        <div class="drill-stage">
          <section class="card drill-head">{head}</section>
          {text}
          <div class="drill-board">
            <Play refs={refs} bottom="sente" keyboard={keyboard} />
          </div>
          {panel && <div class="drill-panel">{panel}</div>}
          <section class="card drill-bar">{bar}</section>
        </div>
        {more && <section class="card drill-more">{more}</section>}
      </Page>
    </div>
  );
}

/** The board and the solver's stand, as wide as where they are put. */
export function TrainerBoard({ trainer }: { trainer: Trainer }) {
  const { refs, keyboard, frame } = useTrainer(trainer);
  return (
    <div class="table-frame">
      <div class={`board-part own-stand ${frame.class}`} style={frame.style}>
        <Play refs={refs} bottom="sente" keyboard={keyboard} />
      </div>
    </div>
  );
}

function useTrainer(trainer: Trainer) {
  const variant = trainer.shown.value?.position.variant;
  const refs = useBoard(
    {
      picture() {
        const shown = trainer.shown.value;
        // Read, so that a move that was not taken goes back.
        void trainer.refreshed.value;
        return shown && { ...shown, orientation: 'sente' };
      },
      callbacks: { onMove: (from, to) => trainer.attempt({ from, to }) },
      showDests: () => true,
      follow: [
        (board) => {
          const turn = trainer.shown.value?.position.turn;
          void trainer.refreshed.value;
          if (!turn) return;
          const offered = trainer.asking.value ? null : trainer.offered.value;
          board.offer(offered ? 'sente' : null, turn, offered);
          board.mark(trainer.marks.value);
        },
      ],
    },
    [trainer, variant],
  );
  return { refs, keyboard: useKeyboard(trainer, refs), frame: useFrame(variant, 'sente') };
}
