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

/// A start in which only gote's three ranks and the hands differ from the even game.
macro_rules! start {
    ($ranks:literal, $hands:literal) => {
        concat!($ranks, "/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w ", $hands, " 1")
    };
}

/// §3.2.
const HANDICAPS: &[HandicapDef] = &[
    HandicapDef::new(Handicap::Lance, start!("lnsgkgsn1/1r5b1/ppppppppp", "-")),
    HandicapDef::new(Handicap::RightLance, start!("1nsgkgsnl/1r5b1/ppppppppp", "-")),
    HandicapDef::new(Handicap::BothLances, start!("1nsgkgsn1/1r5b1/ppppppppp", "-")),
    HandicapDef::new(Handicap::Bishop, start!("lnsgkgsnl/1r7/ppppppppp", "-")),
    HandicapDef::new(Handicap::Rook, start!("lnsgkgsnl/7b1/ppppppppp", "-")),
    HandicapDef::new(Handicap::RookLance, start!("lnsgkgsn1/7b1/ppppppppp", "-")),
    HandicapDef::new(Handicap::TwoPiece, start!("lnsgkgsnl/9/ppppppppp", "-")),
    HandicapDef::new(Handicap::ThreePiece, start!("1nsgkgsnl/9/ppppppppp", "-")),
    HandicapDef::new(Handicap::FourPiece, start!("1nsgkgsn1/9/ppppppppp", "-")),
    HandicapDef::new(Handicap::FivePiece, start!("2sgkgsn1/9/ppppppppp", "-")),
    HandicapDef::new(Handicap::SixPiece, start!("2sgkgs2/9/ppppppppp", "-")),
    HandicapDef::new(Handicap::SevenPiece, start!("3gkgs2/9/ppppppppp", "-")),
    HandicapDef::new(Handicap::EightPiece, start!("3gkg3/9/ppppppppp", "-")),
    HandicapDef::new(Handicap::NinePiece, start!("4kg3/9/ppppppppp", "-")),
    HandicapDef::new(Handicap::TenPiece, start!("4k4/9/ppppppppp", "-")),
    HandicapDef::new(Handicap::ThreePawns, start!("4k4/9/9", "3p")),
    HandicapDef::new(Handicap::NakedKing, start!("4k4/9/9", "-")),
    HandicapDef::new(Handicap::DragonflyKnightsLances, start!("ln2k2nl/1r5b1/ppppppppp", "-")),
    HandicapDef::new(Handicap::DragonflyLances, start!("l3k3l/1r5b1/ppppppppp", "-")),
    HandicapDef::new(Handicap::Dragonfly, start!("4k4/1r5b1/ppppppppp", "-")),
    HandicapDef::new(Handicap::Taiko, start!("lnsgkgsnl/1r5b1/p1ppppppp", "-")),
    HandicapDef::new(Handicap::LanceGained, start!("lnsgkgsn1/1r5b1/ppppppppp", "L")),
    HandicapDef::new(Handicap::BothLancesGained, start!("1nsgkgsn1/1r5b1/ppppppppp", "2L")),
    HandicapDef::new(Handicap::BishopGained, start!("lnsgkgsnl/1r7/ppppppppp", "B")),
    HandicapDef::new(Handicap::RookGained, start!("lnsgkgsnl/7b1/ppppppppp", "R")),
    HandicapDef::new(Handicap::RookLanceGained, start!("lnsgkgsn1/7b1/ppppppppp", "RL")),
    HandicapDef::new(Handicap::TwoPieceGained, start!("lnsgkgsnl/9/ppppppppp", "RB")),
    HandicapDef::new(Handicap::ThreePieceGained, start!("1nsgkgsnl/9/ppppppppp", "RBL")),
    HandicapDef::new(Handicap::FourPieceGained, start!("1nsgkgsn1/9/ppppppppp", "RB2L")),
    HandicapDef::new(Handicap::FivePieceGained, start!("2sgkgsn1/9/ppppppppp", "RBN2L")),
    HandicapDef::new(Handicap::SixPieceGained, start!("2sgkgs2/9/ppppppppp", "RB2N2L")),
    HandicapDef::new(Handicap::SevenPieceGained, start!("3gkgs2/9/ppppppppp", "RBS2N2L")),
    HandicapDef::new(Handicap::EightPieceGained, start!("3gkg3/9/ppppppppp", "RB2S2N2L")),
    HandicapDef::new(Handicap::NinePieceGained, start!("4kg3/9/ppppppppp", "RBG2S2N2L")),
];
