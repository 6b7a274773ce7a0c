/** The line to type moves into beside a game. */

import { isOffered } from '../board/dests';
import { t } from '../i18n/of-boards';
import { parseUsi } from '../shogi/usi';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';
import { MoveField } from './move-field';

export function TypedMove({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const position = store.line.value.at(-1);
  if (game.you === null || game.phase !== 'playing' || !position) return null;
  return (
    <MoveField
      position={position}
      // Each side is shown a first move of its own.
      start={{ ...(store.line.value[0] ?? position), turn: game.you }}
      previous={parseUsi(game.moves.at(-1)?.usi ?? '')?.to ?? null}
      onMove={(usi, open) => {
        if (!store.offered.value) return t().refusals.not_your_turn;
        if (open && usi.drop === null) store.attempt({ from: usi.from, to: usi.to });
        // What is only tried out the server does not judge.
        else if (store.ahead.value && !isOffered(store.offered.value, usi))
          return t().result.illegal.cannot_move_there;
        else store.playTyped(usi);
        return null;
      }}
    />
  );
}
