/** Asks the server for a hint; loaded with the first one. */

import { ask, problemText, settled } from '../api/request';
import { moveText, pieceOf, squareName } from '../board/words';
import { t } from '../i18n/whole';
import type { Position } from '../shogi/position';
import { formatUsi, parseUsi, type Usi } from '../shogi/usi';
import { announce } from '../ui/announcer';
import { toast } from '../ui/toast';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';
import { type Hint, showHint } from './hint-shown';

/** What is shown on the board, for those who do not see it. */
export function hintText(position: Position, move: Usi, whole: boolean): string {
  const words = t().training.gameHint;
  const { name } = position.variant;
  if (whole) return words.move(moveText(position, formatUsi(move), undefined));
  if (move.drop) return words.fromHand(pieceOf(name, move.drop));
  const from = move.from ?? '';
  return words.from(pieceOf(name, position.board.get(from)?.kind ?? ''), squareName(name, from));
}

export async function askHint(store: GameStore, game: GameSnapshot): Promise<void> {
  const asked = await settled(ask('POST', '/games/{code}/hint', { path: { code: game.game } }));
  if (!asked.ok) {
    toast.show(problemText(asked.problem), 'bad');
    return;
  }
  const { ply, usi } = asked.value;
  const move = usi === null ? null : parseUsi(usi);
  const position = store.line.peek()[ply];
  if (!move || !position) return;
  // Whoever looked at an earlier move looks at this one now.
  store.look(null);
  showHint({ game: game.game, ply, move, whole: false });
  announce(hintText(position, move, false));
}

/** The second step: the whole move. */
export function showMove(store: GameStore, hint: Hint): void {
  const position = store.line.peek()[hint.ply];
  if (!position) return;
  store.look(null);
  showHint({ ...hint, whole: true });
  announce(hintText(position, hint.move, true));
}
