/** Asks whether to promote, where the move ends. */

import type { ReadonlySignal } from '@preact/signals';
import { h } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/of-boards';
import { type Position, seenBy } from '../shogi/position';
import { promoted } from '../shogi/variant';
import type { Side } from '../wire/generated';
import type { Making } from './making';
import { pieceName } from './words';

/** The question, and what it is asked about. */
export interface Asking
  extends Pick<Making, 'asking' | 'stepping' | 'answerPromotion' | 'answerStep' | 'pass'> {
  /** Position after each number of moves, 0 = the start. */
  readonly line: ReadonlySignal<Position[]>;
  readonly orientation: ReadonlySignal<Side>;
}

export function PromotionChoice({ store }: { store: Asking }) {
  const first = useRef<HTMLButtonElement>(null);
  const asked = store.asking.value;
  // Before anything is painted: a second Enter must not fall on the board behind the question.
  useLayoutEffect(() => {
    if (!asked) return;
    const before = document.activeElement;
    first.current?.focus();
    // A player who came by keyboard continues from where they were.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [asked]);
  const position = store.line.value.at(-1);
  if (!asked || !position) return null;
  const dropped = asked.from.endsWith('*') ? asked.from.slice(0, -1) : null;
  const piece = dropped === null ? position.board.get(asked.from) : { side: position.turn, kind: dropped };
  if (!piece) return null;
  const words = t().game;
  const { variant } = position;
  const seen = seenBy(store.orientation.value, variant, asked.to);
  const style = {
    '--x': `${((variant.files - seen.file + 0.5) / variant.files) * 100}%`,
    '--y': `${((seen.rank + 0.5) / variant.ranks) * 100}%`,
  };
  const face = (kind: string) =>
    h('piece', {
      class: `${piece.side} ${kind.startsWith('+') ? `pro-${kind.slice(1).toLowerCase()}` : kind.toLowerCase()}`,
    });
  const other = promoted(variant, piece.kind);
  const named = (kind: string) => pieceName(variant.name, kind);
  return (
    <div
      class="promotion"
      role="dialog"
      aria-modal="true"
      aria-label={dropped === null ? words.promoteAsk : t().variantWords.hint.whichFace}
      onClick={(event) => {
        if (event.target === event.currentTarget) store.answerPromotion(null);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') store.answerPromotion(null);
        // The Enter that made the move is not the answer, however long it is held.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div class="promotion-choice" style={style}>
        <button
          ref={first}
          type="button"
          aria-label={dropped === null ? words.promote : named(other)}
          onClick={() => store.answerPromotion(true)}
        >
          <span class="promotion-face">{face(other)}</span>
          <span aria-hidden="true">{dropped === null ? words.promoteCaption : named(other)}</span>
        </button>
        <button
          type="button"
          aria-label={dropped === null ? words.dontPromote : named(piece.kind)}
          onClick={() => store.answerPromotion(false)}
        >
          <span class="promotion-face">{face(piece.kind)}</span>
          <span aria-hidden="true">{dropped === null ? words.stayCaption : named(piece.kind)}</span>
        </button>
      </div>
    </div>
  );
}
