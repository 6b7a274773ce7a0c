//! §8: minishogi, 5×5.

use super::{Def, Drops, Repetition, pieces};

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
    kif: Some("5五将棋"),
    ..Def::NEW
};
