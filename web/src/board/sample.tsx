/** A corner of a board with a few pieces on it, to choose a board and a set of pieces by. */

import { type ComponentChildren, h } from 'preact';
import { variantOf } from '../shogi/variant';
import type { Side } from '../wire/generated';
import type { BoardName } from './boards';
import { faceClasses, ownFaceProperties, type PieceLook } from './faces';

/** Kinds by rank, from the far side; nothing stands where it is empty. */
export type Corner = readonly (readonly string[])[];

/** A square of it, counted from the left and from the far side. */
export type Spot = readonly [x: number, y: number];

interface Props {
  board: BoardName;
  look: PieceLook;
  corner: Corner;
  /** Squares that are marked as those that a piece goes to. */
  dots?: readonly Spot[];
  variant?: string;
  /** Drawn over it all. */
  over?: ComponentChildren;
}

/** `p` is gote's pawn, `+P` sente's promoted one. */
export function Sample({ board, look, corner, dots = [], variant = 'standard', over }: Props) {
  const files = corner[0]?.length ?? 1;
  const pieces = corner.flatMap((rank, y) =>
    rank.flatMap((kind, x) =>
      kind === ''
        ? []
        : h('piece', {
            key: `${x}${y}`,
            class: `${sideOf(kind)} ${kind.replace('+', 'pro-').toLowerCase()}`,
            style: { transform: `translate(${x * 100}%, ${y * 100}%)` },
          }),
    ),
  );
  const marked = dots.map(([x, y]) =>
    h('sq', {
      key: `${x}${y}`,
      class: corner[y]?.[x] ? 'dest oc' : 'dest',
      style: { gridColumn: String(x + 1), gridRow: String(y + 1) },
    }),
  );
  const style = {
    '--files': String(files),
    '--ranks': String(corner.length),
    ...ownFaceProperties(variantOf(variant), look),
  };
  return (
    <span
      class={`small-board ${faceClasses(look)} promoted-red orientation-sente`}
      data-board={board}
      style={style}
      aria-hidden="true"
    >
      <span class="ban preview">
        <span class="sg-wrap">
          {h('sg-board', {}, h('sg-squares', {}, marked), h('sg-pieces', {}, pieces))}
          {over}
        </span>
      </span>
    </span>
  );
}

const sideOf = (kind: string): Side => (kind === kind.toLowerCase() ? 'gote' : 'sente');
