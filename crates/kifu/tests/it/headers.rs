//! The headers above the moves.

use komadai_kifu::{Encoding, Headers, Key, Record, formats, limits, read, write};
use komadai_rules::Variant;

/// The keys that have names, each with a text that it may have.
const NAMED: [(Key, &str); 19] = [
    (Key::Started, "2026/11/21 10:00:00"),
    (Key::Ended, "2026/11/21 11:00:00"),
    (Key::Date, "2026/11/21"),
    (Key::Event, "Giải mùa thu"),
    (Key::Title, "決勝"),
    (Key::Opening, "四間飛車"),
    (Key::TimeLimit, "10分"),
    (Key::Byoyomi, "30秒"),
    (Key::SenteTimeLimit, "10分"),
    (Key::GoteTimeLimit, "5分"),
    (Key::TimeSpent, "62▲300△250"),
    (Key::Site, "Hà Nội"),
    (Key::MaxMoves, "320"),
    (Key::Impasse, "24"),
    (Key::Remark, "x"),
    (Key::Sente, "An"),
    (Key::Gote, "羽生"),
    (Key::SenteShort, "A"),
    (Key::GoteShort, "羽"),
];

#[test]
fn words_are_keys_in_every_format() {
    let other = Key::other("対局ID").expect("a word");
    for (key, _) in &NAMED {
        assert_eq!(Key::other(key.kif()).as_ref(), Some(key));
        assert_eq!(Key::other(key.english()).as_ref(), Some(key));
    }
    for (key, text) in NAMED.into_iter().chain([(other.clone(), "7")]) {
        let mut game = Record::builder(Variant::standard().start().clone());
        let record = game.header(key.clone(), text).finish();
        // The notation of USI has no headers.
        for format in formats::ALL.iter().filter(|format| **format != formats::USI) {
            let file = write(std::slice::from_ref(&record), *format, Encoding::Utf8);
            let file = file.expect("it is standard");
            let reading = read(&file, Some(*format)).expect("it was written");
            let told = String::from_utf8_lossy(&file);
            assert_eq!(reading.records[0].headers, record.headers, "{key:?} in {format}:\n{told}");
            assert!(
                key != other || told.contains("対局ID"),
                "{key:?} in {format} has its own word:\n{told}"
            );
        }
    }
}

#[test]
fn what_would_be_another_line_is_no_key() {
    for word in [
        "",
        "a b",
        "a：b",
        "*a",
        "&",
        "手合割",
        "先手の持駒",
        "まで",
        "1",
        "|",
        "上手",
        "２二角成x",
        "同歩",
    ] {
        assert_eq!(Key::other(word), None, "{word}");
    }
}

#[test]
fn headers_keep_their_order_whatever_the_order_they_came_in() {
    let other = |word| Key::other(word).expect("a word");
    let mut forth = Headers::default();
    let mut back = Headers::default();
    let all = [
        (Key::Started, "2026/11/21"),
        (Key::Site, "Hà Nội"),
        (other("b"), "1"),
        (Key::Sente, "A"),
        (Key::GoteShort, "B"),
    ];
    for (key, text) in all.clone() {
        forth.set(key, text);
    }
    for (key, text) in all.into_iter().rev() {
        back.set(key, text);
    }
    assert_eq!(forth, back);
    forth.set(other("a"), "2");
    let keys: Vec<_> = forth.iter().map(|(key, _)| key.kif().to_owned()).collect();
    assert_eq!(keys, ["開始日時", "場所", "b", "a", "先手", "後手省略名"]);
}

#[test]
fn headers_of_other_programs_are_so_many_and_names_have_room_beside_them() {
    let mut headers = Headers::default();
    let other = |n| Key::other(&format!("x{n}")).expect("a word");
    for n in 0..limits::OTHER_HEADERS_MAX {
        assert!(headers.set(other(n), "1"));
    }
    assert!(!headers.set(other(limits::OTHER_HEADERS_MAX), "1"));
    assert!(headers.set(other(7), "2"), "it is there already");
    assert!(headers.set(Key::Sente, "A") && headers.set(Key::Remark, "B"));
    assert_eq!(headers.iter().count(), limits::OTHER_HEADERS_MAX + 2);
    assert!(headers.set(other(7), ""));
    assert!(headers.set(other(limits::OTHER_HEADERS_MAX), "1"));
}

#[test]
fn a_header_is_one_line() {
    let mut headers = Headers::default();
    headers.set(Key::Event, "  first\nsecond\r\n");
    assert_eq!(headers.get(&Key::Event), Some("first second"));
    headers.set(Key::Remark, "first\r\nsecond");
    assert_eq!(headers.get(&Key::Remark), Some("first\nsecond"));
    headers.set(Key::Event, " ");
    assert_eq!(headers.get(&Key::Event), None);
}
