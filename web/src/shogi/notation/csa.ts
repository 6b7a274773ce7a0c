/**
 * CSA: `+7776FU`, `-0055KA`: the side, from where (`00` from the hand), to where, and what stands
 * there then.
 */

import { fileOf, rankOf, type Square } from '../square';
import type { Notation } from './interface';

const CODES: Record<string, string> = {
  K: 'OU',
  R: 'HI',
  B: 'KA',
  G: 'KI',
  S: 'GI',
  N: 'KE',
  L: 'KY',
  P: 'FU',
  '+R': 'RY',
  '+B': 'UM',
  '+S': 'NG',
  '+N': 'NK',
  '+L': 'NY',
  '+P': 'TO',
};

const digits = (sq: Square) => `${fileOf(sq)}${rankOf(sq) + 1}`;

export const csa: Notation = {
  write(position, usi) {
    const sign = position.turn === 'sente' ? '+' : '-';
    if (usi.drop !== null) return `${sign}00${digits(usi.to)}${CODES[usi.drop] ?? usi.drop}`;
    const kind = position.board.get(usi.from)?.kind ?? '';
    const after = usi.promote ? `+${kind}` : kind;
    return `${sign}${digits(usi.from)}${digits(usi.to)}${CODES[after] ?? after}`;
  },
  square: digits,
  ranks: 'digits',
};
