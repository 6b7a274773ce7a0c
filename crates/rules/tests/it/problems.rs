//! What keeps a position from being played.

use komadai_rules::{Handicap, Position, Problem, Variant};

#[track_caller]
fn check(variant: &str, sfen: &str, expected: &[Problem]) {
    let variant = variant.parse().expect("a variant");
    let position = Position::from_sfen(variant, sfen).expect(sfen);
    assert_eq!(position.problems().iter().collect::<Vec<_>>(), expected, "{sfen}");
}

#[test]
fn all_that_is_wrong_is_said() {
    use Problem::{DeadPiece, Nifu, NoKing, NoMoves, OpponentInCheck, TooManyPieces, TwoKings};
    check("standard", "4k4/9/9/9/9/9/9/9/4K4 b - 1", &[]);
    check("standard", "4k4/9/9/9/9/9/9/9/9 b P 1", &[NoKing]);
    check("standard", "4k4/9/9/9/9/9/9/9/K3K4 b - 1", &[TwoKings]);
    check("standard", "4k4/9/9/9/9/9/9/9/4K4 b 19P 1", &[TooManyPieces]);
    check("standard", "4k4/9/9/9/9/9/9/9/4K4 b 18P 1", &[]);
    // §3.2: what shitate gains is no longer gote's.
    check("standard", "4k4/9/9/9/9/9/9/9/4K4 b 4L 1", &[]);
    check("standard", "4k4/9/9/9/9/9/9/9/4K4 b 4Ll 1", &[TooManyPieces]);
    check("standard", "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1", &[]);
    check(
        "standard",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w L 1",
        &[TooManyPieces],
    );
    check("standard", "4k4/9/9/9/9/9/9/+P8/4K4 b 18p 1", &[TooManyPieces]);
    check("standard", "4k4/9/P8/P8/9/9/9/9/4K4 b - 1", &[Nifu]);
    check("standard", "4k4/9/+P8/P8/p8/9/9/9/4K4 b - 1", &[]);
    check("standard", "P3k4/9/9/9/9/9/9/9/4K4 b - 1", &[DeadPiece]);
    check("standard", "4k4/N8/9/9/9/9/9/9/4K4 b - 1", &[DeadPiece]);
    check("standard", "4k4/9/9/9/9/9/9/9/l3K4 b - 1", &[DeadPiece]);
    check("standard", "4k4/9/9/9/9/9/9/9/L3K4 b - 1", &[]);
    check("standard", "4k4/9/4R4/9/9/9/9/9/4K4 b - 1", &[OpponentInCheck]);
    check("standard", "4k4/9/4R4/9/9/9/9/9/4K4 w - 1", &[]);
    check("standard", "7nk/8G/8P/9/9/9/9/9/4K4 w - 1", &[NoMoves]);
    check("standard", "9/9/9/9/9/9/9/9/9 b - 1", &[NoKing, NoMoves]);
    check(
        "standard",
        "N7k/9/K1K3P2/6P2/9/9/9/9/8L b 5r 1",
        &[TwoKings, TooManyPieces, Nifu, DeadPiece, OpponentInCheck],
    );
    // Captured pieces are gone, so each side has its own to lose.
    check("sho", "4k4/9/9/9/9/9/9/P8/K7L b - 1", &[]);
    check("sho", "4k4/9/9/9/9/9/9/LLL6/K7P b - 1", &[TooManyPieces]);
    check("sho", "4k4/9/9/9/9/9/9/9/+E8 b - 1", &[]);
    check("sho", "4k4/9/9/9/9/9/9/9/+E7E b - 1", &[TooManyPieces]);
    // §7.3: an iron general has to have promoted to stand there.
    check("heian_dai", "I11k/13/13/13/13/13/13/13/13/13/13/13/K12 b - 1", &[DeadPiece]);
    check("heian_dai", "+I11k/13/13/13/13/13/13/13/13/13/13/13/K12 b - 1", &[]);
    check("dobutsu", "Cl1/3/3/1L1 b - 1", &[]);
    check("dobutsu", "1l1/1L1/3/3 b - 1", &[]);
}

#[test]
fn a_tsume_can_be_set_aside() {
    let variant = Variant::standard();
    let position = Position::from_sfen(variant, "7nk/9/8G/9/9/9/9/9/9 b G 1").expect("a position");
    assert!(position.problems().has(Problem::NoKing));
    assert!(position.problems().without(Problem::NoKing).is_empty());
    assert!(position.legal_moves().len() > 50);
}

#[test]
fn every_start_can_be_played() {
    for &variant in Variant::all() {
        for (handicap, def) in variant.handicaps().zip(variant.def().handicaps) {
            let start = handicap.start(variant).expect("a start");
            assert!(start.problems().is_empty(), "{variant} {handicap}");
            assert_eq!(start.sfen(), def.start);
            assert_eq!(Handicap::of(start), Some(handicap));
            assert_eq!(Handicap::from_name(handicap.name()), Some(handicap));
        }
    }
    assert_eq!(Handicap::Tokin.start(Variant::standard()), None);
    assert_eq!(Handicap::from_name("even"), None);
    assert_eq!(Handicap::of(Variant::standard().start()), None);
}
