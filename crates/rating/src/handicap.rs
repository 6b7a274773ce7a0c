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

/// §3.3: what is suggested between players that many grades apart; `first_move` has the weaker
/// player be sente in an even game, `None` is an even game with furigoma.
pub fn suggested(grades_apart: usize) -> Option<&'static str> {
    match grades_apart {
        0 => None,
        1 => Some("first_move"),
        2 => Some("lance"),
        3 => Some("bishop"),
        4 => Some("rook"),
        5 => Some("rook_lance"),
        6..=7 => Some("2_piece"),
        8..=9 => Some("4_piece"),
        10..=12 => Some("6_piece"),
        13..=15 => Some("8_piece"),
        _ => Some("10_piece"),
    }
}
