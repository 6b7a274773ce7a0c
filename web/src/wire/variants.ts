// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/rules. Do not edit.

import type { Handicap } from './generated';

export type PieceTable = {
  kanji: string;
  kanji2: string;
  /** §9.7 What Western notation calls it, where that is not its key. */
  western?: string;
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
  /** §9.4 Whether it is too little to be taken on the way to a lion. */
  minor?: boolean;
  /** On how many of the farthest ranks it must promote; absent where it never must. */
  must_promote?: number;
  /** §1.4 Whether the rules on dropped pawns speak of it. */
  pawn?: boolean;
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
  /** §5, §9.7 Whether its moves are written in nothing but USI. */
  usi_only?: boolean;
  /** Whether a KIF file holds it. */
  kif?: boolean;
  /** §12.1 Whether giving check wins. */
  check_wins?: boolean;
  /** §8 Whether a royal may be left in check, and taking the last one wins. */
  royal_capture?: boolean;
  /** §8 Whether a royal that is safe on the farthest rank wins. */
  far_rank?: boolean;
  /** §9.6 Whether a royal that stands alone loses, so that none is mated. */
  bare_royals?: boolean;
  /** §9.6 Whether a draw may be offered. */
  draw_offers?: boolean;
  /** Whether there are problems (tsume) of it. */
  tsume?: boolean;
  /** Pieces that can be held in hand, strongest first; empty where nothing is dropped. */
  hand: string[];
  /** How captured pieces come back; absent where they are gone. */
  drops?: {
    /** §1.4, §13.3 How many own unpromoted pawns a drop may bring onto a file; 0 is any number. */
    pawns_on_file: number;
    /** §1.4 Whether a dropped pawn may mate; §11.5 in front of the king it may leave no move at all. */
    pawn_mate: 'legal' | 'illegal' | 'illegal_in_front';
    /** Whether a piece may be dropped where it can never move again. */
    dead: boolean;
  };
  royals: string[];
  /** What a position coming back means: what the rule set says, or something of the variant's own. */
  repetition: 'policy' | 'sente_loses' | 'third_draws' | 'mover_loses' | 'attacker_loses';
  /** Whether there is an impasse to be counted. */
  impasse: boolean;
  /** Whether the usual move limit holds. */
  move_limit: boolean;
  /** Its handicaps, the smallest first. */
  handicaps: Handicap[];
  /** §14.1 Its other even starts, by their names; absent where there are none. */
  starts?: Record<string, string>;
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
    kif: true,
    tsume: true,
    hand: ['R', 'B', 'G', 'S', 'N', 'L', 'P'],
    drops: { pawns_on_file: 1, pawn_mate: 'illegal', dead: false },
    royals: ['K'],
    repetition: 'policy',
    impasse: true,
    move_limit: true,
    handicaps: ['lance', 'right_lance', 'both_lances', 'bishop', 'rook', 'rook_lance', '2_piece', '3_piece', '4_piece', '5_piece', '6_piece', '7_piece', '8_piece', '9_piece', '10_piece', '3_pawns', 'naked_king', 'dragonfly_knights_lances', 'dragonfly_lances', 'dragonfly', 'taiko', 'lance_gained', 'both_lances_gained', 'bishop_gained', 'rook_gained', 'rook_lance_gained', '2_piece_gained', '3_piece_gained', '4_piece_gained', '5_piece_gained', '6_piece_gained', '7_piece_gained', '8_piece_gained', '9_piece_gained'],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N', must_promote: 2 },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L', must_promote: 1 },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P', must_promote: 1, pawn: true },
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
    usi_only: true,
    tsume: true,
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
      'I': { kanji: '鉄', kanji2: '鉄将', betza: 'fFfsW', promotes_to: '+I', must_promote: 1 },
      'T': { kanji: '虎', kanji2: '猛虎', betza: 'F', promotes_to: '+T' },
      'F': { kanji: '奔', kanji2: '奔車', betza: 'fbR', promotes_to: '+F' },
      'B': { kanji: '注', kanji2: '注人', betza: 'fbW', promotes_to: '+B' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N', must_promote: 2 },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L', must_promote: 1 },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P', must_promote: 1, pawn: true },
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
    tsume: true,
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
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N', must_promote: 2 },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L', must_promote: 1 },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P', must_promote: 1, pawn: true },
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
    kif: true,
    tsume: true,
    hand: ['R', 'B', 'G', 'S', 'P'],
    drops: { pawns_on_file: 1, pawn_mate: 'illegal', dead: false },
    royals: ['K'],
    repetition: 'sente_loses',
    impasse: false,
    move_limit: true,
    handicaps: ['bishop', 'rook', '2_piece', '3_piece', '4_piece'],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P', must_promote: 1, pawn: true },
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
    kif: true,
    royal_capture: true,
    far_rank: true,
    hand: ['G', 'E', 'C'],
    drops: { pawns_on_file: 0, pawn_mate: 'legal', dead: true },
    royals: ['L'],
    repetition: 'third_draws',
    impasse: false,
    move_limit: true,
    handicaps: ['chick'],
    pieces: {
      'L': { kanji: '獅', kanji2: '獅子', betza: 'K' },
      'G': { kanji: '麒', kanji2: '麒麟', betza: 'W' },
      'E': { kanji: '象', kanji2: '象', betza: 'F' },
      'C': { kanji: '雛', kanji2: '雛', betza: 'fW', promotes_to: '+C', must_promote: 1, pawn: true },
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
    kif: true,
    tsume: true,
    hand: ['T', 'G', 'S', 'P'],
    drops: { pawns_on_file: 0, pawn_mate: 'legal', dead: true },
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
    kif: true,
    tsume: true,
    hand: ['R', 'B', 'G', 'S', 'N', 'L', 'P'],
    drops: { pawns_on_file: 1, pawn_mate: 'illegal_in_front', dead: true },
    royals: ['K'],
    repetition: 'policy',
    impasse: true,
    move_limit: true,
    handicaps: ['lance', 'right_lance', 'bishop', 'rook', 'rook_lance', '2_piece', '4_piece', '6_piece', '8_piece', '10_piece', '3_pawns', 'naked_king', 'dragonfly_knights_lances', 'dragonfly_lances', 'dragonfly'],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N' },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L' },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P', pawn: true },
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
    tsume: true,
    hand: ['F', 'L', 'R', 'C', 'P', 'S'],
    drops: { pawns_on_file: 2, pawn_mate: 'illegal', dead: false },
    royals: ['K'],
    repetition: 'mover_loses',
    impasse: false,
    move_limit: true,
    handicaps: ['left_quail', 'falcon', 'falcon_left_quail', 'falcon_quails'],
    pieces: {
      'K': { kanji: '鵬', kanji2: '鵬', betza: 'K' },
      'F': { kanji: '鷹', kanji2: '鷹', betza: 'FfsW', promotes_to: '+F' },
      'L': { kanji: '鶉', kanji2: '左鶉', betza: 'fRbrBblF' },
      'R': { kanji: '鶉', kanji2: '右鶉', betza: 'fRblBbrF' },
      'C': { kanji: '鶴', kanji2: '鶴', betza: 'FvW' },
      'P': { kanji: '雉', kanji2: '雉', betza: 'fDbF' },
      'S': { kanji: '燕', kanji2: '燕', betza: 'fW', promotes_to: '+S', pawn: true },
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
    kif: true,
    check_wins: true,
    hand: ['R', 'B', 'G', 'S', 'N', 'L', 'P'],
    drops: { pawns_on_file: 1, pawn_mate: 'legal', dead: false },
    royals: ['K'],
    repetition: 'policy',
    impasse: true,
    move_limit: true,
    handicaps: ['lance', 'right_lance', 'both_lances', 'bishop', 'rook', 'rook_lance', '2_piece', '3_piece', '4_piece', '5_piece', '6_piece', '7_piece', '8_piece', '9_piece', '10_piece', '3_pawns', 'naked_king', 'dragonfly_knights_lances', 'dragonfly_lances', 'dragonfly', 'taiko', 'lance_gained', 'both_lances_gained', 'bishop_gained', 'rook_gained', 'rook_lance_gained', '2_piece_gained', '3_piece_gained', '4_piece_gained', '5_piece_gained', '6_piece_gained', '7_piece_gained', '8_piece_gained', '9_piece_gained'],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N', must_promote: 2 },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L', must_promote: 1 },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P', must_promote: 1, pawn: true },
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
    tsume: true,
    hand: ['G', 'S', 'N', 'L', 'P'],
    drops: { pawns_on_file: 1, pawn_mate: 'illegal', dead: false },
    royals: ['K'],
    repetition: 'policy',
    impasse: false,
    move_limit: true,
    handicaps: [],
    starts: { empty_hands: 'sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1' },
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N', must_promote: 2 },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L', must_promote: 1 },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P', must_promote: 1, pawn: true },
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
    tsume: true,
    hand: ['R', 'B', 'U', 'A', 'C', 'I', 'G', 'S', 'N', 'L', 'P'],
    drops: { pawns_on_file: 0, pawn_mate: 'legal', dead: false },
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
      'N': { kanji: '桂', kanji2: '桂馬', betza: 'ffN', promotes_to: '+N', must_promote: 2 },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L', must_promote: 1 },
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
  {
    name: 'chu',
    files: 12,
    ranks: 12,
    start: 'lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1',
    zone: 4,
    promotion: 'enter_or_take',
    kif: true,
    royal_capture: true,
    bare_royals: true,
    draw_offers: true,
    hand: [],
    royals: ['K', '+E'],
    repetition: 'attacker_loses',
    impasse: false,
    move_limit: true,
    handicaps: ['two_kings', 'two_lions', 'three_lions'],
    pieces: {
      'K': { kanji: '玉', kanji2: '玉将', betza: 'K' },
      'Q': { kanji: '奔', kanji2: '奔王', western: 'FK', betza: 'Q' },
      'N': { kanji: '獅', kanji2: '獅子', western: 'Ln', betza: 'KNAD', power: [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]], power_turns: true, lion: true },
      'D': { kanji: '龍', kanji2: '龍王', betza: 'RF', promotes_to: '+D' },
      'H': { kanji: '馬', kanji2: '龍馬', betza: 'BW', promotes_to: '+H' },
      'V': { kanji: '竪', kanji2: '竪行', western: 'VM', betza: 'vRsW', promotes_to: '+V' },
      'M': { kanji: '横', kanji2: '横行', western: 'SM', betza: 'sRvW', promotes_to: '+M' },
      'R': { kanji: '飛', kanji2: '飛車', betza: 'R', promotes_to: '+R' },
      'B': { kanji: '角', kanji2: '角行', betza: 'B', promotes_to: '+B' },
      'A': { kanji: '反', kanji2: '反車', western: 'RC', betza: 'vR', promotes_to: '+A' },
      'E': { kanji: '象', kanji2: '酔象', western: 'DE', betza: 'FfsW', promotes_to: '+E' },
      'O': { kanji: '麒', kanji2: '麒麟', western: 'Kr', betza: 'FD', promotes_to: '+O' },
      'X': { kanji: '鳳', kanji2: '鳳凰', western: 'Ph', betza: 'WA', promotes_to: '+X' },
      'T': { kanji: '虎', kanji2: '盲虎', western: 'BT', betza: 'FbsW', promotes_to: '+T' },
      'F': { kanji: '豹', kanji2: '猛豹', western: 'FL', betza: 'FvW', promotes_to: '+F' },
      'G': { kanji: '金', kanji2: '金将', betza: 'WfF', promotes_to: '+G' },
      'S': { kanji: '銀', kanji2: '銀将', betza: 'FfW', promotes_to: '+S' },
      'C': { kanji: '銅', kanji2: '銅将', betza: 'vWfF', promotes_to: '+C' },
      'L': { kanji: '香', kanji2: '香車', betza: 'fR', promotes_to: '+L' },
      'I': { kanji: '仲', kanji2: '仲人', western: 'GB', betza: 'vW', promotes_to: '+I', minor: true },
      'P': { kanji: '歩', kanji2: '歩兵', betza: 'fW', promotes_to: '+P', minor: true, pawn: true },
      '+D': { kanji: '鷲', kanji2: '飛鷲', betza: 'RbBfFfA', power: [[-1, 1], [1, 1]] },
      '+H': { kanji: '鷹', kanji2: '角鷹', betza: 'BsbRfWfD', power: [[0, 1]] },
      '+V': { kanji: '牛', kanji2: '飛牛', betza: 'vRB' },
      '+M': { kanji: '猪', kanji2: '奔猪', betza: 'sRB' },
      '+R': { kanji: '龍', kanji2: '龍王', betza: 'RF' },
      '+B': { kanji: '馬', kanji2: '龍馬', betza: 'BW' },
      '+A': { kanji: '鯨', kanji2: '鯨鯢', betza: 'vRbB' },
      '+E': { kanji: '太', kanji2: '太子', betza: 'K' },
      '+O': { kanji: '獅', kanji2: '獅子', betza: 'KNAD', power: [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]], power_turns: true, lion: true },
      '+X': { kanji: '奔', kanji2: '奔王', betza: 'Q' },
      '+T': { kanji: '鹿', kanji2: '飛鹿', betza: 'vRsWF' },
      '+F': { kanji: '角', kanji2: '小角', betza: 'B' },
      '+G': { kanji: '飛', kanji2: '金飛車', betza: 'R' },
      '+S': { kanji: '竪', kanji2: '竪行', betza: 'vRsW' },
      '+C': { kanji: '横', kanji2: '横行', betza: 'sRvW' },
      '+L': { kanji: '駒', kanji2: '白駒', betza: 'vRfB' },
      '+I': { kanji: '象', kanji2: '酔象', betza: 'FfsW' },
      '+P': { kanji: '金', kanji2: '金将', betza: 'WfF' },
    },
  },
];
