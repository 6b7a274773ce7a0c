/**
 * A move on its way to the server: asked about first where one confirms moves, and in the air until
 * it is answered.
 */

import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { t } from '../i18n/of-boards';
import { formatUsi, type Usi } from '../shogi/usi';
import type { Socket } from '../socket/socket';
import { toast } from '../ui/toast';
import type { WhyNot } from './why-not';

/** A move that the server has not taken by then is shown as one that is not sent. */
const UNSENT_MS = 2_000;

export interface Sending {
  readonly confirming: Signal<Usi | null>;
  readonly sending: Signal<Usi | null>;
  /** Whether the move that is on its way is so for too long. */
  readonly unsent: ReadonlySignal<boolean>;
  /** After how many moves the last one was sent. */
  readonly sentAt: () => number;
  send(usi: Usi, ply: number): void;
  clear(): void;
  close(): void;
}

/** `tell` says why the server has refused a move. */
export function createSending(game: string, socket: Pick<Socket, 'send'>, tell: WhyNot['tell']): Sending {
  const confirming = signal<Usi | null>(null);
  const sending = signal<Usi | null>(null);
  const unsent = signal(false);
  let sentAt = -1;
  // Counted from the moment at which the piece was set down, whatever becomes of the connection.
  const stopUnsent = effect(() => {
    unsent.value = false;
    if (!sending.value) return;
    const timer = setTimeout(() => {
      unsent.value = true;
    }, UNSENT_MS);
    return () => clearTimeout(timer);
  });
  return {
    confirming,
    sending,
    unsent,
    sentAt: () => sentAt,
    send(usi, ply) {
      confirming.value = null;
      sending.value = usi;
      sentAt = ply;
      void socket.send({ t: 'move', game, ply, usi: formatUsi(usi) }).then((answer) => {
        if (answer.t !== 'refused') return;
        const isSending = sending.value === usi;
        if (isSending) sending.value = null;
        // The end may have been told before, and has taken the piece back.
        if (answer.code === 'game_over') toast.show(t().game.moveTooLate, 'bad');
        else if (isSending) tell(usi.to, answer);
      });
    },
    clear() {
      confirming.value = null;
      sending.value = null;
    },
    close: stopUnsent,
  };
}
