//! §1: shogi.

use super::{Def, Drops, Ends, HandicapDef, pieces};
use crate::{Handicap, Kind};

/// 王将, 玉将.
pub const KING: Kind = Kind(0);
/// 飛車.
pub const ROOK: Kind = Kind(1);
/// 角行.
pub const BISHOP: Kind = Kind(2);
/// 金将.
pub const GOLD: Kind = Kind(3);
/// 銀将.
pub const SILVER: Kind = Kind(4);
/// 桂馬.
pub const KNIGHT: Kind = Kind(5);
/// 香車.
pub const LANCE: Kind = Kind(6);
/// 歩兵.
pub const PAWN: Kind = Kind(7);
/// 竜王, the promoted rook.
pub const DRAGON: Kind = Kind(8);
/// 竜馬, the promoted bishop.
pub const HORSE: Kind = Kind(9);
/// 成銀.
pub const PROMOTED_SILVER: Kind = Kind(10);
/// 成桂.
pub const PROMOTED_KNIGHT: Kind = Kind(11);
/// 成香.
pub const PROMOTED_LANCE: Kind = Kind(12);
/// と金, the promoted pawn.
pub const TOKIN: Kind = Kind(13);

/// Shogi.
pub static DEF: Def = Def {
    name: "standard",
    files: 9,
    ranks: 9,
    start: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    zone: 3,
    pieces: &[
        pieces::KING,
        pieces::ROOK,
        pieces::BISHOP,
        pieces::GOLD,
        pieces::SILVER,
        pieces::KNIGHT,
        pieces::LANCE,
        pieces::PAWN,
        pieces::DRAGON,
        pieces::HORSE,
        pieces::PROMOTED_SILVER,
        pieces::PROMOTED_KNIGHT,
        pieces::PROMOTED_LANCE,
        pieces::TOKIN,
    ],
    drops: Some(Drops::SHOGI),
    ends: Ends { impasse: true, ..Ends::NEW },
    handicaps: HANDICAPS,
    kif: Some("平手"),
    ..Def::NEW
};

/// §3.2, each with the points credited to gote at impasse.
const HANDICAPS: &[HandicapDef] = &[
    HandicapDef {
        handicap: Handicap::Lance,
        start: "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        credit: 1,
    },
    HandicapDef {
        handicap: Handicap::Bishop,
        start: "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        credit: 5,
    },
    HandicapDef {
        handicap: Handicap::Rook,
        start: "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        credit: 5,
    },
    HandicapDef {
        handicap: Handicap::RookLance,
        start: "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        credit: 6,
    },
    HandicapDef {
        handicap: Handicap::TwoPiece,
        start: "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        credit: 10,
    },
    HandicapDef {
        handicap: Handicap::FourPiece,
        start: "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        credit: 12,
    },
    HandicapDef {
        handicap: Handicap::SixPiece,
        start: "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        credit: 14,
    },
    HandicapDef {
        handicap: Handicap::EightPiece,
        start: "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        credit: 16,
    },
    HandicapDef {
        handicap: Handicap::TenPiece,
        start: "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        credit: 18,
    },
    HandicapDef {
        handicap: Handicap::ThreePawns,
        start: "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1",
        credit: 24,
    },
    HandicapDef {
        handicap: Handicap::NakedKing,
        start: "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        credit: 27,
    },
];
