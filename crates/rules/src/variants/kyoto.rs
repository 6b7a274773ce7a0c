//! §10: Kyoto shogi, 5×5, where every piece but the king turns over at every move.

use super::{Def, Drops, Handicap, HandicapDef, PieceDef, Promotion, Repetition, pieces};

/// Kyoto shogi.
pub static DEF: Def = Def {
    name: "kyoto",
    files: 5,
    ranks: 5,
    start: "pgkst/5/5/5/TSKGP b - 1",
    zone: 0,
    pieces: &[
        pieces::KING,
        PieceDef::new("T", "tokin", "と", "と金", "WfF").turns("L"),
        pieces::GOLD.turns("N"),
        pieces::SILVER.turns("B"),
        PieceDef::new("P", "pawn", "歩", "歩兵", "fW").turns("R"),
        PieceDef::new("L", "lance", "香", "香車", "fR").turns("T"),
        PieceDef::new("N", "knight", "桂", "桂馬", "ffN").turns("G"),
        PieceDef::new("B", "bishop", "角", "角行", "B").turns("S"),
        PieceDef::new("R", "rook", "飛", "飛車", "R").turns("P"),
    ],
    promotion: Promotion::Turns,
    drops: Some(Drops::FREE),
    repetition: Repetition::ThirdDraws,
    handicaps: HANDICAPS,
    kif: Some("京都将棋"),
    ..Def::NEW
};

/// §10.6.
const HANDICAPS: &[HandicapDef] = &[
    HandicapDef::new(Handicap::Tokin, "pgks1/5/5/5/TSKGP w - 1"),
    HandicapDef::new(Handicap::Silver, "pgk1t/5/5/5/TSKGP w - 1"),
    HandicapDef::new(Handicap::Pawn, "1gkst/5/5/5/TSKGP w - 1"),
    HandicapDef::new(Handicap::Gold, "p1kst/5/5/5/TSKGP w - 1"),
    HandicapDef::new(Handicap::TwoPiece, "1gks1/5/5/5/TSKGP w - 1"),
    HandicapDef::new(Handicap::ThreePiece, "1gk2/5/5/5/TSKGP w - 1"),
    HandicapDef::new(Handicap::NakedKing, "2k2/5/5/5/TSKGP w - 1"),
];
