/**
 * How a piece moves, read from its Betza spelling as the rules write it: `f b l r v s` restrict, a
 * number limits a slide, `m` only moves, `c` only takes, `p` goes over exactly one piece.
 */

/** One way to go: steps to the right and forward as the piece's owner sees it. */
export interface Way {
  right: number;
  forward: number;
  /** How many times it may be taken; more than once only along a line that is free. */
  range: number;
  does: 'both' | 'move' | 'take';
  /** Whether exactly one piece must be leapt over on the way. */
  over: boolean;
}

type Vector = readonly [right: number, forward: number];

/** Vectors an atom is made of, and whether it goes on. */
const ATOMS: Readonly<Record<string, readonly (readonly [Vector, boolean])[]>> = {
  W: [[[0, 1], false]],
  F: [[[1, 1], false]],
  D: [[[0, 2], false]],
  A: [[[2, 2], false]],
  N: [[[1, 2], false]],
  R: [[[0, 1], true]],
  B: [[[1, 1], true]],
  K: [
    [[0, 1], false],
    [[1, 1], false],
  ],
  Q: [
    [[0, 1], true],
    [[1, 1], true],
  ],
};

const ATOM = /([a-z]*)([A-Z])(\d*)/g;
const parsed = new Map<string, readonly Way[]>();

export function ways(betza: string): readonly Way[] {
  let known = parsed.get(betza);
  if (!known) {
    known = [...betza.matchAll(ATOM)].flatMap(([, modifiers = '', atom = '', limit]) =>
      atomWays(modifiers, atom, Number(limit || 0)),
    );
    parsed.set(betza, known);
  }
  return known;
}

function atomWays(modifiers: string, atom: string, limit: number): Way[] {
  const does = modifiers.includes('m') ? 'move' : modifiers.includes('c') ? 'take' : 'both';
  const over = modifiers.includes('p');
  const directions = modifiers.replace(/[mcp]/g, '');
  return (ATOMS[atom] ?? []).flatMap(([base, slides]) =>
    chosen(around(base), directions).map(([right, forward]) => ({
      right,
      forward,
      range: limit || (slides || over ? Number.POSITIVE_INFINITY : 1),
      does,
      over,
    })),
  );
}

/** The vector in all directions. */
function around([a, b]: Vector): Vector[] {
  const all: Vector[] = [];
  for (const [x, y] of [
    [a, b],
    [b, a],
  ] as const)
    for (const vector of [
      [x, y],
      [-x || 0, y],
      [x, -y || 0],
      [-x || 0, -y || 0],
    ] as const)
      if (!all.some((it) => it[0] === vector[0] && it[1] === vector[1])) all.push(vector);
  return all;
}

/** The vectors that the directions choose: of two letters together where they mean something. */
function chosen(all: readonly Vector[], directions: string): Vector[] {
  if (directions === '') return [...all];
  const found: Vector[] = [];
  for (let at = 0; at < directions.length; ) {
    const pair = matching(all, directions.slice(at, at + 2));
    const taken = pair.length > 0 && at + 1 < directions.length ? 2 : 1;
    found.push(...(taken === 2 ? pair : matching(all, directions.slice(at, at + 1))));
    at += taken;
  }
  return found;
}

function matching(all: readonly Vector[], word: string): Vector[] {
  const isLine = all.some(([x, y]) => x === 0 || y === 0);
  const isJump = all.length === 8;
  const diagonal = !isLine && !isJump;
  return all.filter(([x, y]) => {
    const far = Math.abs(y) > Math.abs(x);
    switch (word) {
      case 'f':
        return y > 0;
      case 'b':
        return y < 0;
      case 'l':
        return x < 0;
      case 'r':
        return x > 0;
      case 'v':
        return y !== 0;
      case 's':
        return x !== 0;
      case 'fl':
      case 'fr':
        return diagonal && y > 0 && x > 0 === (word === 'fr');
      case 'bl':
      case 'br':
        return diagonal && y < 0 && x > 0 === (word === 'br');
      case 'ff':
        return isJump && far && y > 0;
      case 'bb':
        return isJump && far && y < 0;
      case 'fs':
        return isJump && !far && y > 0;
      case 'bs':
        return isJump && !far && y < 0;
      case 'll':
      case 'rr':
        return isJump && !far && x > 0 === (word === 'rr');
      default:
        return false;
    }
  });
}
