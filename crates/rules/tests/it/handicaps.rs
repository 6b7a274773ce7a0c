//! What the stronger player gives, and how it is spelled.

use komadai_rules::Odds;

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
    let all: Vec<Odds> = Odds::all().collect();
    assert!(all.is_sorted());
    for odds in all {
        let json = serde_json::to_string(&odds).expect("JSON");
        assert_eq!(json, format!("\"{odds}\""));
        assert_eq!(serde_json::from_str::<Odds>(&json).expect("odds"), odds);
    }
    assert_eq!("sente".parse(), Ok(Odds::FirstMove));
    assert!("even".parse::<Odds>().is_err());
    assert!("left_quail".parse::<Odds>().is_err());
}
