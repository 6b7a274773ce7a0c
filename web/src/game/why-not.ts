/**
 * Why a move is not allowed that somebody wanted to make where nothing is offered: the server says
 * it.
 */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { Attempt } from '../board/making';
import { t } from '../i18n/of-boards';
import type { Position } from '../shogi/position';
import { reachOf } from '../shogi/reach';
import type { Square } from '../shogi/square';
import { formatUsi, usiOf } from '../shogi/usi';
import type { Refused } from '../socket/commands';
import type { Socket } from '../socket/socket';
import { toast } from '../ui/toast';
import type { Illegal } from '../wire/generated';

/** How long it is shown. */
const SHOWN_MS = 1_500;

export interface WhyNot {
  /** Why what was tried last is not allowed, for as long as that is shown. */
  readonly whyNot: ReadonlySignal<{ at: Square; code: Illegal } | null>;
  /** Says why the server has refused a move to a square. */
  tell(at: Square, answer: Refused): void;
  ask(position: Position, ply: number, move: Attempt): void;
}

export function createWhyNot(game: string, socket: Pick<Socket, 'send'>): WhyNot {
  const whyNot = signal<{ at: Square; code: Illegal } | null>(null);
  function tell(at: Square, answer: Refused) {
    if (!(answer.code in t().result.illegal)) return toast.refusal(answer);
    const shown = { at, code: answer.code as Illegal };
    whyNot.value = shown;
    setTimeout(() => {
      if (whyNot.value === shown) whyNot.value = null;
    }, SHOWN_MS);
  }
  return {
    whyNot,
    tell,
    ask(position, ply, move) {
      // A tap anywhere else only puts it down.
      const isTry = move.from.endsWith('*')
        ? !position.board.has(move.to)
        : reachOf(position, move.from).includes(move.to);
      if (!isTry) return;
      const usi = formatUsi(usiOf(move.from, move.to, false));
      void socket.send({ t: 'move', game, ply, usi }).then((answer) => {
        if (answer.t === 'refused') tell(move.to, answer);
      });
    },
  };
}
