/**
 * One board with everything a square can be: last move, picked up, destinations, check, a premove,
 * arrows.
 */

import { useMemo } from 'preact/hooks';
import type { Board, Picture } from '../board/board';
import { useFrame } from '../board/frame';
import { Play } from '../board/table';
import { useBoard } from '../board/use-board';
import { fromSfen } from '../shogi/position';
import { KINGS } from './samples';

export function BoardStates() {
  const position = useMemo(
    () => fromSfen('standard', 'ln1g1gsnl/1r1s1k3/p1pppp1pp/6+B2/1p7/2P6/PP1PPPPPP/7R1/LNSGKGSNL b BPp 1'),
    [],
  );
  const picture = { position, orientation: 'sente', last: ['4d', '3d'], checks: ['4b'] } satisfies Picture;
  const refs = useBoard(
    {
      picture: () => picture,
      callbacks: { onMove: () => refs.current.current?.show(picture, false) },
      showDests: () => true,
      follow: [drawStates],
    },
    [],
  );
  const frame = useFrame(position.variant, 'sente', KINGS);
  return (
    <div class="table-frame board-states" aria-hidden="true">
      <div class={`board-part ${frame.class}`} style={frame.style}>
        <Play refs={refs} bottom="sente" />
      </div>
    </div>
  );
}

function drawStates(board: Board): void {
  const files = ['2f', '2g', '3h', '5h'].map((to) => [to, 'no'] as const);
  board.offer('sente', 'sente', new Map([['2h', new Map(files)]]));
  board.pick('2h', 'sente');
  board.mark([
    { square: '8d', className: 'current-pre' },
    { square: '8e', className: 'current-pre' },
  ]);
  board.arrows([
    { from: '7f', to: '7e', brush: 'primary' },
    { from: '2b', to: '8h', brush: 'alternative0' },
  ]);
}
