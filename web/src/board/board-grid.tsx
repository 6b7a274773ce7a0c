// biome-ignore-all lint/a11y/useSemanticElements: a grid of squares is no table, and a fieldset would draw itself
// biome-ignore-all lint/a11y/useFocusableInteractive: rows of a grid take no focus, their cells do
/**
 * The board for keyboards and screen readers: a grid of the same squares lying on the drawn one,
 * and a button for every kind of piece in hand. It shows only the focus; moves go the same way as
 * the pointer's.
 */

import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { listed } from '../i18n/listed';
import { t } from '../i18n/of-boards';
import type { Position } from '../shogi/position';
import { rankOf, type Square, square } from '../shogi/square';
import type { GameSnapshot, Side } from '../wire/generated';
import type { Asked } from './board';
import type { Offered } from './dests';
import type { Attempt } from './making';
import { pieceName, pieceOf, sideName, sideWord, squareName } from './words';

/** What the keyboard's board needs to know: a game has it, and so has a lesson. */
export interface BoardModel {
  readonly game: ReadonlySignal<Pick<GameSnapshot, 'you' | 'handicap'> | null>;
  /** What the board shows: the looked-at position, with the move on its way already made. */
  readonly shown: ReadonlySignal<{ position: Position; last: Square[]; checks: Square[] } | null>;
  readonly orientation: ReadonlySignal<Side>;
  /** Where this tab may move now; null when it may not. */
  readonly offered: ReadonlySignal<Offered | null>;
  /** Where the player may lay a premove now; null when not. */
  readonly premoves: ReadonlySignal<((from: string) => Square[]) | null>;
  attempt(move: Attempt): void;
}

interface Props {
  store: BoardModel;
  picked: string | null;
  onPick(origin: string | null): void;
  /** Takes a press on a square instead of what it usually does. */
  onSquare?: ((sq: Square) => void) | undefined;
  /** Asks how a piece moves. */
  onAsk(at: Asked): void;
}

/** The key that asks about the piece in focus. */
export const ASK_KEY = 'i';

export function BoardGrid({ store, picked, onPick, onSquare, onAsk }: Props) {
  const game = store.game.value;
  const shown = store.shown.value;
  const focus = useSignal<Square | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  if (!game || !shown) return null;
  const { variant } = shown.position;
  const upright = store.orientation.value === 'sente';
  const active = focus.value ?? square(Math.ceil(variant.files / 2), upright ? variant.ranks - 1 : 0);

  const squareAt = (row: number, column: number): Square =>
    upright ? square(variant.files - column, row) : square(column + 1, variant.ranks - 1 - row);

  const moveFocus = (column: number, row: number) => {
    const sq = squareAt(
      Math.min(Math.max(row, 0), variant.ranks - 1),
      Math.min(Math.max(column, 0), variant.files - 1),
    );
    focus.value = sq;
    grid.current?.querySelector<HTMLElement>(`[data-square="${sq}"]`)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent, row: number, column: number, sq: Square) => {
    const step: Record<string, [number, number]> = {
      ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1],
      ArrowLeft: [column - 1, row],
      ArrowRight: [column + 1, row],
      Home: [0, row],
      End: [variant.files - 1, row],
      PageUp: [column, 0],
      PageDown: [column, variant.ranks - 1],
    };
    const to = step[event.key];
    if (to) moveFocus(...to);
    else if (event.key === 'Enter' || event.key === ' ') press(sq);
    else if (event.key === 'Escape') onPick(null);
    else if (event.key === ASK_KEY && shown.position.board.has(sq)) onAsk({ square: sq });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const press = (sq: Square) => {
    if (onSquare) return onSquare(sq);
    const own = shown.position.board.get(sq)?.side === game.you;
    if (picked === sq) onPick(null);
    else if (picked && !own) {
      onPick(null);
      store.attempt({ from: picked, to: sq });
    } else if (own && (store.offered.value || store.premoves.value)) onPick(sq);
  };

  const label = (sq: Square): string => {
    const words = t().keys;
    const piece = shown.position.board.get(sq);
    return listed([
      squareName(variant.name, sq),
      piece ? pieceName(variant.name, piece.kind) : words.empty,
      piece ? sideName(game, piece.side) : '',
      picked === sq ? words.picked : '',
      shown.last.includes(sq) ? words.lastMove : '',
      shown.checks.includes(sq) ? words.inCheck : '',
    ]);
  };

  return (
    <div class="board-grid" role="grid" aria-label={t().game.board} ref={grid}>
      {Array.from({ length: variant.ranks }, (_, row) => (
        <div role="row" key={rankOf(squareAt(row, 0))}>
          {Array.from({ length: variant.files }, (_, column) => {
            const sq = squareAt(row, column);
            return (
              <div
                key={sq}
                role="gridcell"
                data-square={sq}
                tabIndex={sq === active ? 0 : -1}
                aria-selected={picked === sq}
                onFocus={() => {
                  focus.value = sq;
                }}
                onKeyDown={(event) => onKeyDown(event, row, column, sq)}
                onClick={() => press(sq)}
                onContextMenu={(event) => {
                  if (!shown.position.board.has(sq)) return;
                  event.preventDefault();
                  onAsk({ square: sq });
                }}
              >
                {label(sq)}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** The pieces in one side's hand as buttons, lying on the stand. */
export function HandKeys({ store, side, picked, onPick, onAsk }: Props & { side: Side }) {
  const game = store.game.value;
  const shown = store.shown.value;
  if (!game || !shown) return null;
  const { variant, hands } = shown.position;
  const own = side === game.you && (store.offered.value !== null || store.premoves.value !== null);
  return (
    <div class="hand-keys" role="group" aria-label={t().game.handOf(sideWord(game, side))}>
      {variant.hand.map((kind) => {
        const count = hands[side].get(kind) ?? 0;
        const name = t().keys.inHand(pieceOf(variant.name, kind), count);
        return count === 0 ? (
          <span key={kind} />
        ) : (
          <button
            key={kind}
            type="button"
            disabled={!own}
            aria-pressed={picked === `${kind}*`}
            onClick={() => onPick(picked === `${kind}*` ? null : `${kind}*`)}
            onKeyDown={(event) => {
              if (event.key === ASK_KEY) onAsk({ hand: side, kind });
            }}
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}
