/** A line to type moves into, whatever they are for. */

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { moveText } from '../board/words';
import { language, t } from '../i18n/of-boards';
import { notationName } from '../settings/settings';
import { other, type Position } from '../shogi/position';
import { promotionOf } from '../shogi/promotion';
import { reachOf } from '../shogi/reach';
import type { Square } from '../shogi/square';
import { readTyped } from '../shogi/typed';
import { formatUsi, type Usi, usiOf } from '../shogi/usi';
import { toast } from '../ui/toast';

interface Props {
  position: Position;
  /** Where the example of how a move is typed is played from. */
  start: Position;
  /** Where the move before went: `同` means it. */
  previous: Square | null;
  /**
   * Takes the move; `open` when promoting is still to be asked. What is wrong with it, if anything
   * is.
   */
  onMove(usi: Usi, open: boolean): string | null;
}

export function MoveField({ position, start, previous, onMove }: Props) {
  const words = t().keys;
  const text = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const example = moveText(start, exampleIn(start), undefined);
  const submit = () => {
    // What is wrong is marked, so that typing on replaces it.
    field.current?.select();
    const typed = readTyped(text.value, position, previous, notationName(language.value));
    const problem = typed.ok ? onMove(typed.usi, typed.open) : words.problems[typed.problem](text.value);
    if (problem !== null) return toast.show(problem, 'bad');
    text.value = '';
  };
  return (
    <form
      class="typed-move"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <input
        ref={field}
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-label={words.typeMove}
        placeholder={words.typeExample(example)}
        maxLength={24}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
    </form>
  );
}

/**
 * A move of the side to move to show how moves are typed: the usual first one, or some piece's step
 * to the front.
 */
function exampleIn(position: Position): string {
  const usual = position.turn === 'sente' ? '7g7f' : '3c3d';
  const goes = (from: string) => {
    const piece = position.board.get(from);
    if (piece?.side !== position.turn) return [];
    return reachOf(position, from).filter((to) => position.board.get(to)?.side !== other(piece.side));
  };
  if (goes(usual.slice(0, 2)).includes(usual.slice(2))) return usual;
  for (const from of position.board.keys()) {
    const [to] = goes(from);
    if (to) return formatUsi(usiOf(from, to, promotionOf(position, from, to) === 'must'));
  }
  return usual;
}
