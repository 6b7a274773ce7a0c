/** A trainer's board with its stands, for pointer and keyboard. */

import { Ban, Stand, useFrame, useKeyboard } from '../board/table';
import { useBoard } from '../board/use-board';
import type { Trainer } from './trainer';

interface Props {
  trainer: Trainer;
  /** Which stands are shown; a problem leaves out the one that holds all the rest. */
  stands: 'both' | 'own' | 'none';
}

export function TrainerBoard({ trainer, stands }: Props) {
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
  // A stand here has one row.
  const style = { ...frame.style, '--hand-columns': frame.style['--hand-kinds'] ?? '1' };
  return (
    <div class={`trainer-board stands-${stands} ${frame.class}`} style={style}>
      <Stand
        refs={refs}
        place="top"
        side="gote"
        class="stand-top"
        keyboard={stands === 'both' ? keyboard : undefined}
      />
      <Ban refs={refs} keyboard={keyboard} />
      <Stand
        refs={refs}
        place="bottom"
        side="sente"
        class="stand-bottom"
        keyboard={stands === 'none' ? undefined : keyboard}
      />
    </div>
  );
}
