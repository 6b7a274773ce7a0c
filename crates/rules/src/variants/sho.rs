//! §8: sho shogi, no drops, with a drunk elephant that becomes a second king.

use super::{Def, Ends, PieceDef};

/// Sho shogi.
pub static DEF: Def = Def {
    name: "sho",
    files: 9,
    ranks: 9,
    start: "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1",
    zone: 3,
    pieces: &[
        PieceDef::new("K", "king", "玉", "玉将", "K").royal(),
        PieceDef::new("R", "rook", "飛", "飛車", "R").points(5),
        PieceDef::new("B", "bishop", "角", "角行", "B").points(5),
        PieceDef::new("E", "drunk_elephant", "象", "酔象", "FfsW"),
        PieceDef::new("G", "gold", "金", "金将", "WfF"),
        PieceDef::new("S", "silver", "銀", "銀将", "FfW"),
        PieceDef::new("N", "knight", "桂", "桂馬", "ffN").must_promote(2),
        PieceDef::new("L", "lance", "香", "香車", "fR").must_promote(1),
        PieceDef::new("P", "pawn", "歩", "歩兵", "fW").must_promote(1).pawn(),
        PieceDef::new("+R", "dragon", "竜", "竜王", "RK").points(5),
        PieceDef::new("+B", "horse", "馬", "竜馬", "BK").points(5),
        PieceDef::new("+E", "crown_prince", "太", "太子", "K").royal(),
        PieceDef::new("+S", "promoted_silver", "全", "成銀", "WfF"),
        PieceDef::new("+N", "promoted_knight", "圭", "成桂", "WfF"),
        PieceDef::new("+L", "promoted_lance", "杏", "成香", "WfF"),
        PieceDef::new("+P", "tokin", "と", "と金", "WfF"),
    ],
    ends: Ends { bare_king: true, ..Ends::NEW },
    ..Def::NEW
};
