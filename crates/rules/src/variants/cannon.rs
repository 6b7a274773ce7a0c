//! §15: cannon shogi, with four cannons a side that hop over pieces.

use super::{Def, Drops, PawnMate, PieceDef};

/// Cannon shogi.
pub static DEF: Def = Def {
    name: "cannon",
    start: "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b - 1",
    pieces: &[
        PieceDef::new("K", "king", "玉", "玉将", "K").royal(),
        PieceDef::new("R", "rook", "飛", "飛車", "R"),
        PieceDef::new("B", "bishop", "角", "角行", "B"),
        PieceDef::new("U", "gold_cannon", "砲", "金砲", "mRcpR"),
        PieceDef::new("A", "silver_cannon", "炮", "銀砲", "pR"),
        PieceDef::new("C", "copper_cannon", "銅", "銅砲", "mBcpB"),
        PieceDef::new("I", "iron_cannon", "鉄", "鉄砲", "pB"),
        PieceDef::new("G", "gold", "金", "金将", "WfF"),
        PieceDef::new("S", "silver", "銀", "銀将", "FfW"),
        PieceDef::new("N", "knight", "桂", "桂馬", "ffN").must_promote(2),
        PieceDef::new("L", "lance", "香", "香車", "fR").must_promote(1),
        PieceDef::new("P", "pawn", "歩", "歩兵", "fsW"),
        PieceDef::new("+R", "dragon", "竜", "竜王", "RK"),
        PieceDef::new("+B", "horse", "馬", "竜馬", "BK"),
        PieceDef::new("+U", "flying_gold_cannon", "翔", "飛金砲", "mRpRmFpB2"),
        PieceDef::new("+A", "flying_silver_cannon", "翔", "飛銀砲", "mRpRmFpB2"),
        PieceDef::new("+C", "flying_copper_cannon", "翼", "飛銅砲", "mBpBmWpR2"),
        PieceDef::new("+I", "flying_iron_cannon", "翼", "飛鉄砲", "mBpBmWpR2"),
        PieceDef::new("+S", "promoted_silver", "全", "成銀", "WfF"),
        PieceDef::new("+N", "promoted_knight", "圭", "成桂", "WfF"),
        PieceDef::new("+L", "promoted_lance", "杏", "成香", "WfF"),
        PieceDef::new("+P", "tokin", "と", "と金", "WfF"),
    ],
    drops: Some(Drops { pawns_on_file: 0, pawn_mate: PawnMate::Legal, dead: false }),
    ..Def::NEW
};
