/** What may be played in a position that stands nowhere but here: the server is asked, once for each. */

import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Position, sfenOf } from '../shogi/position';
import type { Socket } from '../socket/socket';
import { type Offered, readDests } from './dests';

/** Positions whose moves are remembered. */
const DESTS_KEPT = 200;

export interface AskedDests {
  /** Null while it is not known, and where there is no position to ask about. */
  readonly offered: ReadonlySignal<Offered | null>;
  close(): void;
}

export function askDests(
  socket: Pick<Socket, 'send'>,
  position: ReadonlySignal<Position | null>,
): AskedDests {
  const offered = signal<Offered | null>(null);
  const known = new Map<string, Offered>();
  let wanted: string | null = null;
  const close = effect(() => {
    const here = position.value;
    const variant = here?.variant.name;
    const sfen = here && sfenOf(here);
    const key = here && `${variant} ${sfen}`;
    wanted = key;
    offered.value = key === null ? null : (known.get(key) ?? null);
    if (!variant || !sfen || !key || known.has(key)) return;
    void socket.send({ t: 'position', variant, sfen }).then((answer) => {
      if (answer.t === 'refused' || !answer.position) return;
      if (known.size >= DESTS_KEPT) known.clear();
      const dests = readDests(answer.position.dests);
      known.set(key, dests);
      if (wanted === key) offered.value = dests;
    });
  });
  return { offered, close };
}
