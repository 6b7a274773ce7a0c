//! §14: goro-goro shogi plus, 5×6, with a knight and a lance in hand from the start.

use super::{Def, Drops, PieceDef};

/// Goro-goro shogi plus.
pub static DEF: Def = Def {
    name: "gorogoro_plus",
    files: 5,
    ranks: 6,
    start: "sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1",
    zone: 2,
    pieces: &[
        PieceDef::new("K", "king", "玉", "玉将", "K").royal(),
        PieceDef::new("G", "gold", "金", "金将", "WfF"),
        PieceDef::new("S", "silver", "銀", "銀将", "FfW"),
        PieceDef::new("N", "knight", "桂", "桂馬", "ffN").must_promote(2),
        PieceDef::new("L", "lance", "香", "香車", "fR").must_promote(1),
        PieceDef::new("P", "pawn", "歩", "歩兵", "fW").must_promote(1).pawn(),
        PieceDef::new("+S", "promoted_silver", "全", "成銀", "WfF"),
        PieceDef::new("+N", "promoted_knight", "圭", "成桂", "WfF"),
        PieceDef::new("+L", "promoted_lance", "杏", "成香", "WfF"),
        PieceDef::new("+P", "tokin", "と", "と金", "WfF"),
    ],
    drops: Some(Drops::SHOGI),
    ..Def::NEW
};
