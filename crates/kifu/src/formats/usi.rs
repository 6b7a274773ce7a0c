//! USI: `position startpos moves 7g7f 3c3d`, one game a line.
//!
//! It carries the start and the moves of the main line, of every variant, and nothing else. The
//! variant is not named: it is recognised by the size of the board.

use komadai_rules::{Move, Position, Variant};

use super::{Def, servers};
use crate::{
    Encoding, Error, NodeId, Record,
    cursor::{TextLine, lines},
    error::{Problem, quote},
    limits,
    outcome::Cause,
    record::comment_line,
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

/// How comments begin, on a line of their own or behind the moves.
const COMMENTS: [&str; 3] = ["#", ";", "//"];

/// The first words of what else programs and engines say to each other.
const PROTOCOL: [&str; 12] = [
    "usi",
    "usiok",
    "id",
    "option",
    "setoption",
    "isready",
    "readyok",
    "usinewgame",
    "go",
    "info",
    "bestmove",
    "gameover",
];

fn is_it(text: &str) -> bool {
    let is_aside = |line: &TextLine<'_>| comment(line.text).is_some() || is_protocol(line.text);
    let said = lines(text).filter(|line| !line.text.trim().is_empty());
    let mut said = said.skip_while(|line| is_aside(line));
    said.next().is_some_and(|line| {
        let text = line.text.trim();
        let start = text.split(" moves").next().unwrap_or(text);
        match text.split_whitespace().next() {
            Some("position" | "startpos" | "sfen" | "moves") => true,
            Some(board) => {
                starts::variant_of(board)
                    .is_some_and(|variant| Position::from_sfen(variant, start).is_ok())
                    || is_list_of_moves(text)
            }
            None => false,
        }
    })
}

fn is_protocol(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| PROTOCOL.contains(&word))
}

/// What stands behind the sign of a comment.
fn comment(text: &str) -> Option<&str> {
    COMMENTS.iter().find_map(|sign| text.trim_start().strip_prefix(sign)).map(str::trim)
}

/// Whether a line has two moves or more and nothing else.
fn is_list_of_moves(text: &str) -> bool {
    let is_move = |word: &str| Move::from_usi(Variant::standard(), word).is_ok();
    text.split_whitespace().nth(1).is_some() && text.split_whitespace().all(is_move)
}

fn read(text: &str, variant: Option<Variant>, notes: &mut Notes) -> Result<Vec<Record>, Error> {
    let mut records: Vec<Record> = Vec::new();
    let mut comments = Vec::new();
    for line in lines(text).filter(|line| !line.text.trim().is_empty()) {
        notes.go_on()?;
        if let Some(comment) = comment(line.text) {
            comments.push(comment_line(comment));
            continue;
        }
        if is_protocol(line.text) {
            notes.add(|| line.place(), Problem::Unknown(quote(line.text)));
            continue;
        }
        if records.len() >= limits::GAMES_MAX {
            let problem = Problem::TooMany { what: "games in one file", max: limits::GAMES_MAX };
            return Err(Error::at(line.place(), problem));
        }
        let mut record = read_line(line, variant, notes)?;
        // What stands above a game is about it.
        record.node_mut(NodeId::START).comments.splice(0..0, comments.drain(..));
        records.push(record);
    }
    if let Some(record) = records.last_mut() {
        let last = record.main_line().last().unwrap_or(NodeId::START);
        record.node_mut(last).comments.append(&mut comments);
    }
    Ok(records)
}

fn read_line(
    line: TextLine<'_>,
    variant: Option<Variant>,
    notes: &mut Notes,
) -> Result<Record, Error> {
    let is_bare = is_list_of_moves(line.text);
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
        _ if is_bare => variant.unwrap_or_else(Variant::standard).start().clone(),
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
    let mut next = is_bare.then_some((at, first));
    match (first, comment(at.rest())) {
        ("", _) => return Ok(tape.record),
        ("moves", _) => {}
        (_, Some(comment)) => {
            tape.comment(comment);
            return Ok(tape.record);
        }
        _ if is_bare => {}
        _ => return Err(at.expected("“moves”")),
    }
    loop {
        let (at, text) = next.take().unwrap_or_else(&mut word);
        if text.is_empty() {
            return Ok(tape.record);
        }
        if let Some(comment) = comment(at.rest()) {
            tape.comment(comment);
            return Ok(tape.record);
        }
        if let Ok(mv) = Move::from_usi(tape.record.variant(), text) {
            tape.play(mv, || at.place(), text, notes)?;
            continue;
        }
        let cause = if text == "win" { Some(Cause::Declaration) } else { servers::cause(text) };
        let cause = cause.ok_or_else(|| at.expected("a move such as 7g7f or P*5e"))?;
        tape.end(tape.outcome_of(cause), || at.place(), text, notes)?;
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
