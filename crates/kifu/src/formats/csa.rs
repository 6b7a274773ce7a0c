//! CSA: one line a step, the piece by its two letters after the move, the square it came from.
//!
//! ```text
//! V2.2
//! N+…
//! $EVENT:…
//! PI
//! +
//! +7776FU
//! T12
//! '*A comment on the position after the move.
//! %TORYO
//! ```
//!
//! Several games in a file are separated by a line with a slash. There are no variations. Version 3
//! differs from 2.2 by a first line with the encoding, times with decimal places, and a few more
//! words.

use komadai_rules::{Kind, Variant};

pub(super) use self::ends::{end_word, read_end, read_end_word};
use super::Def;
use crate::{Encoding, cursor::lines};

mod ends;
pub(crate) mod lines;
mod reading;
mod server;
mod writing;

pub(super) static DEF: Def = Def {
    name: "csa",
    extensions: &[("csa", Encoding::Utf8)],
    media_type: "text/plain",
    is_it,
    read: reading::read,
    write: |record, encoding, out| writing::write(record, encoding, Version::V2, out),
    write_all: None,
    between: "/\n",
    has_lines: true,
    crlf: false,
};

pub(super) static DEF_3: Def = Def {
    name: "csa3",
    extensions: &[("csa", Encoding::Utf8)],
    media_type: "text/plain",
    is_it: |_| false,
    read: reading::read,
    write: |record, encoding, out| writing::write(record, encoding, Version::V3, out),
    write_all: None,
    between: "/\n",
    has_lines: true,
    crlf: false,
};

/// Which of the two forms is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    V2,
    V3,
}

/// The letters of the pieces, by their letters in SFEN.
const PIECES: [(&str, &str); 14] = [
    ("P", "FU"),
    ("L", "KY"),
    ("N", "KE"),
    ("S", "GI"),
    ("G", "KI"),
    ("B", "KA"),
    ("R", "HI"),
    ("K", "OU"),
    ("+P", "TO"),
    ("+L", "NY"),
    ("+N", "NK"),
    ("+S", "NG"),
    ("+B", "UM"),
    ("+R", "RY"),
];

/// The two letters of a kind.
pub(super) fn letters(kind: Kind) -> &'static str {
    let letter = Variant::standard().piece(kind).letter;
    PIECES.iter().find(|(sfen, _)| *sfen == letter).map_or("", |(_, csa)| csa)
}

/// The kind with these two letters.
pub(super) fn by_letters(letters: &str) -> Option<Kind> {
    let (sfen, _) = PIECES.iter().find(|(_, csa)| *csa == letters)?;
    Variant::standard().kind(sfen)
}

fn is_it(text: &str) -> bool {
    lines(text).any(|line| {
        let text = line.text.trim_start_matches('\u{feff}').trim_end();
        let version = text.split(',').next().unwrap_or_default();
        let is_version = matches!(version, "V1" | "V2" | "V2.1" | "V2.2" | "V3" | "V3.0");
        let is_start = text.starts_with("'CSA encoding=") || is_setup(text);
        is_version || is_start || is_rank(text) || is_move(text)
    })
}

/// `PI82HI22KA`, `P+59OU00AL`.
fn is_setup(text: &str) -> bool {
    let pieces = text.strip_prefix("PI").filter(|rest| rest.len() % 4 == 0);
    let placed = || ["P+", "P-"].iter().find_map(|begin| text.strip_prefix(begin));
    let is_piece =
        |four: &[u8]| matches!(four, [b'0'..=b'9', b'0'..=b'9', b'A'..=b'Z', b'A'..=b'Z']);
    match pieces.or_else(placed) {
        Some("") => text == "PI",
        Some(pieces) => pieces.as_bytes().chunks(4).all(is_piece),
        None => text.starts_with("PI,"),
    }
}

/// `P1-KY-KE…`.
fn is_rank(text: &str) -> bool {
    matches!(text.as_bytes(), [b'P', b'1'..=b'9', b'+' | b'-' | b' ', ..])
}

/// `+7776FU`.
fn is_move(text: &str) -> bool {
    match text.as_bytes() {
        [b'+' | b'-', digits @ .., a, b] if digits.len() == 4 => {
            digits.iter().all(u8::is_ascii_digit)
                && a.is_ascii_uppercase()
                && b.is_ascii_uppercase()
        }
        [_, _, _, _, _, _, _, b',', ..] => text.get(..7).is_some_and(is_move),
        _ => false,
    }
}
