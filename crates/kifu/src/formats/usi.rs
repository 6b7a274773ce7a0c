//! USI: `position startpos moves 7g7f 3c3d`, one game a line.
//!
//! It carries the start and the moves of the main line, of every variant, and nothing else. The
//! variant is not named: it is recognised by the size of the board.

use komadai_rules::{Move, Position, Variant};

use super::Def;
use crate::{
    Encoding, Error, Outcome, Record,
    cursor::{Line, lines},
    error::{Problem, quote},
    limits,
    outcome::Cause,
    starts,
    tape::{Notes, Tape},
};

pub(super) static DEF: Def = Def {
    name: "usi",
    extensions: &[("usi", Encoding::Utf8), ("sfen", Encoding::Utf8)],
    media_type: "text/plain",
    is_it,
    read,
    write,
    write_all: None,
    between: "",
    has_lines: true,
    crlf: false,
};

fn is_it(text: &str) -> bool {
    let first = lines(text).find(|line| !line.text.trim().is_empty());
    first.is_some_and(|line| {
        let mut words = line.text.split_whitespace();
        match words.next() {
            Some("position" | "startpos" | "sfen" | "moves") => true,
            Some(board) => starts::variant_of(board)
                .is_some_and(|variant| Position::from_sfen(variant, line.text.trim()).is_ok()),
            None => false,
        }
    })
}

fn read(text: &str, variant: Option<Variant>, notes: &mut Notes) -> Result<Vec<Record>, Error> {
    let mut records = Vec::new();
    for line in lines(text).filter(|line| !line.text.trim().is_empty()) {
        if records.len() >= limits::GAMES_MAX {
            let problem = Problem::TooMany { what: "games in one file", max: limits::GAMES_MAX };
            return Err(Error::at(line.place(), problem));
        }
        notes.go_on()?;
        records.push(read_line(line, variant, notes)?);
    }
    Ok(records)
}

fn read_line(line: Line<'_>, variant: Option<Variant>, notes: &mut Notes) -> Result<Record, Error> {
    let mut cursor = line.cursor();
    let mut word = || {
        cursor.skip_blanks();
        let before = cursor;
        let word = cursor.take_while(|sign| !sign.is_whitespace() && sign != '\u{feff}');
        (before, word)
    };
    let (mut at, mut first) = word();
    if first == "position" {
        (at, first) = word();
    }
    let start = match first {
        "startpos" => {
            (at, first) = word();
            variant.unwrap_or_else(Variant::standard).start().clone()
        }
        "moves" => variant.unwrap_or_else(Variant::standard).start().clone(),
        _ => {
            if first == "sfen" {
                (at, first) = word();
            }
            let mut sfen = first.to_owned();
            let start = at;
            (at, first) = word();
            for _ in 0..3 {
                if first.is_empty() || first == "moves" {
                    break;
                }
                sfen.push(' ');
                sfen.push_str(first);
                (at, first) = word();
            }
            let variant = variant.or_else(|| starts::variant_of(&sfen));
            let position = Position::from_sfen(variant.unwrap_or_else(Variant::standard), &sfen);
            position.map_err(|error| {
                let problem = Problem::Sfen { text: quote(&sfen), why: error.to_string() };
                start.error(problem)
            })?
        }
    };
    let mut tape = Tape::new(start);
    match first {
        "" => return Ok(tape.record),
        "moves" => {}
        _ => return Err(at.expected("“moves”")),
    }
    loop {
        let (at, text) = word();
        match text {
            "" => return Ok(tape.record),
            "resign" => {
                let outcome = Outcome::usual(Cause::Resignation, tape.turn());
                tape.end(outcome, || at.place(), text, notes)?;
            }
            "win" => {
                let outcome = Outcome::usual(Cause::Declaration, tape.turn());
                tape.end(outcome, || at.place(), text, notes)?;
            }
            _ => {
                let mv = Move::from_usi(tape.record.variant(), text)
                    .map_err(|_| at.expected("a move such as 7g7f or P*5e"))?;
                tape.play(mv, || at.place(), text, notes)?;
            }
        }
    }
}

fn write(record: &Record, _: Encoding, out: &mut String) -> Result<(), Error> {
    let start = record.start();
    if start.sfen() == Variant::standard().start().sfen() {
        out.push_str("position startpos");
    } else {
        out.push_str("position sfen ");
        out.push_str(&start.sfen());
    }
    for (nth, mv) in record.moves().enumerate() {
        out.push_str(if nth == 0 { " moves " } else { " " });
        out.push_str(&mv.usi(record.variant()).to_string());
    }
    out.push('\n');
    Ok(())
}
