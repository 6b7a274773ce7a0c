//! What a handicap is worth in grades.

use komadai_rules::{Handicap, Odds};

/// What giving each rated handicap is worth, in grades, as FESA (the Federation of European
/// Shogi Associations) has it; the smallest first. Games with other handicaps are not rated.
pub const GRADES_GIVEN: [(Odds, f64); 8] = [
    (Odds::FirstMove, 0.2),
    (Odds::Pieces(Handicap::Lance), 0.6),
    (Odds::Pieces(Handicap::Bishop), 1.5),
    (Odds::Pieces(Handicap::Rook), 2.1),
    (Odds::Pieces(Handicap::RookLance), 2.7),
    (Odds::Pieces(Handicap::TwoPiece), 3.6),
    (Odds::Pieces(Handicap::FourPiece), 5.0),
    (Odds::Pieces(Handicap::SixPiece), 8.0),
];

/// What giving this is worth, in grades; `None` when games with it are not rated.
pub fn grades_given(odds: Odds) -> Option<f64> {
    GRADES_GIVEN.iter().find(|(known, _)| *known == odds).map(|(_, grades)| *grades)
}
