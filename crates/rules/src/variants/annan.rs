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

/// §11.7: the rows of §3.2 with the pawns of this set-up.
const HANDICAPS: &[HandicapDef] = &[
    HandicapDef {
        handicap: Handicap::Lance,
        start: "lnsgkgsn1/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1",
        credit: 1,
    },
    HandicapDef {
        handicap: Handicap::Bishop,
        start: "lnsgkgsnl/1r7/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1",
        credit: 5,
    },
    HandicapDef {
        handicap: Handicap::Rook,
        start: "lnsgkgsnl/7b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1",
        credit: 5,
    },
    HandicapDef {
        handicap: Handicap::RookLance,
        start: "lnsgkgsn1/7b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1",
        credit: 6,
    },
    HandicapDef {
        handicap: Handicap::TwoPiece,
        start: "lnsgkgsnl/9/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1",
        credit: 10,
    },
    HandicapDef {
        handicap: Handicap::FourPiece,
        start: "1nsgkgsn1/9/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1",
        credit: 12,
    },
    HandicapDef {
        handicap: Handicap::SixPiece,
        start: "2sgkgs2/9/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1",
        credit: 14,
    },
    HandicapDef {
        handicap: Handicap::EightPiece,
        start: "3gkg3/9/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1",
        credit: 16,
    },
    HandicapDef {
        handicap: Handicap::TenPiece,
        start: "4k4/9/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1",
        credit: 18,
    },
    HandicapDef {
        handicap: Handicap::ThreePawns,
        start: "4k4/9/9/9/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w 3p 1",
        credit: 24,
    },
    HandicapDef {
        handicap: Handicap::NakedKing,
        start: "4k4/9/9/9/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL w - 1",
        credit: 27,
    },
];
