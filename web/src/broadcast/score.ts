/** A score in the browser: what its entries come to, with those that are not at the server yet. */

import { fromSfen, type Position, play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import type { ScoreEntry, Side } from '../wire/generated';

export interface Entered {
  /** Before the first move. */
  start: Position;
  position: Position;
  /** The moves, as USI. */
  moves: readonly string[];
  /** The sealed move, '' where it is not known; null when none is. */
  sealed: string | null;
  end: { cause: string; winner: Side | null } | null;
  /** Whether there is a break. */
  paused: boolean;
  /** What was last read of each clock, in milliseconds. */
  clocks: Readonly<Record<Side, number | null>>;
}

type Done = 'move' | 'end' | 'seal' | { opened: string };

/** What these entries come to; the server judges what they say. */
export function entered(variant: string, start: string, entries: readonly ScoreEntry[]): Entered {
  const done: Done[] = [];
  const moves: string[] = [];
  let sealed: string | null = null;
  let end: Entered['end'] = null;
  let paused = false;
  const clocks: Record<Side, number | null> = { sente: null, gote: null };
  for (const entry of entries) {
    switch (entry.t) {
      case 'move':
        paused = false;
        moves.push(entry.usi);
        done.push('move');
        break;
      case 'sealed':
        sealed = entry.usi ?? '';
        done.push('seal');
        break;
      case 'opened': {
        done.push({ opened: sealed ?? '' });
        moves.push(entry.usi ?? sealed ?? '');
        sealed = null;
        break;
      }
      case 'result':
        end = { cause: entry.cause, winner: entry.winner ?? null };
        done.push('end');
        break;
      case 'illegal':
        end = { cause: 'illegal_move', winner: entry.side === 'sente' ? 'gote' : 'sente' };
        done.push('end');
        break;
      case 'clock':
        clocks[entry.side] = entry.remaining_ms;
        break;
      case 'undo': {
        const last = done.pop();
        if (last === 'end') end = null;
        else if (last === 'seal') sealed = null;
        else if (last !== undefined) {
          moves.pop();
          if (typeof last === 'object') sealed = last.opened;
        }
        break;
      }
      case 'paused':
      case 'resumed':
        paused = entry.t === 'paused';
        break;
      case 'note':
        break;
    }
  }
  const first = fromSfen(variant, start);
  let position = first;
  for (const usi of moves) {
    const move = parseUsi(usi);
    if (move) position = play(position, move);
  }
  return { start: first, position, moves, sealed, end, paused, clocks };
}
