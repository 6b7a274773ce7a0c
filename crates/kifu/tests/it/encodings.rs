//! Files in the encodings in which they come, and written in Shift_JIS.

use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS};
use komadai_kifu::{
    Encoding, Note, Problem, Reading, Record, TextPlace, formats, limits, read, write,
};
use komadai_rules::{Side, Variant};

fn kif(file: &[u8]) -> Reading {
    read(file, Some(formats::KIF)).expect("a record")
}

/// The first comment on the start.
fn comment(reading: &Reading) -> &str {
    let record = &reading.records[0];
    record.node(record.at_ply(0)).comments.first().map_or("", String::as_str)
}

/// Where bytes were no characters.
fn broken(reading: &Reading) -> Vec<TextPlace> {
    let is_broken = |note: &&Note| matches!(note.problem, Problem::Bytes { .. });
    reading.notes.iter().filter(is_broken).map(|note| note.at).collect()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn files_are_read_in_the_encoding_they_are_in() {
    let text = "#\n手合割：平手\n先手：羽生\n*☆〜\n";
    let (sjis, ..) = SHIFT_JIS.encode(text);
    let (euc, ..) = EUC_JP.encode(text);
    let (jis, ..) = ISO_2022_JP.encode(text);
    let little = utf16(text);
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, charset) in [
        (text.as_bytes(), "UTF-8"),
        (&[b"\xef\xbb\xbf", text.as_bytes()].concat(), "UTF-8"),
        (&sjis, "Shift_JIS"),
        (&euc, "EUC-JP"),
        (&jis, "ISO-2022-JP"),
        (&little, "UTF-16LE"),
        // The first letter need not be of ASCII.
        (&utf16(&text.replace("#\n", "")), "UTF-16LE"),
        (&[b"\xff\xfe".as_slice(), &little].concat(), "UTF-16LE"),
        (&big, "UTF-16BE"),
        (&[b"\xfe\xff".as_slice(), &big].concat(), "UTF-16BE"),
    ] {
        let reading = kif(bytes);
        assert_eq!((reading.charset, reading.notes.as_slice()), (charset, [].as_slice()));
        assert_eq!(reading.records[0].player(Side::Sente), Some("羽生"), "{charset}");
        let comment = comment(&reading).replace('\u{ff5e}', "〜").replace("&#12316;", "〜");
        assert_eq!(comment, "☆〜", "{charset}");
    }
}

#[test]
fn what_is_no_character_is_told_with_its_place() {
    let (mut sjis, ..) = SHIFT_JIS.encode("手合割：平手\n*先手\n");
    let at = sjis.iter().position(|byte| *byte == b'\n').expect("a line end");
    sjis.to_mut().splice(at + 4..at + 4, [0xfd]);
    let reading = kif(&sjis);
    assert_eq!(comment(&reading), "先\u{fffd}手");
    assert_eq!(broken(&reading), [TextPlace { line: 2, column: 3 }]);
}

#[test]
fn what_is_broken_over_and_over_is_noted_up_to_the_limit_and_replaced_after_it() {
    let n = limits::NOTES_MAX * 3;
    let lone: Vec<u8> = std::iter::repeat_n([0x00, 0xd8, b'a', 0], n).flatten().collect();
    let head = utf16("手合割：平手\n*");
    let reading = kif(&[b"\xff\xfe".as_slice(), &head, &lone].concat());
    assert_eq!((reading.charset, broken(&reading).len()), ("UTF-16LE", limits::NOTES_MAX));
    assert_eq!(comment(&reading), "\u{fffd}a".repeat(n));
}

#[test]
fn a_long_text_is_read_to_its_end() {
    // It is decoded in parts, and a character may lie across two of them.
    for shift in 0..3 {
        let long = "x".repeat(shift) + &"歩".repeat(20_000);
        let text = format!("手合割：平手\n*{long}\n");
        let (sjis, ..) = SHIFT_JIS.encode(&text);
        for bytes in [text.as_bytes(), &sjis] {
            let reading = kif(bytes);
            assert!(comment(&reading) == long, "{} {shift}", reading.charset);
            assert_eq!(reading.notes, []);
        }
    }
    // The end is broken.
    let (sjis, ..) = SHIFT_JIS.encode("手合割：平手\n*ああ");
    assert_eq!(comment(&kif(&[&sjis[..], b"\x82"].concat())), "ああ\u{fffd}");
    assert!(read(b"", None).is_err());
}

#[test]
fn what_shift_jis_lacks_is_written_by_its_nearest_relative() {
    for (text, plain) in [
        ("Nguyễn Thị Đức", "Nguyen Thi Duc"),
        ("☗７六歩 ☖３四歩", "▲７六歩 △３四歩"),
        ("A — B 〜 C", "A ― B ～ C"),
        ("か\u{3099}", "が"),
        ("①ⅳ㈱髙﨑", "①ⅳ㈱髙﨑"),
        ("한글 😀", "〓〓 〓"),
        ("a\u{200b}b", "ab"),
        ("¥100‾", "￥100￣"),
        ("Łódź Œuvre Straße", "Lodz OEuvre Strasse"),
    ] {
        let mut game = Record::builder(Variant::standard().start().clone());
        let record = game.comment(text).finish();
        let file = write(&[record], formats::KIF, Encoding::ShiftJis).expect("it is standard");
        let (written, broken) = SHIFT_JIS.decode_without_bom_handling(&file);
        assert!(!broken, "{text}");
        let line = format!("*{plain}");
        assert!(written.lines().any(|written| written == line), "{text}:\n{written}");
        assert_eq!(comment(&kif(&file)), plain, "{text}");
    }
}
