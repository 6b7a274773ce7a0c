//! What every fuzz target asks of a reader: an error or a record, never a panic, and a record that
//! can be written and read back with the same moves.

use komadai_kifu::{
    Encoding, Error, Format, csa as csa_lines, formats,
    notations::{self, read_typed},
    read, write,
};
use komadai_rules::Variant;

/// The name of a target, and what it asks of an input.
type Target = (&'static str, fn(&[u8]));

/// The targets.
pub const ALL: &[Target] = &[
    ("any", any),
    ("kif", kif),
    ("ki2", ki2),
    ("csa", csa),
    ("usi", usi),
    ("jkf", jkf),
    ("western", western),
    ("hodges", hodges),
    ("vietnamese", vietnamese),
    ("typed_move", typed_move),
    ("csa_move", csa_move),
];

/// Reads bytes in the format that they seem to be in.
pub fn any(bytes: &[u8]) {
    check(bytes, None);
}

/// Reads bytes as [`formats::KIF`].
pub fn kif(bytes: &[u8]) {
    check(bytes, Some(formats::KIF));
}

/// Reads bytes as [`formats::KI2`].
pub fn ki2(bytes: &[u8]) {
    check(bytes, Some(formats::KI2));
}

/// Reads bytes as [`formats::CSA`].
pub fn csa(bytes: &[u8]) {
    check(bytes, Some(formats::CSA));
}

/// Reads bytes as [`formats::USI`].
pub fn usi(bytes: &[u8]) {
    check(bytes, Some(formats::USI));
}

/// Reads bytes as [`formats::JKF`].
pub fn jkf(bytes: &[u8]) {
    check(bytes, Some(formats::JKF));
}

/// Reads bytes as [`formats::WESTERN`].
pub fn western(bytes: &[u8]) {
    check(bytes, Some(formats::WESTERN));
}

/// Reads bytes as [`formats::HODGES`].
pub fn hodges(bytes: &[u8]) {
    check(bytes, Some(formats::HODGES));
}

/// Reads bytes as [`formats::VIETNAMESE`].
pub fn vietnamese(bytes: &[u8]) {
    check(bytes, Some(formats::VIETNAMESE));
}

/// Reads a move that somebody has typed: it is one that can be made.
pub fn typed_move(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for variant in Variant::all() {
        let position = variant.start();
        if let Ok(mv) = read_typed(position, &text, None, notations::JAPANESE) {
            assert!(position.judge(mv).is_ok());
        }
    }
}

/// Reads what a program of CSA says, line by line: a move that the rules allow is made, and is
/// written as one that means it.
pub fn csa_move(bytes: &[u8]) {
    let mut position = Variant::standard().start().clone();
    for line in String::from_utf8_lossy(bytes).split([' ', ',']) {
        let Some(mv) = csa_lines::read_move(&position, line) else { continue };
        if position.judge(mv).is_ok() {
            let written = csa_lines::move_line(&position, mv);
            assert_eq!(csa_lines::read_move(&position, &written), Some(mv), "{written}");
            position.play(mv);
        }
    }
}

fn check(bytes: &[u8], format: Option<Format>) {
    let Ok(reading) = read(bytes, format) else { return };
    for to in formats::ALL {
        let file = match write(&reading.records, *to, Encoding::Utf8) {
            Ok(file) => file,
            Err(Error::CannotHold { .. }) => continue,
            Err(error) => panic!("{to}: {error}"),
        };
        let back = read(&file, Some(*to))
            .unwrap_or_else(|error| panic!("{to}: {error} in {}", String::from_utf8_lossy(&file)));
        let pairs = back.records.iter().zip(&reading.records);
        for (back, record) in pairs {
            assert!(back.moves().eq(record.moves()), "{to}");
        }
    }
}
