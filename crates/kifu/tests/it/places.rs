//! Where in a file something stands, and numbers in it.

use komadai_kifu::{Encoding, Error, Record, TextPlace, formats, read, write};
use komadai_rules::{HAND_MAX, Position, Side, Variant};

/// Where the file is wrong.
fn wrong_at(file: &str, format: komadai_kifu::Format) -> TextPlace {
    match read(file.as_bytes(), Some(format)) {
        Err(Error::Text { at, .. }) => at,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_line_end_counts_once_and_columns_count_characters() {
    let file = "手合割：平手\n*a\r\n*b\r*c\n\n   1 ７六歩(77)\n";
    let reading = read(file.as_bytes(), Some(formats::KIF)).expect("a record");
    let record = &reading.records[0];
    assert_eq!(record.node(record.at_ply(0)).comments, ["a", "b", "c"]);
    let place = wrong_at(&file.replace("(77)", "(55)"), formats::KIF);
    assert_eq!(place, TextPlace { line: 6, column: 6 });
    // The same behind characters of three bytes.
    let file = "手合割：平手\r▲７六歩 △３四歩 ▲１二歩";
    assert_eq!(wrong_at(file, formats::KI2), TextPlace { line: 2, column: 11 });
}

#[test]
fn places_far_into_json_are_right() {
    for n in (0..900).step_by(53) {
        let passed: String = (0..n)
            .map(|n| if n % 3 == 0 { "{\"手\":\"内\"},\n" } else { "{\"手\":\"内に\"}," })
            .collect();
        let head = format!("{{\"moves\":[{passed}");
        let expected = TextPlace {
            line: head.matches('\n').count() as u32 + 1,
            column: head.rsplit('\n').next().expect("a line").chars().count() as u32 + 1,
        };
        assert_eq!(wrong_at(&format!("{head}7]}}"), formats::JKF), expected, "{n}");
    }
}

/// How many pawns sente has in hand, where the record says this.
fn pawns(number: &str) -> Option<u8> {
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 b 2P 1";
    let start = Position::from_sfen(Variant::standard(), sfen).expect("a position");
    let file = write(&[Record::new(start)], formats::KIF, Encoding::Utf8).expect("it is standard");
    let file = String::from_utf8(file).expect("UTF-8");
    assert!(file.contains("歩二"), "{file}");
    let file = file.replace("歩二", &format!("歩{number}"));
    let reading = read(file.as_bytes(), Some(formats::KIF)).ok()?;
    Some(reading.records[0].start().hand(Side::Sente).map(|(_, n)| n).sum())
}

#[test]
fn numbers_in_hand_are_read_back() {
    for number in 1..=HAND_MAX.min(99) {
        let sfen = format!("4k4/9/9/9/9/9/9/9/4K4 b {number}P 1");
        let start = Position::from_sfen(Variant::standard(), &sfen).expect("a position");
        let record = Record::new(start);
        let file = write(std::slice::from_ref(&record), formats::KIF, Encoding::Utf8);
        let file = file.expect("it is standard");
        let again = read(&file, Some(formats::KIF)).expect("it was written");
        assert_eq!(again.records[0].start(), record.start());
    }
    for (text, number) in
        [("", 1), ("十八", 18), ("18", 18), ("１８", 18), ("一八", 18), ("拾二", 12)]
    {
        assert_eq!(pawns(text), Some(number), "{text}");
    }
    for text in ["x", "999", "九十百", "九百", "十九十九十九十"] {
        assert_eq!(pawns(text), None, "{text}");
    }
}
