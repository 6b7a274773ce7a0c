//! §12: check shogi, shogi in which the first check wins.

use super::{Def, Drops, Ends, PawnMate, standard};

/// Check shogi.
pub static DEF: Def = Def {
    name: "check",
    drops: Some(Drops { pawn_mate: PawnMate::Legal, ..Drops::SHOGI }),
    ends: Ends { check_wins: true, ..standard::DEF.ends },
    kif: Some("王手将棋"),
    ..standard::DEF
};
