/**
 * What is on the pieces, as custom properties for the style sheet: characters, letters or pictures,
 * and marks that show how a piece moves. To add a set: name it here, say what it writes or draws,
 * name it in the catalogues; what only it needs is a style sheet in `styles/sets`.
 */

import { vietnameseLetter, westernLetter } from '../shogi/notation/western';
import { handKind, type Variant } from '../shogi/variant';
import type { Player, Side } from '../wire/generated';
import { PICTURES, pictureOf } from './pictures';

export const FACE_SETS = [
  'kanji2',
  'kanji1',
  'bold',
  'contrast',
  'international',
  'vietnamese',
  'emblems',
  'animals',
] as const;
export type FaceSet = (typeof FACE_SETS)[number];

/** Whether pieces show how they move; `auto` leaves it to the set. */
export const MARK_MODES = ['auto', 'on', 'off'] as const;
export type MarkMode = (typeof MARK_MODES)[number];

/** Sets for people who do not read the characters say how their pieces move. */
const MARKED = new Set<FaceSet>(['international', 'animals']);

/** Variants whose sets are sold with animals on the pieces. */
export const OF_ANIMALS: ReadonlySet<string> = new Set(['dobutsu', 'gorogoro_plus']);

export type Kings = Record<Side, Player['king']>;

/** What pieces look like. */
export interface PieceLook {
  set: FaceSet;
  kings: Kings;
  marks: boolean;
}

export function hasMarks(set: FaceSet, mode: MarkMode): boolean {
  return mode === 'auto' ? MARKED.has(set) : mode === 'on';
}

/**
 * The set as this variant can show it: where a piece has no second character, all are written with
 * one.
 */
export function faceSetFor(variant: Variant, set: FaceSet): FaceSet {
  const names = Object.values(variant.pieces).map(({ kanji2 }) => kanji2);
  if (set === 'kanji2' && names.some((name) => [...name].length < 2)) return 'kanji1';
  // A game of animals alone has no emblems.
  if (set === 'emblems' && !names.some((name) => pictureOf(set, name, false))) return 'animals';
  return set;
}

/** The names by which the style sheets know the look. */
export function faceClasses({ set, marks }: Pick<PieceLook, 'set' | 'marks'>): string {
  return marks ? `faces-${set} marked` : `faces-${set}`;
}

/**
 * Custom properties by name: `--face-…` what is written, `--picture-…` what is drawn instead,
 * `--moves-…` how it moves, `--size-…` how large the piece is, `--narrow-…` how much smaller its
 * letters are than one would be.
 */
export function faceProperties(variant: Variant, { set, kings, marks }: PieceLook): Record<string, string> {
  const properties: Record<string, string> = {};
  const kinds = Object.keys(variant.pieces).filter((kind) => !kind.startsWith('+'));
  for (const [kind, { betza, kanji2 }] of Object.entries(variant.pieces)) {
    const name = className(kind);
    const picture = isDrawn(set) ? pictureOf(set, kanji2, kind.startsWith('+')) : null;
    const text = face(variant, set, kind);
    properties[`--face-${name}`] = picture ? '""' : cssString(text);
    if (picture) properties[`--picture-${name}`] = `var(--${set}-${picture})`;
    if (marks) properties[`--moves-${name}`] = `var(--ways-${betza})`;
    if (!isLettered(set) && text.includes('\n'))
      properties[`--narrow-${name}`] = set !== 'kanji2' ? '0.7' : [...text].length > 3 ? '0.72' : '1';
    if (isLettered(set) && text.length > 1)
      properties[`--narrow-${name}`] = text.length > 2 ? '0.66' : marks ? '0.72' : '0.8';
  }
  // §3.6 Stronger pieces are larger; the tables list them in order of strength.
  // Both sides of a piece that turns are one piece.
  const bodies = [...new Set(kinds.map((kind) => bodyOf(variant, kind)))];
  for (const kind of kinds) {
    const i = bodies.indexOf(bodyOf(variant, kind));
    properties[`--size-${kind.toLowerCase()}`] = (1 - (0.15 * i) / Math.max(1, bodies.length - 1)).toFixed(3);
  }
  if (set === 'kanji1' || set === 'kanji2' || set === 'bold' || set === 'contrast')
    for (const side of ['sente', 'gote'] as const)
      if (KINGS_FACES.has(variant.pieces.K?.kanji ?? ''))
        properties[`--face-k-${side}`] = cssString(set === 'kanji2' ? `${kings[side]}\n将` : kings[side]);
  return properties;
}

/**
 * The same where a picture stands on a board that may look otherwise: nothing is taken over from
 * what is around it.
 */
export function ownFaceProperties(variant: Variant, look: PieceLook): Record<string, string> {
  const unset = Object.keys(variant.pieces).flatMap((kind) =>
    ['picture', 'moves', 'narrow'].map((what) => [`--${what}-${className(kind)}`, 'initial']),
  );
  const kings = ['--face-k-sente', '--face-k-gote'].map((name) => [name, 'initial']);
  return { ...Object.fromEntries([...unset, ...kings]), ...faceProperties(variant, look) };
}

const bodyOf = (variant: Variant, kind: string): string =>
  variant.pieces[kind]?.turns === undefined ? kind : handKind(variant, kind);

/** Only where the king is a king do the players' two pieces differ. */
const KINGS_FACES: ReadonlySet<string> = new Set(['玉', '王']);

const isDrawn = (set: FaceSet): set is keyof typeof PICTURES => set in PICTURES;
const isLettered = (set: FaceSet): boolean => set === 'international' || set === 'vietnamese';

function className(kind: string): string {
  return kind.startsWith('+') ? `pro-${kind.slice(1).toLowerCase()}` : kind.toLowerCase();
}

function face(variant: Variant, set: FaceSet, kind: string): string {
  const piece = variant.pieces[kind];
  switch (set) {
    case 'kanji2':
      return [...(piece?.kanji2 ?? kind)].join('\n');
    case 'international':
      return westernLetter(variant, kind);
    case 'vietnamese':
      return vietnameseLetter(variant, kind);
    default:
      return [HANDED[piece?.betza ?? ''], piece?.kanji ?? kind].filter(Boolean).join('\n');
  }
}

/** Pieces that differ from their mirror image say which they are. */
const HANDED: Readonly<Record<string, string>> = { fRbrBblF: '左', fRblBbrF: '右' };

function cssString(text: string): string {
  return `"${text.replaceAll('\n', '\\a ')}"`;
}
