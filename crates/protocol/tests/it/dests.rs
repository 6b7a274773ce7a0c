//! Where the side to move may go.

use komadai_protocol::{Dests, with_dests};
use komadai_rules::{Position, Variant};

/// The destinations as they are written into a frame.
fn sent(position: &Position) -> String {
    let frame =
        String::from_utf8(with_dests(br#"{"event":{"now":1}}"#, position).expect("a frame"));
    let frame = frame.expect("JSON");
    let rest = frame.strip_prefix(r#"{"event":{"now":1,"dests":"#).expect("they come last");
    rest.strip_suffix("}}").expect("the end").to_owned()
}

fn check(sfen: &str, expected: &[(&str, &str)]) {
    let position = Position::from_sfen(Variant::standard(), sfen).expect(sfen);
    let dests = Dests::of(&position);
    let sorted = |value: &str| {
        // Two characters a square, and a mark after some.
        let mut squares: Vec<String> = Vec::new();
        for sign in value.chars() {
            match squares.last_mut() {
                Some(last) if !sign.is_ascii_digit() => last.push(sign),
                _ => squares.push(sign.to_string()),
            }
        }
        squares.sort();
        squares.concat()
    };
    let mut found: Vec<_> =
        dests.iter().map(|(key, value)| (key.to_owned(), sorted(value))).collect();
    found.sort();
    let wanted: Vec<_> =
        expected.iter().map(|(key, value)| ((*key).to_owned(), sorted(value))).collect();
    assert_eq!(found, wanted, "{sfen}");
    let json = serde_json::to_string(&dests).expect("JSON");
    assert_eq!(sent(&position), json);
    let mut read: Vec<_> = serde_json::from_str::<Dests>(&json)
        .expect("what was written")
        .iter()
        .map(|(key, value)| (key.to_owned(), sorted(value)))
        .collect();
    read.sort();
    assert_eq!(read, wanted);
}

#[test]
fn promotions_are_marked() {
    check(
        "4k4/9/3P5/9/9/9/9/9/K7L b - 1",
        &[("1i", "1a+1b?1c?1d1e1f1g1h"), ("6c", "6b?"), ("9i", "8h8i9h")],
    );
}

#[test]
fn second_steps_have_keys_of_two_squares() {
    let chu = Variant::from_name("chu").unwrap();
    // A falcon before a pawn, a lion that may not take another, which a rook protects.
    let sfen = "kr10/1n10/12/1N10/12/8p3/8+H3/12/12/12/12/K11 b - 1";
    let position = Position::from_sfen(chu, sfen).unwrap();
    let dests = Dests::of(&position);
    let of = |key: &str| dests.iter().find(|(it, _)| *it == key).map(|(_, value)| value);
    assert_eq!(of("4g4f"), Some("4e4g"));
    assert_eq!(of("11d!"), Some("11b"));
    assert_eq!(of("4g!"), None);
    let passes: Vec<_> = dests.iter().filter(|&(key, to)| key.len() > 4 && to == "11d").collect();
    assert_eq!(passes, [("11d10c", "11d")]);
    let json = serde_json::to_string(&dests).unwrap();
    assert_eq!(sent(&position), json);
    let read = serde_json::from_str::<Dests>(&json).unwrap();
    assert_eq!(read.iter().count(), dests.iter().count());
}

#[test]
fn drops_are_by_letter() {
    check(
        "K7k/9/9/9/9/9/9/9/PPPPPPP1P b Pr 1",
        &[
            ("1i", "1h"),
            ("3i", "3h"),
            ("4i", "4h"),
            ("5i", "5h"),
            ("6i", "6h"),
            ("7i", "7h"),
            ("8i", "8h"),
            ("9a", "8a8b9b"),
            ("9i", "9h"),
            ("P*", "2b2c2d2e2f2g2h2i"),
        ],
    );
}
