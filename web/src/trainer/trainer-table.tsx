/** A page around a trainer's board, for pointer and keyboard: what is to be done stands in a panel beside it. */

import type { ComponentChildren } from 'preact';
import { Play, useFrame, useKeyboard } from '../board/table';
import { useBoard } from '../board/use-board';
import { Page } from '../ui/page';
import type { Trainer } from './trainer';

interface Props {
  trainer: Trainer;
  /** Whether the solver has pieces to drop; the other stand holds all the rest and is never shown. */
  hasStand: boolean;
  title?: string;
  children: ComponentChildren;
}

export function TrainerTable({ trainer, hasStand, title, children }: Props) {
  const variant = trainer.shown.value?.position.variant;
  const refs = useBoard(
    {
      picture() {
        const shown = trainer.shown.value;
        // Read, so that a move that was not taken goes back.
        void trainer.drawn.value;
        return shown && { ...shown, orientation: 'sente' };
      },
      callbacks: { onMove: (from, to) => trainer.attempt({ from, to }) },
      showDests: () => true,
      follow: [
        (board) => {
          const turn = trainer.shown.value?.position.turn;
          void trainer.drawn.value;
          if (!turn) return;
          const offered = trainer.asking.value ? null : trainer.offered.value;
          board.offer(offered ? 'sente' : null, turn, offered);
          board.mark(trainer.marks.value);
        },
      ],
    },
    [trainer, variant],
  );
  const keyboard = useKeyboard(trainer, refs);
  const frame = useFrame(variant, 'sente');
  return (
    <div class="table-frame">
      <Page
        class={`table trainer ${hasStand ? 'own-stand' : 'no-hands'} ${frame.class}`}
        style={frame.style}
        title={title ?? null}
      >
        <Play refs={refs} bottom="sente" keyboard={keyboard} />
        <section class="card trainer-panel">{children}</section>
      </Page>
    </div>
  );
}
