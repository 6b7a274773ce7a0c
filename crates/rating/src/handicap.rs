//! What a handicap is worth in grades.

/// What giving each rated handicap is worth, in grades, as FESA (the Federation of European
/// Shogi Associations) has it. `first_move` is an even game in which the weaker player is sente
/// by agreement. Games with other handicaps are not rated.
pub const GRADES_GIVEN: [(&str, f64); 8] = [
    ("first_move", 0.2),
    ("lance", 0.6),
    ("bishop", 1.5),
    ("rook", 2.1),
    ("rook_lance", 2.7),
    ("2_piece", 3.6),
    ("4_piece", 5.0),
    ("6_piece", 8.0),
];

/// What giving this handicap is worth, in grades; `None` when games with it are not rated.
pub fn handicap_grades(name: &str) -> Option<f64> {
    GRADES_GIVEN.iter().find(|(known, _)| *known == name).map(|(_, grades)| *grades)
}
