/** Japanese notation: 7六歩, 同銀, 5三桂左成, 4五角打. */

import type { Notation } from '../notation';
import type { Position } from '../position';
import { seenBy } from '../position';
import { couldPromote } from '../promotion';
import { sourcesOf } from '../reach';
import { fileOf, rankOf, type Square } from '../square';
import type { Usi } from '../usi';

const KANJI_DIGITS = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** Names in text, where they differ from the face on the piece. */
const NAMES: Record<string, string> = {
  K: '玉',
  '+R': '龍',
  '+B': '馬',
  '+S': '成銀',
  '+N': '成桂',
  '+L': '成香',
  '+P': 'と',
};

export function kanjiRank(rank: number): string {
  return KANJI_DIGITS[rank] ?? String(rank + 1);
}

export const japanese: Notation = {
  ranks: 'kanji',
  write(position, usi, previous) {
    const to = usi.to === previous ? '同' : `${fileOf(usi.to)}${kanjiRank(rankOf(usi.to))}`;
    if (usi.drop !== null) {
      const couldMove = sourcesOf(position, position.turn, usi.drop, usi.to).length > 0;
      return `${to}${name(position, usi.drop)}${couldMove ? '打' : ''}`;
    }
    const kind = position.board.get(usi.from)?.kind ?? '';
    const promotion = usi.promote ? '成' : couldPromote(position, usi.from, usi.to) ? '不成' : '';
    return `${to}${name(position, kind)}${whichOne(position, usi)}${promotion}`;
  },
};

function name(position: Position, kind: string): string {
  return NAMES[kind] ?? position.variant.pieces[kind]?.kanji ?? kind;
}

type Motion = '上' | '寄' | '引';

/** What tells the moved piece from others of its kind that could have gone there. */
function whichOne(position: Position, usi: Extract<Usi, { drop: null }>): string {
  const piece = position.board.get(usi.from);
  if (!piece) return '';
  const { variant } = position;
  const target = seenBy(piece.side, variant, usi.to);
  const describe = (sq: Square) => {
    const from = seenBy(piece.side, variant, sq);
    const motion: Motion = from.rank > target.rank ? '上' : from.rank < target.rank ? '引' : '寄';
    return { file: from.file, motion };
  };
  const me = describe(usi.from);
  const others = sourcesOf(position, piece.side, piece.kind, usi.to)
    .filter((from) => from !== usi.from)
    .map(describe);
  if (others.length === 0) return '';
  if (piece.kind !== 'N' && !others.some((it) => it.motion === me.motion)) return me.motion;

  // Ranging pieces come in twos and are told apart by each other, the rest by the square they go to.
  const ranging = ['R', 'B', '+R', '+B'].includes(piece.kind);
  if (!ranging && me.file === target.file && me.motion === '上') return '直';
  const reference = ranging ? (others[0]?.file ?? target.file) : target.file;
  const side = (file: number) => Math.sign(file - reference);
  const word = side(me.file) > 0 ? '左' : '右';
  const sideIsUnique = ranging || !others.some((it) => side(it.file) === side(me.file));
  return sideIsUnique ? word : `${word}${me.motion}`;
}
