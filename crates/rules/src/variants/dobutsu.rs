//! §8: dobutsu shogi, 3×4, where the lion is taken.

use super::{Def, Drops, Ends, Handicap, HandicapDef, PieceDef, Repetition};

/// Dobutsu shogi.
pub static DEF: Def = Def {
    name: "dobutsu",
    files: 3,
    ranks: 4,
    start: "gle/1c1/1C1/ELG b - 1",
    zone: 1,
    pieces: &[
        PieceDef::new("L", "lion", "獅", "獅子", "K").royal(),
        PieceDef::new("G", "giraffe", "麒", "麒麟", "W"),
        PieceDef::new("E", "elephant", "象", "象", "F"),
        PieceDef::new("C", "chick", "雛", "雛", "fW").must_promote(1).pawn(),
        PieceDef::new("+C", "hen", "鶏", "鶏", "WfF"),
    ],
    drops: Some(Drops::FREE),
    repetition: Repetition::ThirdDraws,
    ends: Ends { royal_capture: true, far_rank: true, ..Ends::NEW },
    handicaps: &[HandicapDef::new(Handicap::Chick, "gle/3/1C1/ELG w - 1")],
    kif: Some("どうぶつしょうぎ"),
    ..Def::NEW
};
