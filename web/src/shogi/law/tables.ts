/**
 * What the law looks up of a variant, made once for each. Squares are numbers, file by file from
 * the right.
 */

import type { Side } from '../../wire/generated';
import { type Way, ways } from '../betza';
import type { Piece } from '../position';
import { type Square, square } from '../square';
import { handKind, type Variant } from '../variant';

/** Files and ranks of the largest board. */
const SIZE_MAX = 13;

/** How many vectors there are from one file or rank to another. */
const SPAN = 2 * SIZE_MAX - 1;

export interface Tables {
  readonly variant: Variant;
  /** How each square is written, by its number. */
  readonly names: readonly Square[];
  readonly numbers: ReadonlyMap<Square, number>;
  readonly stones: Readonly<Record<Side, ReadonlyMap<string, Stone>>>;
  /** What may be dropped, and as what it lies in hand. */
  readonly droppable: readonly { readonly kind: string; readonly held: string }[];
  /** §9.4 Whether there are lions. */
  readonly lions: boolean;
}

/** A piece of one side, as one object for all that are alike. */
export interface Stone extends Piece {
  readonly ways: readonly Way[];
  /**
   * By the vector to a square: the ways that lead there on an empty board, and in how many steps.
   */
  readonly leads: readonly (readonly Lead[] | undefined)[];
  /** What turns right and forward, as its side sees them, into files and ranks. */
  readonly sign: 1 | -1;
  /** On how many of the farthest ranks it must promote. */
  readonly mustPromote: number;
  readonly royal: boolean;
  readonly pawn: boolean;
  readonly lion: boolean;
  readonly minor: boolean;
  /** §9.3 First steps with lion power, and whether the second may be any of them. */
  readonly power: readonly (readonly [right: number, forward: number])[];
  readonly turns: boolean;
}

/** One way to a square. */
export interface Lead {
  readonly way: Way;
  readonly steps: number;
}

const made = new Map<string, Tables>();

export function tablesOf(variant: Variant): Tables {
  let tables = made.get(variant.name);
  if (!tables) {
    tables = makeTables(variant);
    made.set(variant.name, tables);
  }
  return tables;
}

/** Where the vector stands among `leads`. */
export function vectorIndex(right: number, forward: number): number {
  return (right + SIZE_MAX - 1) * SPAN + forward + SIZE_MAX - 1;
}

function makeTables(variant: Variant): Tables {
  const names: Square[] = [];
  for (let file = 1; file <= variant.files; file++)
    for (let rank = 0; rank < variant.ranks; rank++) names.push(square(file, rank));
  const kinds = Object.entries(variant.pieces);
  const isDropped = (kind: string) => !kind.startsWith('+') && !variant.royals.includes(kind);
  return {
    variant,
    names,
    numbers: new Map(names.map((name, number) => [name, number])),
    stones: { sente: stonesOf(variant, 'sente'), gote: stonesOf(variant, 'gote') },
    droppable: kinds
      .filter(([kind]) => variant.drops && isDropped(kind))
      .map(([kind]) => ({ kind, held: handKind(variant, kind) })),
    lions: kinds.some(([, table]) => table.lion),
  };
}

function stonesOf(variant: Variant, side: Side): ReadonlyMap<string, Stone> {
  const stones = Object.entries(variant.pieces).map(([kind, table]): [string, Stone] => {
    const itsWays = ways(table.betza);
    return [
      kind,
      {
        side,
        kind,
        ways: itsWays,
        leads: leadsOf(itsWays),
        sign: side === 'sente' ? 1 : -1,
        mustPromote: table.must_promote ?? 0,
        royal: variant.royals.includes(kind),
        pawn: table.pawn === true,
        lion: table.lion === true,
        minor: table.minor === true,
        power: table.power ?? [],
        turns: table.power_turns === true,
      },
    ];
  });
  return new Map(stones);
}

function leadsOf(itsWays: readonly Way[]): (readonly Lead[] | undefined)[] {
  const leads = new Array<Lead[] | undefined>(SPAN * SPAN).fill(undefined);
  for (const way of itsWays)
    for (let steps = 1; steps <= way.range; steps++) {
      const [right, forward] = [way.right * steps, way.forward * steps];
      if (Math.max(Math.abs(right), Math.abs(forward)) >= SIZE_MAX) break;
      const index = vectorIndex(right, forward);
      leads[index] = [...(leads[index] ?? []), { way, steps }];
    }
  return leads;
}
