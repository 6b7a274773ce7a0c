//! Writing CSA.

use std::fmt::Write;

use komadai_rules::{Move, Position, Side, Square, Variant};

use super::{
    super::{CSA, CSA3, Format, kakinoki::preamble::escape, only_standard},
    Version,
    ends::{end_word, write_summary},
    letters,
};
use crate::{Encoding, Error, Record, TimeLimit, clock, headers::Key, record::Step};

pub(super) fn write(
    record: &Record,
    encoding: Encoding,
    version: Version,
    out: &mut String,
) -> Result<(), Error> {
    only_standard(format_of(version), record)?;
    match version {
        // The encoding and the version stand once in a file.
        _ if !out.is_empty() => {}
        Version::V2 => out.push_str("V2.2\n"),
        Version::V3 => {
            let charset = encoding.charset().to_ascii_uppercase();
            let _ = writeln!(out, "'CSA encoding={charset}\nV3.0");
        }
    }
    write_headers(record, version, out);
    write_start(record.start(), out);
    for comment in &record.node(crate::NodeId::START).comments {
        let _ = writeln!(out, "'*{comment}");
    }
    let mut position = record.start().clone();
    for id in record.main_line() {
        let node = record.node(id);
        let turn = position.turn();
        match &node.step {
            Step::Start => {}
            Step::Move(mv) => {
                write_move(&position, *mv, out);
                out.push('\n');
                position.play(*mv);
            }
            Step::End(outcome) => {
                let _ = writeln!(out, "%{}", end_word(outcome, turn, version));
            }
        }
        if let Some(ms) = node.spent_ms {
            let _ = match version {
                Version::V2 => writeln!(out, "T{}", ms / 1_000),
                Version::V3 => writeln!(out, "T{}", clock::seconds(ms)),
            };
        }
        for comment in &node.comments {
            let _ = writeln!(out, "'*{comment}");
        }
        if let Step::End(outcome) = &node.step {
            write_summary(record, outcome, turn, version, out);
        }
    }
    Ok(())
}

fn format_of(version: Version) -> Format {
    match version {
        Version::V2 => CSA,
        Version::V3 => CSA3,
    }
}

fn write_headers(record: &Record, version: Version, out: &mut String) {
    for (sign, key) in [('+', Key::Sente), ('-', Key::Gote)] {
        if let Some(name) = record.headers.get(&key) {
            let _ = writeln!(out, "N{sign}{name}");
        }
    }
    let byoyomi = record.headers.get(&Key::Byoyomi);
    let limit_of = |key: &Key| {
        let text = record.headers.get(key)?;
        TimeLimit::parse(text, byoyomi.filter(|_| *key == Key::TimeLimit))
    };
    let has_limit = limit_of(&Key::TimeLimit).is_some();
    for (key, text) in record.headers.iter() {
        match key {
            Key::Sente | Key::Gote => continue,
            Key::Byoyomi if has_limit => continue,
            Key::TimeLimit => {
                let limit = limit_of(key);
                let line = match (version, limit, limit.and_then(TimeLimit::csa2)) {
                    (Version::V2, _, Some(text)) => format!("$TIME_LIMIT:{text}"),
                    (_, Some(limit), _) => format!("$TIME:{}", limit.csa3()),
                    (_, None, _) => format!("$TIME_LIMIT:{text}"),
                };
                out.push_str(&line);
            }
            Key::SenteTimeLimit | Key::GoteTimeLimit => {
                let text = limit_of(key).map_or_else(|| text.to_owned(), TimeLimit::csa3);
                let _ = write!(out, "${}:{text}", key.csa());
            }
            Key::Started | Key::Ended => {
                let _ = write!(out, "${}:{}", key.csa(), without_weekday(text));
            }
            Key::Remark => {
                let _ = write!(out, "${}:{}", key.csa(), escape(text));
            }
            _ => {
                let _ = write!(out, "${}:{text}", key.csa());
            }
        }
        out.push('\n');
    }
}

/// `2008/02/18(月) 11:04:26` has no day of the week in CSA.
fn without_weekday(date: &str) -> String {
    let open = date.find(['(', '（']);
    let close = date.find([')', '）']);
    match (open, close) {
        (Some(open), Some(close)) if open < close => {
            let after = date.get(close..).unwrap_or_default();
            let after = after.trim_start_matches([')', '）']);
            format!("{}{after}", date.get(..open).unwrap_or_default())
        }
        _ => date.to_owned(),
    }
}

fn write_start(start: &Position, out: &mut String) {
    let missing = missing_pieces(start);
    match &missing {
        Some(missing) => {
            let _ = writeln!(out, "PI{missing}");
        }
        None => write_pieces(start, out),
    }
    let _ = writeln!(out, "{}", sign(start.turn()));
}

/// The board rank by rank, and the hands.
pub(super) fn write_pieces(position: &Position, out: &mut String) {
    for rank in 1..=9 {
        let _ = write!(out, "P{rank}");
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|at| position.piece_at(at));
            let _ = match piece {
                Some(piece) => write!(out, "{}{}", sign(piece.side), letters(piece.kind)),
                None => write!(out, " * "),
            };
        }
        out.push('\n');
    }
    for side in Side::ALL {
        let mut hand = String::new();
        for (kind, number) in position.hand(side) {
            hand += &format!("00{}", letters(kind)).repeat(number.into());
        }
        if !hand.is_empty() {
            let _ = writeln!(out, "P{}{hand}", sign(side));
        }
    }
}

/// What a start lacks of the usual one, if that is all in which it differs.
fn missing_pieces(start: &Position) -> Option<String> {
    let usual = Variant::standard().start();
    let mut missing = String::new();
    for (square, piece) in usual.pieces() {
        match start.piece_at(square) {
            Some(there) if there == piece => {}
            Some(_) => return None,
            None => {
                missing += &format!("{}{}{}", square.file(), square.rank(), letters(piece.kind));
            }
        }
    }
    let is_only_less = start.pieces().all(|(square, _)| usual.piece_at(square).is_some());
    let has_hands = Side::ALL.into_iter().any(|side| start.hand(side).next().is_some());
    (is_only_less && !has_hands).then_some(missing)
}

pub(super) fn write_move(position: &Position, mv: Move, out: &mut String) {
    let variant = position.variant();
    let turn = sign(position.turn());
    let to = format!("{}{}", mv.to().file(), mv.to().rank());
    let (from, kind) = match mv.from() {
        Some(from) => {
            let kind = position.piece_at(from).map(|piece| piece.kind);
            let promoted = kind.filter(|_| mv.promotes()).and_then(|kind| variant.promoted(kind));
            (format!("{}{}", from.file(), from.rank()), promoted.or(kind))
        }
        None => ("00".to_owned(), mv.dropped()),
    };
    let _ = write!(out, "{turn}{from}{to}{}", kind.map_or("", letters));
}

pub(super) fn sign(side: Side) -> char {
    match side {
        Side::Sente => '+',
        Side::Gote => '-',
    }
}
