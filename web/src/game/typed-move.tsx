/** A line to type moves into. */

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { language, t } from '../i18n';
import { notationName } from '../settings/settings';
import { other, type Position } from '../shogi/position';
import { reachOf } from '../shogi/reach';
import { readTyped } from '../shogi/typed';
import { parseUsi } from '../shogi/usi';
import { toast } from '../ui/toast';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';
import { moveText } from './words';

export function TypedMove({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const words = t().keys;
  const text = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const position = store.line.value.at(-1);
  if (game.you === null || game.phase !== 'playing' || !position) return null;
  const start = store.line.value[0] ?? position;
  const example = moveText(start, exampleIn(start), undefined);
  const submit = () => {
    // What is wrong is marked, so that typing on replaces it.
    field.current?.select();
    if (!store.offered.value) return toast.show(t().refusals.not_your_turn, 'bad');
    const previous = parseUsi(game.moves.at(-1)?.usi ?? '')?.to ?? null;
    const typed = readTyped(text.value, position, previous, notationName(language.value));
    if (!typed.ok) return toast.show(words.problems[typed.problem](text.value), 'bad');
    text.value = '';
    const { usi, open } = typed;
    if (open && usi.drop === null) store.attempt({ from: usi.from, to: usi.to });
    else store.playTyped(usi);
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

/** A move of the side to move to show how moves are typed: the usual first one, or some piece's step to the front. */
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
    if (to) return from + to;
  }
  return usual;
}
