/** The board of a game: what may be moved, premoves, and what strict rules hide. */

import { type BoardRefs, useBoard } from '../board/use-board';
import { settings } from '../settings/settings';
import type { GameStore } from './game-store';
import { hintArrow, hintFor } from './hint-shown';

export function useGameBoard(store: GameStore): BoardRefs {
  return useBoard(
    {
      picture() {
        const shown = store.shown.value;
        return shown && { ...shown, orientation: store.orientation.value };
      },
      callbacks: {
        onMove: (from, to) => store.attempt({ from, to }),
        onTry: (from, to) => store.tried({ from, to }),
        onPremove: (move) => store.setPremove(move),
      },
      // §2.1 In strict games no destination is shown.
      showDests: () => settings.showDests.value && store.game.value?.rules.illegal !== 'loses',
      follow: [
        (board) => {
          const game = store.game.value;
          const shown = store.shown.value;
          const offered = store.offered.value;
          const premoves = store.premoves.value;
          if (!game || !shown) return;
          // What is only tried out is tried for both sides.
          const mover = store.ahead.value ? shown.position.turn : game.you;
          board.offer(offered || premoves ? mover : null, shown.position.turn, offered);
          board.allowPremoves(premoves);
          const laid = store.premove.value;
          if (laid && game.you) board.layPremove(laid, game.you);
          else board.cancelPremove();
        },
        (board) => {
          const usi = store.unsent.value ? store.sending.value : null;
          board.mark(usi ? [{ square: usi.to, className: 'unsent' }] : []);
        },
        (board) => {
          const game = store.game.value;
          const hint = store.lookingBack.value ? null : hintFor(store.code, game?.ply);
          board.arrows(hint ? [hintArrow(hint)] : [], game?.you ?? 'sente');
        },
      ],
    },
    [store],
  );
}
