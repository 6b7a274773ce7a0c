//! What the stronger player gives, and how it is spelled.

use komadai_rules::{Handicap, Odds, Variant};

#[test]
fn the_table_is_the_one_of_the_rules() {
    let table: Vec<_> =
        (0..18).map(|grades| Odds::suggested(grades).map_or("even", Odds::as_str)).collect();
    assert_eq!(
        table.join(" "),
        "even first_move lance bishop rook rook_lance 2_piece 2_piece 4_piece 4_piece \
         6_piece 6_piece 6_piece 8_piece 8_piece 8_piece 10_piece 10_piece"
    );
}

#[test]
fn odds_are_read_back_and_grow() {
    assert!(Odds::ladder().is_sorted());
    assert_eq!((Odds::ladder().count(), Odds::all().count()), (12, 35));
    for odds in Odds::all() {
        let json = serde_json::to_string(&odds).expect("JSON");
        assert_eq!(json, format!("\"{odds}\""));
        assert_eq!(serde_json::from_str::<Odds>(&json).expect("odds"), odds);
    }
    assert_eq!("sente".parse(), Ok(Odds::FirstMove));
    assert!("even".parse::<Odds>().is_err());
    assert!("left_quail".parse::<Odds>().is_err());
}

/// §3.2, as the servers and programs that have them write them.
const STARTS: &str = include_str!("../data/handicaps.txt");

#[test]
fn every_handicap_is_the_one_of_the_table() {
    let rows = STARTS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut n_rows = 0;
    for row in rows {
        let mut words = row.split_whitespace();
        let mut word = || words.next().expect("a row of five words");
        let (variant, name, kanji, credit) = (word(), word(), word(), word());
        let sfen: Vec<&str> = words.collect();
        let variant = Variant::from_name(variant).expect("a variant");
        let handicap = Handicap::from_name(name).expect("a handicap");
        let start = handicap.start(variant).expect("a start");
        assert_eq!(start.sfen(), sfen.join(" "), "{variant} {name}");
        assert_eq!(handicap.kanji(), kanji, "{variant} {name}");
        assert_eq!(handicap.credit(variant).to_string(), credit, "{variant} {name}");
        assert_eq!(Handicap::of(start), Some(handicap));
        n_rows += 1;
    }
    let n_handicaps: usize = Variant::all().iter().map(|variant| variant.handicaps().len()).sum();
    assert_eq!(n_rows, n_handicaps, "each has its row");
}

#[test]
fn a_gain_is_in_shitates_hand() {
    for def in Variant::standard().def().handicaps {
        assert_eq!(def.is_gain(), def.handicap.name().ends_with("_gained"), "{}", def.handicap);
    }
}
