/** Japanese notation: 7六歩, 同銀, 5三桂左成, 4五角打; §9.7 8六・7六獅, 8六居喰い, じっと. */

import type { Position } from '../position';
import { seenBy } from '../position';
import { couldPromote } from '../promotion';
import { fileOf, rankOf, type Square } from '../square';
import type { Usi } from '../usi';
import { isLarge, type Variant } from '../variant';
import { type Goal, goalOf, originsOf } from './goal';
import type { Notation } from './interface';

export const KANJI_DIGITS = [
  '一',
  '二',
  '三',
  '四',
  '五',
  '六',
  '七',
  '八',
  '九',
  '十',
  '十一',
  '十二',
  '十三',
];

/** Names in text by the face on the piece, where they differ from it. */
const NAMES: Readonly<Record<string, string>> = { 竜: '龍', 全: '成銀', 圭: '成桂', 杏: '成香' };

const spelled = (sq: Square) => `${fileOf(sq)}${KANJI_DIGITS[rankOf(sq)] ?? rankOf(sq) + 1}`;

export const japanese: Notation = {
  ranks: 'kanji',
  square: spelled,
  write(position, usi, previous) {
    const { variant } = position;
    const goal = goalOf(position, usi);
    const kind = usi.drop ?? position.board.get(usi.from)?.kind ?? '';
    const kinds =
      goal.by === 'igui' || goal.by === 'pass'
        ? Object.keys(variant.pieces)
        : Object.keys(variant.pieces).filter((other) => nameOf(variant, other) === nameOf(variant, kind));
    const rivals = originsOf(position, kinds, goal);
    const text = textOf(goal, nameOf(variant, kind), previous);
    if (usi.drop !== null) return text + (rivals.length > 0 ? '打' : '');
    const which = whichOne(position, usi, goal, rivals);
    const mayPromote = goal.by === 'itself' && couldPromote(position, usi.from, usi.to);
    const promotion = usi.promote ? '成' : mayPromote ? '不成' : '';
    return `${text}${which.words}${promotion}${which.origin}`;
  },
};

function textOf(goal: Goal, name: string, previous: Square | null): string {
  switch (goal.by) {
    case 'itself':
      return `${goal.to === previous ? '同' : spelled(goal.to)}${name}`;
    case 'way':
      return `${spelled(goal.via)}・${spelled(goal.to)}${name}`;
    case 'igui':
      return `${spelled(goal.via)}居喰い`;
    case 'pass':
      return 'じっと';
  }
}

/**
 * The full name where another piece has the same sign and another name, unless that one alone is
 * promoted.
 */
function nameOf(variant: Variant, kind: string): string {
  const piece = variant.pieces[kind];
  if (!piece) return kind;
  const isPromoted = (it: string) => it.startsWith('+');
  const clashes = Object.entries(variant.pieces).some(
    ([other, { kanji, kanji2 }]) =>
      kanji === piece.kanji && kanji2 !== piece.kanji2 && (isPromoted(kind) || !isPromoted(other)),
  );
  if (clashes) return piece.kanji2;
  return NAMES[piece.kanji] ?? piece.kanji;
}

type Motion = '上' | '寄' | '引';
type Place = '左' | '右' | '直' | '跳';

interface Which {
  words: string;
  /** Where it comes from, if words cannot tell it from the others. */
  origin: string;
}

/** What tells the moved piece from the others that could have gone there. */
function whichOne(
  position: Position,
  usi: Extract<Usi, { drop: null }>,
  goal: Goal,
  rivals: Square[],
): Which {
  const { variant, turn } = position;
  const others = rivals.filter((from) => from !== usi.from);
  if (others.length === 0) return { words: '', origin: '' };
  const square = isLarge(variant) ? spelled(usi.from) : `${fileOf(usi.from)}${rankOf(usi.from) + 1}`;
  if (goal.by === 'igui' || goal.by === 'pass') return { words: '', origin: `(${square})` };

  const target = seenBy(turn, variant, goal.to);
  const seen = (sq: Square) => {
    const { file, rank } = seenBy(turn, variant, sq);
    const motion: Motion = rank > target.rank ? '上' : rank < target.rank ? '引' : '寄';
    const place: Place | null = file > target.file ? '左' : file < target.file ? '右' : null;
    return { file, rank, motion, place };
  };
  const me = seen(usi.from);
  const them = others.map(seen);
  const alike = them.filter((it) => it.motion === me.motion);
  const kind = position.board.get(usi.from)?.kind ?? '';
  // Dragons and horses come in twos and are told apart by each other, the rest by the square they
  // go to.
  const isMajor = !isLarge(variant) && ['+R', '+B'].includes(kind);

  let place: Place | '' = '';
  let motion: Motion | '' = '';
  if (alike.length === 0) motion = me.motion;
  else if (isMajor) place = alike.every((it) => me.file > it.file) ? '左' : '右';
  else if (me.place) {
    place = me.place;
    if (them.some((it) => it.place === me.place)) motion = me.motion;
  } else if (me.motion === '上')
    place = alike.some((it) => it.place === null && it.rank < me.rank) ? '跳' : '直';
  else motion = me.motion;

  // Whether the words could be said of another as well.
  const isMeant = (it: ReturnType<typeof seen>) => {
    if (motion && it.motion !== motion) return false;
    if (place === '') return true;
    if (place === '直' || place === '跳')
      return (
        it.place === null && it.motion === '上' && (place === '直' ? it.rank <= me.rank : it.rank >= me.rank)
      );
    if (isMajor) return place === '左' ? it.file >= me.file : it.file <= me.file;
    return it.place === place;
  };
  return { words: place + motion, origin: them.some(isMeant) ? `(${square})` : '' };
}
