//! §8: sho shogi, no drops, with a drunk elephant that becomes a second king.

use super::{Def, Ends, PieceDef, pieces};

/// Sho shogi.
pub static DEF: Def = Def {
    name: "sho",
    files: 9,
    ranks: 9,
    start: "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1",
    zone: 3,
    pieces: &[
        pieces::KING,
        pieces::ROOK,
        pieces::BISHOP,
        PieceDef::new("E", "drunk_elephant", "象", "酔象", "FfsW"),
        pieces::GOLD,
        pieces::SILVER,
        pieces::KNIGHT,
        pieces::LANCE,
        pieces::PAWN,
        pieces::DRAGON,
        pieces::HORSE,
        PieceDef::new("+E", "crown_prince", "太", "太子", "K").royal(),
        pieces::PROMOTED_SILVER,
        pieces::PROMOTED_KNIGHT,
        pieces::PROMOTED_LANCE,
        pieces::TOKIN,
    ],
    ends: Ends { bare_king: true, ..Ends::NEW },
    ..Def::NEW
};
