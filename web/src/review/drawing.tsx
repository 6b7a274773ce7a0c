/** Drawing on the board: in which colour, and square by square for those without a pointer. */

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { Brush } from '../board/board';
import { t } from '../i18n/whole';
import type { Square } from '../shogi/square';
import { Icon } from '../ui/icon';
import type { ReviewStore } from './review-store';

export interface InHand {
  /** Null while touching the board moves pieces. */
  brush: Signal<Brush | null>;
  /** Where an arrow begins. */
  from: Signal<Square | null>;
  onSquare(sq: Square): void;
}

export function useDrawing(store: ReviewStore): InHand {
  const brush = useSignal<Brush | null>(null);
  const from = useSignal<Square | null>(null);
  useEffect(() => {
    from.value = null;
  }, [store.shown.value]);
  return {
    brush,
    from,
    /** The same square twice is a circle. */
    onSquare(sq) {
      const begun = from.value;
      const node = store.node.value;
      if (begun === null || !node || !brush.value) {
        from.value = sq;
        return;
      }
      from.value = null;
      const is = { from: begun, ...(sq === begun ? {} : { to: sq }), brush: brush.value };
      const shapes = node.shapes ?? [];
      const rest = shapes.filter((it) => it.from !== is.from || it.to !== is.to);
      store.edit({ t: 'draw', node: node.id, shapes: rest.length < shapes.length ? rest : [...rest, is] });
    },
  };
}

const BRUSHES = [null, 'green', 'red', 'blue'] as const;

/** Whether touching the board moves, or draws and in which colour. */
export function Draw({ brush }: { brush: Signal<Brush | null> }) {
  const words = t().review;
  const name = useId();
  return (
    <fieldset class="brushes">
      <legend class="hidden-visually">{words.touch}</legend>
      {BRUSHES.map((it) => {
        const label = it === null ? words.moves : words.brushes[it];
        return (
          <label key={it} class={it === brush.value ? 'on' : ''} title={label}>
            <input
              type="radio"
              name={name}
              value={it ?? 'move'}
              aria-label={label}
              checked={it === brush.value}
              onChange={() => {
                brush.value = it;
              }}
            />
            {it === null ? <Icon name="piece" /> : <span class={`brush ${it}`} />}
          </label>
        );
      })}
    </fieldset>
  );
}
