/**
 * A small picture of a position that nobody can touch: the board, and both stands where pieces can
 * be held.
 */

import { h } from 'preact';
import { fromSfen, other, type Position } from '../shogi/position';
import { fileOf, rankOf, type Square } from '../shogi/square';
import type { Side } from '../wire/generated';
import { faceClasses, faceProperties } from './faces';
import { lookFor, smallLook } from './look';

interface Props {
  variant: string;
  sfen: string;
  /** The squares of the last move. */
  last?: readonly Square[];
  /**
   * Whether the pieces are as they are on a large board. Small ones are written with one character,
   * and plainly.
   */
  whole?: boolean;
  /** Whose side is below; sente's without it. */
  below?: Side | undefined;
}

const roleOf = (kind: string) =>
  kind.startsWith('+') ? `pro-${kind.slice(1).toLowerCase()}` : kind.toLowerCase();

export function BoardPreview({ variant, sfen, last = [], whole = false, below = 'sente' }: Props) {
  const position = fromSfen(variant, sfen);
  const { board, variant: table } = position;
  const column = (sq: Square) => (below === 'sente' ? table.files - fileOf(sq) : fileOf(sq) - 1);
  const row = (sq: Square) => (below === 'sente' ? rankOf(sq) : table.ranks - 1 - rankOf(sq));
  const pieces = [...board].map(([sq, { side, kind }]) =>
    h('piece', {
      key: sq,
      class: `${side} ${roleOf(kind)}`,
      style: { transform: `translate(${column(sq) * 100}%, ${row(sq) * 100}%)` },
    }),
  );
  const marked = last.map((sq) =>
    h('sq', {
      key: sq,
      class: 'last-dest',
      style: { gridColumn: String(column(sq) + 1), gridRow: String(row(sq) + 1) },
    }),
  );
  const look = whole ? lookFor(table) : smallLook(table);
  const style = {
    '--files': String(table.files),
    '--ranks': String(table.ranks),
    ...faceProperties(table, look),
  };
  return (
    <div
      class={`small-board ${faceClasses(look)} promoted-red orientation-${below}`}
      style={style}
      aria-hidden="true"
    >
      <SmallStand position={position} side={other(below)} />
      <div class="ban preview">
        <div class={`sg-wrap orientation-${below} d-${table.files}x${table.ranks}`}>
          {h('sg-board', {}, h('sg-squares', {}, marked), h('sg-pieces', {}, pieces))}
        </div>
      </div>
      <SmallStand position={position} side={below} />
    </div>
  );
}

/** What one side holds, the strongest first. */
function SmallStand({ position: { variant, hands }, side }: { position: Position; side: Side }) {
  if (variant.hand.length === 0) return null;
  const held = variant.hand.flatMap((kind) => {
    const count = hands[side].get(kind) ?? 0;
    return count === 0
      ? []
      : h(
          'sg-hp-wrap',
          { key: kind, 'data-nb': String(count) },
          h('piece', { class: `${side} ${roleOf(kind)}` }),
        );
  });
  return <div class={`small-stand ${side}`}>{held}</div>;
}
