/** Where pieces may go in the position that is shown, as the server says. */

import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Offered, readDests } from '../board/dests';
import type { Socket } from '../socket/socket';

/** Positions whose moves are remembered. */
const DESTS_KEPT = 200;

export interface Offers {
  /** Null until it is known, and where nothing can be played. */
  readonly offered: ReadonlySignal<Offered | null>;
  close(): void;
}

/** `sfen` is the position to play in, or null; `variant` names its variant. */
export function createOffers(
  socket: Socket,
  sfen: ReadonlySignal<string | null>,
  variant: ReadonlySignal<string | undefined>,
): Offers {
  const offered = signal<Offered | null>(null);
  const known = new Map<string, Offered>();
  const close = effect(() => {
    const here = sfen.value;
    const name = variant.value;
    offered.value = here === null ? null : (known.get(here) ?? null);
    if (here === null || !name || known.has(here)) return;
    void socket.send({ t: 'position', variant: name, sfen: here }).then((answer) => {
      if (answer.t === 'refused' || !answer.position) return;
      if (known.size >= DESTS_KEPT) known.clear();
      known.set(here, readDests(answer.position.dests));
      if (sfen.peek() === here) offered.value = known.get(here) ?? null;
    });
  });
  return { offered, close };
}
