//! What other programs say is legal: `tests/data/NAME.moves`, a line a position.

use std::{fs, path::Path};

use komadai_rules::{Position, Variant};

#[test]
fn legal_moves_are_those_of_other_programs() {
    let mut n_positions = 0;
    for &variant in Variant::all() {
        let name = format!("tests/data/{}.moves", variant.name());
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let Ok(text) = fs::read_to_string(path) else { continue };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (sfen, expected) = line.split_once(" | ").expect(line);
            let position = Position::from_sfen(variant, sfen).expect(sfen);
            let moves = position.legal_moves();
            let mut moves: Vec<_> = moves.iter().map(|mv| mv.usi(variant).to_string()).collect();
            moves.sort();
            assert_eq!(moves.join(" "), expected, "{variant} {sfen}");
            n_positions += 1;
        }
    }
    assert!(n_positions >= 180, "only {n_positions} positions were found");
}
