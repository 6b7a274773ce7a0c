//! §1: shogi.

use super::{Def, Drops, Ends, PieceDef, Repetition};
use crate::Kind;

/// 王将, 玉将.
pub const KING: Kind = Kind(0);
/// 飛車.
pub const ROOK: Kind = Kind(1);
/// 角行.
pub const BISHOP: Kind = Kind(2);
/// 金将.
pub const GOLD: Kind = Kind(3);
/// 銀将.
pub const SILVER: Kind = Kind(4);
/// 桂馬.
pub const KNIGHT: Kind = Kind(5);
/// 香車.
pub const LANCE: Kind = Kind(6);
/// 歩兵.
pub const PAWN: Kind = Kind(7);
/// 竜王, the promoted rook.
pub const DRAGON: Kind = Kind(8);
/// 竜馬, the promoted bishop.
pub const HORSE: Kind = Kind(9);
/// 成銀.
pub const PROMOTED_SILVER: Kind = Kind(10);
/// 成桂.
pub const PROMOTED_KNIGHT: Kind = Kind(11);
/// 成香.
pub const PROMOTED_LANCE: Kind = Kind(12);
/// と金, the promoted pawn.
pub const TOKIN: Kind = Kind(13);

/// Shogi.
pub static DEF: Def = Def {
    name: "standard",
    files: 9,
    ranks: 9,
    start: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    zone: 3,
    pieces: &[
        PieceDef::new("K", "king", "玉", "玉将", "K").royal(),
        PieceDef::new("R", "rook", "飛", "飛車", "R").points(5),
        PieceDef::new("B", "bishop", "角", "角行", "B").points(5),
        PieceDef::new("G", "gold", "金", "金将", "WfF"),
        PieceDef::new("S", "silver", "銀", "銀将", "FfW"),
        PieceDef::new("N", "knight", "桂", "桂馬", "ffN").must_promote(2),
        PieceDef::new("L", "lance", "香", "香車", "fR").must_promote(1),
        PieceDef::new("P", "pawn", "歩", "歩兵", "fW").must_promote(1).pawn(),
        PieceDef::new("+R", "dragon", "竜", "竜王", "RK").points(5),
        PieceDef::new("+B", "horse", "馬", "竜馬", "BK").points(5),
        PieceDef::new("+S", "promoted_silver", "全", "成銀", "WfF"),
        PieceDef::new("+N", "promoted_knight", "圭", "成桂", "WfF"),
        PieceDef::new("+L", "promoted_lance", "杏", "成香", "WfF"),
        PieceDef::new("+P", "tokin", "と", "と金", "WfF"),
    ],
    drops: Some(Drops { nifu: true, uchifuzume: true, dead: false }),
    repetition: Repetition::Policy,
    ends: Ends {
        impasse: true,
        move_limit: true,
        bare_king: false,
        royal_capture: false,
        far_rank: false,
    },
    kings_differ: true,
    handicaps: true,
};
