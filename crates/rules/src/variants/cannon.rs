//! §15: cannon shogi, with four cannons a side that hop over pieces.

use super::{Def, Drops, PawnMate, PieceDef, pieces};

/// Cannon shogi.
pub static DEF: Def = Def {
    name: "cannon",
    start: "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b - 1",
    pieces: &[
        pieces::KING,
        pieces::ROOK,
        pieces::BISHOP,
        PieceDef::new("U", "gold_cannon", "砲", "金砲", "mRcpR"),
        PieceDef::new("A", "silver_cannon", "炮", "銀砲", "pR"),
        PieceDef::new("C", "copper_cannon", "銅", "銅砲", "mBcpB"),
        PieceDef::new("I", "iron_cannon", "鉄", "鉄砲", "pB"),
        pieces::GOLD,
        pieces::SILVER,
        pieces::KNIGHT,
        pieces::LANCE,
        PieceDef::new("P", "pawn", "歩", "歩兵", "fsW"),
        pieces::DRAGON,
        pieces::HORSE,
        PieceDef::new("+U", "flying_gold_cannon", "翔", "飛金砲", "mRpRmFpB2"),
        PieceDef::new("+A", "flying_silver_cannon", "翔", "飛銀砲", "mRpRmFpB2"),
        PieceDef::new("+C", "flying_copper_cannon", "翼", "飛銅砲", "mBpBmWpR2"),
        PieceDef::new("+I", "flying_iron_cannon", "翼", "飛鉄砲", "mBpBmWpR2"),
        pieces::PROMOTED_SILVER,
        pieces::PROMOTED_KNIGHT,
        pieces::PROMOTED_LANCE,
        pieces::TOKIN,
    ],
    drops: Some(Drops { pawns_on_file: 0, pawn_mate: PawnMate::Legal, dead: false }),
    ..Def::NEW
};
