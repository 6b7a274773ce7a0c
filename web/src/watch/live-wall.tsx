/**
 * A wall of live boards, side by side. Every page that shows several boards that move shows them by
 * this.
 */

import type { ComponentChildren } from 'preact';
import { variantOf } from '../shogi/variant';

interface Props<T> {
  boards: readonly T[];
  keyOf(board: T): string;
  label?: string | undefined;
  /** The one that stands out: first, and as large as the window lets it be. */
  featured?: { key: string; variant: string } | undefined;
  /** A board as a card. */
  children(board: T): ComponentChildren;
}

export function LiveWall<T>({ boards, keyOf, label, featured, children }: Props<T>) {
  if (boards.length === 0) return null;
  const { files, ranks } = variantOf(featured?.variant ?? 'standard');
  return (
    <ul class="game-list live" aria-label={label} style={featured && `--files:${files};--ranks:${ranks}`}>
      {boards.map((board) => {
        const key = keyOf(board);
        return (
          <li key={key} class={key === featured?.key ? 'featured' : ''}>
            {children(board)}
          </li>
        );
      })}
    </ul>
  );
}
