// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/rules. Do not edit.

import type { Handicap } from './generated';

export type PieceTable = {
  kanji: string;
  kanji2: string;
  betza: string;
  /** Key of the promoted piece, absent when there is none. */
  promotes_to?: string;
  /** §10.2 Key of the other side, where the piece turns over at every move. */
  turns?: string;
  /** §9.3 First steps with lion power, to the right and forward; absent where there is none. */
  power?: [right: number, forward: number][];
  /** §9.3 Whether its second step may be any of them, and not only on or back. */
  power_turns?: boolean;
  /** §9.4 Whether the rules on taking lions speak of it. */
  lion?: boolean;
};

export type VariantTable = {
  name: string;
  files: number;
  ranks: number;
  start: string;
  /** Ranks of the promotion zone. */
  zone: number;
  /** When pieces promote; as in shogi where it is absent. */
  promotion?: 'in_zone' | 'whenever' | 'turns' | 'enter_or_take';
  /** §11.2 Whether a piece moves as the friendly one directly behind it. */
  lends?: boolean;
  /** §12.1 Whether giving check wins. */
  check_wins?: boolean;
  /** §9.6 Whether a draw may be offered. */
  draw_offers?: boolean;
  /** Pieces that can be held in hand, strongest first; empty where nothing is dropped. */
  hand: string[];
  royals: string[];
  /** What a position coming back means: what the rule set says, or something of the variant's own. */
  repetition: 'policy' | 'sente_loses' | 'third_draws' | 'mover_loses' | 'attacker_loses';
  /** Whether there is an impasse to be counted. */
  impasse: boolean;
  /** Whether the usual move limit holds. */
  move_limit: boolean;
  /** Its handicaps, the smallest first. */
  handicaps: Handicap[];
  /** By SFEN letter, `+` before a promoted piece; strongest first. */
  pieces: Record<string, PieceTable>;
};

export const VARIANTS: VariantTable[] = [
  {
    name: 'standard',
    files: 9,
    ranks: 9,
    start: 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1',
    zone: 3,
    hand: ['R', 'B', 'G', 'S', 'N', 'L', 'P'],
    royals: ['K'],
    repetition: 'policy',
    impasse: true,
    move_limit: true,
    handicaps: ['lance', 'bishop', 'rook', 'rook_lance', '2_piece', '4_piece', '6_piece', '8_piece', '10_piece', '3_pawns', 'naked_king'],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N' },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P' },
      '+R': { kanji: '竜', kanji2: '竜王', betza: 'RK' },
      '+B': { kanji: '馬', kanji2: '竜馬', betza: 'BK' },
      '+S': { kanji: '全', kanji2: '成銀', betza: 'WfF' },
      '+N': { kanji: '圭', kanji2: '成桂', betza: 'WfF' },
      '+L': { kanji: '杏', kanji2: '成香', betza: 'WfF' },
      '+P': { kanji: 'と', kanji2: 'と金', betza: 'WfF' },
    },
  },
  {
    name: 'heian_dai',
    files: 13,
    ranks: 13,
    start: 'lnicsgkgscinl/fd2t1m1t2df/ppppppppppppp/6b6/13/13/13/13/13/6B6/PPPPPPPPPPPPP/FD2T1M1T2DF/LNICSGKGSCINL b - 1',
    zone: 3,
    hand: [],
    royals: ['K'],
    repetition: 'policy',
    impasse: false,
    move_limit: false,
    handicaps: [],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'D': { kanji: '龍', kanji2: '飛龍', betza: 'B', promotes_to: '+D' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'M': { kanji: '横', kanji2: '横行', betza: 'fWsR', promotes_to: '+M' },
      'C': { kanji: '銅', kanji2: '銅将', betza: 'W', promotes_to: '+C' },
      'I': { kanji: '鉄', kanji2: '鉄将', betza: 'fFfsW', promotes_to: '+I' },
      'T': { kanji: '虎', kanji2: '猛虎', betza: 'F', promotes_to: '+T' },
      'F': { kanji: '奔', kanji2: '奔車', betza: 'fbR', promotes_to: '+F' },
      'B': { kanji: '注', kanji2: '注人', betza: 'fbW', promotes_to: '+B' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N' },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P' },
      '+D': { kanji: '馬', kanji2: '龍馬', betza: 'BW' },
      '+S': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      '+M': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      '+C': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      '+I': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      '+T': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      '+F': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      '+B': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      '+N': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      '+L': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      '+P': { kanji: '金', kanji2: '金将', betza: 'WfF' },
    },
  },
  {
    name: 'sho',
    files: 9,
    ranks: 9,
    start: 'lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1',
    zone: 3,
    hand: [],
    royals: ['K', '+E'],
    repetition: 'policy',
    impasse: false,
    move_limit: true,
    handicaps: [],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'E': { kanji: '象', kanji2: '酔象', betza: 'FfsW', promotes_to: '+E' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N' },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P' },
      '+R': { kanji: '竜', kanji2: '竜王', betza: 'RK' },
      '+B': { kanji: '馬', kanji2: '竜馬', betza: 'BK' },
      '+E': { kanji: '太', kanji2: '太子', betza: 'K' },
      '+S': { kanji: '全', kanji2: '成銀', betza: 'WfF' },
      '+N': { kanji: '圭', kanji2: '成桂', betza: 'WfF' },
      '+L': { kanji: '杏', kanji2: '成香', betza: 'WfF' },
      '+P': { kanji: 'と', kanji2: 'と金', betza: 'WfF' },
    },
  },
  {
    name: 'minishogi',
    files: 5,
    ranks: 5,
    start: 'rbsgk/4p/5/P4/KGSBR b - 1',
    zone: 1,
    hand: ['R', 'B', 'G', 'S', 'P'],
    royals: ['K'],
    repetition: 'sente_loses',
    impasse: false,
    move_limit: true,
    handicaps: [],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P' },
      '+R': { kanji: '竜', kanji2: '竜王', betza: 'RK' },
      '+B': { kanji: '馬', kanji2: '竜馬', betza: 'BK' },
      '+S': { kanji: '全', kanji2: '成銀', betza: 'WfF' },
      '+P': { kanji: 'と', kanji2: 'と金', betza: 'WfF' },
    },
  },
  {
    name: 'dobutsu',
    files: 3,
    ranks: 4,
    start: 'gle/1c1/1C1/ELG b - 1',
    zone: 1,
    hand: ['G', 'E', 'C'],
    royals: ['L'],
    repetition: 'third_draws',
    impasse: false,
    move_limit: true,
    handicaps: [],
    pieces: {
      'L': { kanji: '獅', kanji2: '獅子', betza: 'K' },
      'G': { kanji: '麒', kanji2: '麒麟', betza: 'W' },
      'E': { kanji: '象', kanji2: '象', betza: 'F' },
      'C': { kanji: '雛', kanji2: '雛', betza: 'fW', promotes_to: '+C' },
      '+C': { kanji: '鶏', kanji2: '鶏', betza: 'WfF' },
    },
  },
  {
    name: 'kyoto',
    files: 5,
    ranks: 5,
    start: 'pgkst/5/5/5/TSKGP b - 1',
    zone: 0,
    promotion: 'turns',
    hand: ['T', 'G', 'S', 'P'],
    royals: ['K'],
    repetition: 'third_draws',
    impasse: false,
    move_limit: true,
    handicaps: ['tokin', 'silver', 'pawn', 'gold', '2_piece', '3_piece', 'naked_king'],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'T': { kanji: 'と', kanji2: 'と金', betza: 'WfF', turns: 'L' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF', turns: 'N' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', turns: 'B' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', turns: 'R' },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', turns: 'T' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', turns: 'G' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', turns: 'S' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', turns: 'P' },
    },
  },
  {
    name: 'annan',
    files: 9,
    ranks: 9,
    start: 'lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1',
    zone: 3,
    lends: true,
    hand: ['R', 'B', 'G', 'S', 'N', 'L', 'P'],
    royals: ['K'],
    repetition: 'policy',
    impasse: true,
    move_limit: true,
    handicaps: ['lance', 'bishop', 'rook', 'rook_lance', '2_piece', '4_piece', '6_piece', '8_piece', '10_piece', '3_pawns', 'naked_king'],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N' },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P' },
      '+R': { kanji: '竜', kanji2: '竜王', betza: 'RK' },
      '+B': { kanji: '馬', kanji2: '竜馬', betza: 'BK' },
      '+S': { kanji: '全', kanji2: '成銀', betza: 'WfF' },
      '+N': { kanji: '圭', kanji2: '成桂', betza: 'WfF' },
      '+L': { kanji: '杏', kanji2: '成香', betza: 'WfF' },
      '+P': { kanji: 'と', kanji2: 'と金', betza: 'WfF' },
    },
  },
  {
    name: 'tori',
    files: 7,
    ranks: 7,
    start: 'rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1',
    zone: 2,
    promotion: 'whenever',
    hand: ['F', 'L', 'R', 'C', 'P', 'S'],
    royals: ['K'],
    repetition: 'mover_loses',
    impasse: false,
    move_limit: true,
    handicaps: ['left_quail', 'falcon', 'falcon_left_quail', 'falcon_quails'],
    pieces: {
      'K': { kanji: '鵬', kanji2: '鵬', betza: 'K' },
      'F': { kanji: '鷹', kanji2: '鷹', betza: 'FfsW', promotes_to: '+F' },
      'L': { kanji: '鶉', kanji2: '鶉', betza: 'fRbrBblF' },
      'R': { kanji: '鶉', kanji2: '鶉', betza: 'fRblBbrF' },
      'C': { kanji: '鶴', kanji2: '鶴', betza: 'FvW' },
      'P': { kanji: '雉', kanji2: '雉', betza: 'fDbF' },
      'S': { kanji: '燕', kanji2: '燕', betza: 'fW', promotes_to: '+S' },
      '+F': { kanji: '鵰', kanji2: '鵰', betza: 'fBbRWbB2' },
      '+S': { kanji: '雁', kanji2: '雁', betza: 'fAbD' },
    },
  },
  {
    name: 'check',
    files: 9,
    ranks: 9,
    start: 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1',
    zone: 3,
    check_wins: true,
    hand: ['R', 'B', 'G', 'S', 'N', 'L', 'P'],
    royals: ['K'],
    repetition: 'policy',
    impasse: true,
    move_limit: true,
    handicaps: ['lance', 'bishop', 'rook', 'rook_lance', '2_piece', '4_piece', '6_piece', '8_piece', '10_piece', '3_pawns', 'naked_king'],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N' },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P' },
      '+R': { kanji: '竜', kanji2: '竜王', betza: 'RK' },
      '+B': { kanji: '馬', kanji2: '竜馬', betza: 'BK' },
      '+S': { kanji: '全', kanji2: '成銀', betza: 'WfF' },
      '+N': { kanji: '圭', kanji2: '成桂', betza: 'WfF' },
      '+L': { kanji: '杏', kanji2: '成香', betza: 'WfF' },
      '+P': { kanji: 'と', kanji2: 'と金', betza: 'WfF' },
    },
  },
  {
    name: 'gorogoro_plus',
    files: 5,
    ranks: 6,
    start: 'sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1',
    zone: 2,
    hand: ['G', 'S', 'N', 'L', 'P'],
    royals: ['K'],
    repetition: 'policy',
    impasse: false,
    move_limit: true,
    handicaps: [],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N' },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P' },
      '+S': { kanji: '全', kanji2: '成銀', betza: 'WfF' },
      '+N': { kanji: '圭', kanji2: '成桂', betza: 'WfF' },
      '+L': { kanji: '杏', kanji2: '成香', betza: 'WfF' },
      '+P': { kanji: 'と', kanji2: 'と金', betza: 'WfF' },
    },
  },
  {
    name: 'cannon',
    files: 9,
    ranks: 9,
    start: 'lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b - 1',
    zone: 3,
    hand: ['R', 'B', 'U', 'A', 'C', 'I', 'G', 'S', 'N', 'L', 'P'],
    royals: ['K'],
    repetition: 'policy',
    impasse: false,
    move_limit: true,
    handicaps: [],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'U': { kanji: '砲', kanji2: '金砲', betza: 'mRcpR', promotes_to: '+U' },
      'A': { kanji: '炮', kanji2: '銀砲', betza: 'pR', promotes_to: '+A' },
      'C': { kanji: '銅', kanji2: '銅砲', betza: 'mBcpB', promotes_to: '+C' },
      'I': { kanji: '鉄', kanji2: '鉄砲', betza: 'pB', promotes_to: '+I' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N' },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fsW', promotes_to: '+P' },
      '+R': { kanji: '竜', kanji2: '竜王', betza: 'RK' },
      '+B': { kanji: '馬', kanji2: '竜馬', betza: 'BK' },
      '+U': { kanji: '翔', kanji2: '飛金砲', betza: 'mRpRmFpB2' },
      '+A': { kanji: '翔', kanji2: '飛銀砲', betza: 'mRpRmFpB2' },
      '+C': { kanji: '翼', kanji2: '飛銅砲', betza: 'mBpBmWpR2' },
      '+I': { kanji: '翼', kanji2: '飛鉄砲', betza: 'mBpBmWpR2' },
      '+S': { kanji: '全', kanji2: '成銀', betza: 'WfF' },
      '+N': { kanji: '圭', kanji2: '成桂', betza: 'WfF' },
      '+L': { kanji: '杏', kanji2: '成香', betza: 'WfF' },
      '+P': { kanji: 'と', kanji2: 'と金', betza: 'WfF' },
    },
  },
];
