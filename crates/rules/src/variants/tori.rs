//! §13: tori shogi, 7×7, the shogi of birds.

use super::{Def, Drops, Handicap, HandicapDef, PieceDef, Promotion, Repetition};

/// Tori shogi.
pub static DEF: Def = Def {
    name: "tori",
    files: 7,
    ranks: 7,
    start: "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1",
    zone: 2,
    pieces: &[
        PieceDef::new("K", "phoenix", "鵬", "鵬", "K").royal(),
        PieceDef::new("F", "falcon", "鷹", "鷹", "FfsW"),
        PieceDef::new("L", "left_quail", "鶉", "左鶉", "fRbrBblF"),
        PieceDef::new("R", "right_quail", "鶉", "右鶉", "fRblBbrF"),
        PieceDef::new("C", "crane", "鶴", "鶴", "FvW"),
        PieceDef::new("P", "pheasant", "雉", "雉", "fDbF"),
        PieceDef::new("S", "swallow", "燕", "燕", "fW").pawn(),
        PieceDef::new("+F", "eagle", "鵰", "鵰", "fBbRWbB2"),
        PieceDef::new("+S", "goose", "雁", "雁", "fAbD"),
    ],
    promotion: Promotion::Whenever,
    drops: Some(Drops { pawns_on_file: 2, ..Drops::SHOGI }),
    repetition: Repetition::MoverLoses,
    handicaps: HANDICAPS,
    ..Def::NEW
};

/// §13.5.
const HANDICAPS: &[HandicapDef] = &[
    HandicapDef::new(Handicap::LeftQuail, "rpckcp1/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR w - 1"),
    HandicapDef::new(Handicap::Falcon, "rpckcpl/7/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR w - 1"),
    HandicapDef::new(
        Handicap::FalconLeftQuail,
        "rpckcp1/7/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR w - 1",
    ),
    HandicapDef::new(Handicap::FalconQuails, "1pckcp1/7/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR w - 1"),
];
