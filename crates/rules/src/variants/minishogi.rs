//! §8: minishogi, 5×5.

use super::{Def, Drops, Handicap, HandicapDef, Repetition, pieces};

/// Minishogi.
pub static DEF: Def = Def {
    name: "minishogi",
    files: 5,
    ranks: 5,
    start: "rbsgk/4p/5/P4/KGSBR b - 1",
    zone: 1,
    pieces: &[
        pieces::KING,
        pieces::ROOK,
        pieces::BISHOP,
        pieces::GOLD,
        pieces::SILVER,
        pieces::PAWN,
        pieces::DRAGON,
        pieces::HORSE,
        pieces::PROMOTED_SILVER,
        pieces::TOKIN,
    ],
    drops: Some(Drops::SHOGI),
    repetition: Repetition::SenteLoses,
    handicaps: HANDICAPS,
    kif: Some("5五将棋"),
    ..Def::NEW
};

/// §8.
const HANDICAPS: &[HandicapDef] = &[
    HandicapDef::new(Handicap::Bishop, "r1sgk/4p/5/P4/KGSBR w - 1"),
    HandicapDef::new(Handicap::Rook, "1bsgk/4p/5/P4/KGSBR w - 1"),
    HandicapDef::new(Handicap::TwoPiece, "2sgk/4p/5/P4/KGSBR w - 1"),
    HandicapDef::new(Handicap::ThreePiece, "3gk/4p/5/P4/KGSBR w - 1"),
    HandicapDef::new(Handicap::FourPiece, "4k/4p/5/P4/KGSBR w - 1"),
];
