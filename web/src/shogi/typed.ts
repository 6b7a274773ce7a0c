/**
 * Reads a move a person typed, in whichever notation: `7g7f`, `P-76`, `P76`, `7六歩`, `T*55`, `同銀`.
 *
 * The notation in use is tried first: `B` is a bishop in the western ones and a silver in the
 * Vietnamese. What USI spells is taken as it stands, legal or not; the rest must be a way some
 * piece can go.
 */

import { NOTATIONS, type NotationName, notationFor } from './notation';
import type { Notation } from './notation/interface';
import type { Position } from './position';
import { couldPromote, promotionOf } from './promotion';
import { reachOf, secondSteps } from './reach';
import { type Square, square } from './square';
import { formatUsi, parseUsi, type Usi } from './usi';
import { isLarge } from './variant';

export type Typed =
  | { ok: true; usi: Usi /** Whether promoting was left open and must be asked. */; open: boolean }
  | { ok: false; problem: 'unreadable' | 'ambiguous' };

export function readTyped(
  text: string,
  position: Position,
  previous: Square | null,
  first: NotationName,
): Typed {
  const usi = parseUsi(normalUsi(text));
  if (usi)
    return {
      ok: true,
      usi,
      open: usi.drop === null && !usi.promote && couldPromote(position, usi.from, usi.to),
    };
  const typed = normal(text);
  if (typed === '' || position.variant.usi_only) return { ok: false, problem: 'unreadable' };
  // A move with lion power may end where it does not say.
  const to = isLarge(position.variant) ? 'anywhere' : destinationOf(typed, previous);
  const candidates = to === null ? [] : movesTo(position, to);
  const variant = position.variant.name;
  const names = Object.keys(NOTATIONS) as NotationName[];
  // On a large board figures alone are read as well, where they say one square.
  const order = new Set([
    notationFor(first, variant),
    ...names.map((name) => notationFor(name, variant)),
    ...Object.values(NOTATIONS),
  ]);
  for (const notation of order) {
    const found = new Map<string, { usi: Usi; open: boolean }>();
    for (const candidate of candidates)
      for (const { spelling, open } of spellings(position, candidate, previous, notation))
        if (spelling === typed) found.set(formatUsi(candidate), { usi: candidate, open });
    const exact = [...found.values()].filter((it) => !it.open);
    const open = [...found.values()].filter((it) => it.open && it.usi.drop === null && !it.usi.promote);
    const choices = exact.length > 0 ? exact : open;
    if (choices.length > 1) return { ok: false, problem: 'ambiguous' };
    if (choices[0]) return { ok: true, ...choices[0] };
  }
  return { ok: false, problem: 'unreadable' };
}

/** USI as people type it: any case, spaces. */
function normalUsi(text: string): string {
  const plain = text.replace(/\s/g, '').toLowerCase();
  return plain.includes('*') ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
}

const KANJI = '一二三四五六七八九';

/**
 * Without what people leave out: case, signs for moving and taking, brackets; digits of every width
 * and script.
 */
function normal(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(十?)([一二三四五六七八九])|十/g, (sign, ten, one) =>
      (sign === '十' ? 10 : (ten ? 10 : 0) + KANJI.indexOf(one) + 1).toString(16),
    )
    .replaceAll('--', '~')
    .replaceAll('竜', '龍')
    .replaceAll('王', '玉')
    .replace(/[-x()\s.,☗☖▲△]/g, '')
    .replace(/[’'‘]/g, '*');
}

/** The square a normalised text speaks of: its last coordinates, or where the last move went. */
function destinationOf(typed: string, previous: Square | null): Square | null {
  if (typed.startsWith('同')) return previous;
  const spelled = [...typed.matchAll(/(\d)([1-9a-i])/g)].at(-1);
  if (!spelled) return null;
  const rank = /\d/.test(spelled[2] ?? '') ? Number(spelled[2]) - 1 : (spelled[2] ?? 'a').charCodeAt(0) - 97;
  return square(Number(spelled[1]), rank);
}

function movesTo(position: Position, to: Square | 'anywhere'): Usi[] {
  const moves: Usi[] = [];
  for (const [from, piece] of position.board) {
    if (piece.side !== position.turn) continue;
    for (const sq of reachOf(position, from)) {
      if (to !== 'anywhere' && to !== sq) continue;
      const promotion = promotionOf(position, from, sq);
      if (promotion !== 'must') moves.push({ drop: null, from, to: sq, promote: false });
      if (promotion !== 'no') moves.push({ drop: null, from, to: sq, promote: true });
    }
    for (const steps of secondSteps(position, from))
      for (const sq of steps.to) moves.push({ drop: null, from, via: steps.via, to: sq, promote: false });
  }
  if (to !== 'anywhere' && !position.board.has(to))
    for (const [kind, count] of position.hands[position.turn])
      if (count > 0) moves.push({ drop: kind, from: null, to, promote: false });
  return moves;
}

/** The ways to write one move: as it is written, with its origin, and with promotion left open. */
function spellings(
  position: Position,
  usi: Usi,
  previous: Square | null,
  notation: Notation,
): { spelling: string; open: boolean }[] {
  const written = normal(notation.write(position, usi, null));
  const all = [written];
  if (previous === usi.to) all.push(normal(notation.write(position, usi, previous)));
  if (usi.drop === null && !usi.via && notation.ranks !== 'kanji') {
    const [origin, to] = [usi.from, usi.to].map((sq) => normal(notation.square(sq)));
    const end = written.lastIndexOf(to ?? '');
    const letter = written.slice(0, end).replace(new RegExp(`${origin}$`), '');
    all.push(letter + origin + written.slice(end));
  }
  return all.flatMap((spelling) => {
    const bare = spelling.replace(/(不成|成|[+=])$/, '');
    const exact = { spelling, open: false };
    if (bare !== spelling && usi.drop === null)
      // What has to promote may leave it unsaid.
      return [exact, { spelling: bare, open: couldPromote(position, usi.from, usi.to) }];
    // A drop may be written without its sign where nothing on the board could have gone there.
    return usi.drop !== null ? [exact, { spelling: spelling.replace(/\*|打$/, ''), open: false }] : [exact];
  });
}
