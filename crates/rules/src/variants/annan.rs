//! §11: Annan shogi, where a piece moves as the friendly piece directly behind it.

use super::{Def, Drops, Handicap, HandicapDef, PawnMate, pieces, standard};

/// Annan shogi.
pub static DEF: Def = Def {
    name: "annan",
    start: "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1",
    pieces: &[
        pieces::KING,
        pieces::ROOK,
        pieces::BISHOP,
        pieces::GOLD,
        pieces::SILVER,
        pieces::KNIGHT.must_promote(0),
        pieces::LANCE.must_promote(0),
        pieces::PAWN.must_promote(0),
        pieces::DRAGON,
        pieces::HORSE,
        pieces::PROMOTED_SILVER,
        pieces::PROMOTED_KNIGHT,
        pieces::PROMOTED_LANCE,
        pieces::TOKIN,
    ],
    lends: true,
    drops: Some(Drops { pawns_on_file: 1, pawn_mate: PawnMate::IllegalInFront, dead: true }),
    handicaps: HANDICAPS,
    kif: Some("安南将棋"),
    ..standard::DEF
};

/// A start in which only gote's four ranks and the hands differ from the even game.
macro_rules! start {
    ($ranks:literal, $hands:literal) => {
        concat!($ranks, "/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w ", $hands, " 1")
    };
}

/// §11.7: rows of §3.2 with the pawns of this set-up.
const HANDICAPS: &[HandicapDef] = &[
    HandicapDef::new(Handicap::Lance, start!("lnsgkgsn1/1r5b1/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::RightLance, start!("1nsgkgsnl/1r5b1/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::Bishop, start!("lnsgkgsnl/1r7/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::Rook, start!("lnsgkgsnl/7b1/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::RookLance, start!("lnsgkgsn1/7b1/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::TwoPiece, start!("lnsgkgsnl/9/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::FourPiece, start!("1nsgkgsn1/9/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::SixPiece, start!("2sgkgs2/9/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::EightPiece, start!("3gkg3/9/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::TenPiece, start!("4k4/9/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::ThreePawns, start!("4k4/9/9/9", "3p")),
    HandicapDef::new(Handicap::NakedKing, start!("4k4/9/9/9", "-")),
    HandicapDef::new(
        Handicap::DragonflyKnightsLances,
        start!("ln2k2nl/1r5b1/p1ppppp1p/1p5p1", "-"),
    ),
    HandicapDef::new(Handicap::DragonflyLances, start!("l3k3l/1r5b1/p1ppppp1p/1p5p1", "-")),
    HandicapDef::new(Handicap::Dragonfly, start!("4k4/1r5b1/p1ppppp1p/1p5p1", "-")),
];
