//! §14: goro-goro shogi plus, 5×6, with a knight and a lance in hand from the start.

use super::{Def, Drops, StartDef, pieces};

/// Goro-goro shogi plus.
pub static DEF: Def = Def {
    name: "gorogoro_plus",
    files: 5,
    ranks: 6,
    start: "sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1",
    zone: 2,
    pieces: &[
        pieces::KING,
        pieces::GOLD,
        pieces::SILVER,
        pieces::KNIGHT,
        pieces::LANCE,
        pieces::PAWN,
        pieces::PROMOTED_SILVER,
        pieces::PROMOTED_KNIGHT,
        pieces::PROMOTED_LANCE,
        pieces::TOKIN,
    ],
    drops: Some(Drops::SHOGI),
    // The older game.
    starts: &[StartDef { name: "empty_hands", start: "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1" }],
    ..Def::NEW
};
