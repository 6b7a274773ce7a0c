//! What holds for every variant.

use komadai_rules::{Position, Variant};

#[test]
fn names_differ() {
    for variant in Variant::all() {
        assert_eq!(Variant::from_name(variant.name()), Some(*variant));
    }
}

#[test]
fn starts_can_be_played_and_written() {
    for &variant in Variant::all() {
        let start = Position::start(variant);
        assert_eq!(start.sfen(), variant.def().start);
        assert!(start.problems().is_empty(), "{variant}: {:?}", start.problems());
    }
}
