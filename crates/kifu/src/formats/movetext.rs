//! Records in the notations of the West and of Vietnam, for people to read and to mail.
//!
//! ```text
//! [Notation "western"]
//! [Started "2026/11/21 10:00:00"]
//! [Sente "Nguyễn Văn A"]
//! [Gote "B"]
//!
//! 1. P-76/2.5 2. P-34/1 {a comment} 3. P-26 4. #resignation:sente
//!
//! (3. P-75 4. #interrupted)
//! ```
//!
//! A time in seconds follows a slash, comments are in braces, a bookmark in braces after `&`, the
//! end after `#` with the winner. Variations follow in brackets, the last first, as in KIF. The
//! variant and the start are tags, `[Variant "sho"]` and `[Start "…SFEN…"]`, where they are not the
//! usual ones. What the notation cannot express is written in USI: moves of Heian dai shogi, and of
//! pieces that moved against the rules.

use std::fmt::Write;

use komadai_rules::{Move, Position, Side, Variant};

use crate::{
    Cause, Error, Key, Outcome, Record,
    clock::{from_seconds, seconds},
    cursor::{Cursor, TextLine, lines},
    error::{Problem, quote},
    limits,
    notations::{self, NoMove, Notation},
    record::{Node, Step},
    tape::{Notes, Tape},
};

/// Where lines of moves are broken, in characters.
const WIDTH: usize = 78;

/// Whether the text says that it is in this notation.
pub(super) fn is_it(text: &str, notation: Notation) -> bool {
    let first = lines(text).find(|line| !line.text.trim().is_empty());
    first.and_then(read_tag).is_some_and(|(word, text)| word == TAG && text == notation.name())
}

/// The tag with which every such record begins.
const TAG: &str = "Notation";

pub(super) fn read(
    text: &str,
    variant: Option<Variant>,
    notes: &mut Notes,
    notation: Notation,
) -> Result<Vec<Record>, Error> {
    let mut reader = Reader {
        notes,
        notation,
        variant: variant.unwrap_or_else(Variant::standard),
        records: Vec::new(),
        tags: Vec::new(),
        tape: None,
        comment: None,
    };
    for line in lines(text) {
        reader.notes.go_on()?;
        reader.read_line(line)?;
    }
    reader.finish_game(TextLine { number: 1, text: "" })?;
    Ok(reader.records)
}

struct Reader<'a, 'n> {
    notes: &'n mut Notes,
    notation: Notation,
    variant: Variant,
    records: Vec<Record>,
    /// The tags above the moves, each with its line.
    tags: Vec<(TextLine<'a>, String, String)>,
    tape: Option<Tape>,
    /// The line in which a comment was opened that is not closed yet, and its text so far.
    comment: Option<(TextLine<'a>, String)>,
}

impl<'a> Reader<'a, '_> {
    fn read_line(&mut self, line: TextLine<'a>) -> Result<(), Error> {
        if self.comment.is_none()
            && let Some((word, text)) = read_tag(line)
        {
            if self.tape.is_some() || (word == TAG && !self.tags.is_empty()) {
                self.finish_game(line)?;
            }
            self.tags.push((line, word, text));
            return Ok(());
        }
        let mut cursor = line.cursor();
        loop {
            if self.comment.is_some() {
                if !self.read_comment(&mut cursor)? {
                    return Ok(());
                }
                continue;
            }
            cursor.take_while(|sign| sign.is_whitespace() || sign == '\u{feff}');
            let start = cursor;
            match cursor.peek() {
                None => return Ok(()),
                Some('{') => {
                    cursor.next();
                    self.comment = Some((line, String::new()));
                }
                Some('(') => {
                    cursor.next();
                    cursor.skip_blanks();
                    let number = cursor.number().filter(|number| *number > 0);
                    let number = number.ok_or_else(|| cursor.expected("the number of a move"))?;
                    let tape = self.begin(line)?;
                    if !cursor.eat(".") || !tape.back_to(number - 1) {
                        return Err(start.error(Problem::LooseVariation(number)));
                    }
                }
                Some(')') => {
                    cursor.next();
                }
                Some('0'..='9') if is_number(cursor) => {
                    let found = cursor.number();
                    cursor.take_while(|sign| sign == '.');
                    let tape = self.begin(line)?;
                    let (expected, has_ended) = (tape.n_moves() + 1, tape.has_ended());
                    if let Some(found) = found.filter(|found| *found != expected && !has_ended) {
                        self.notes.add(|| start.place(), Problem::MoveNumber { expected, found });
                    }
                }
                Some(_) => self.read_step(line, &mut cursor)?,
            }
        }
    }

    /// A move or an end, with its time.
    fn read_step(&mut self, line: TextLine<'a>, cursor: &mut Cursor<'a>) -> Result<(), Error> {
        let start = *cursor;
        // Brackets belong to a move that has its square in them, and else to variations.
        let mut depth = 0u32;
        let mut end = 0;
        for (at, sign) in start.rest().char_indices() {
            match sign {
                '(' => depth += 1,
                ')' if depth == 0 => break,
                ')' => depth -= 1,
                '{' => break,
                _ if sign.is_whitespace() => break,
                _ => {}
            }
            end = at + sign.len_utf8();
        }
        let word = start.rest().get(..end).unwrap_or_default();
        cursor.eat(word);
        let (word, time) = match word.split_once('/') {
            Some((word, time)) => (word, Some(time)),
            None => (word, None),
        };
        self.begin(line)?;
        let Some(tape) = &mut self.tape else { return Ok(()) };
        if let Some(end) = word.strip_prefix('#') {
            let outcome = read_end(end).ok_or_else(|| start.expected("an end that is known"))?;
            tape.end(outcome, || start.place(), word, self.notes)?;
        } else {
            let mv = read_move(tape.position(), word, self.notation).map_err(|why| {
                let text = quote(word);
                match why {
                    NoMove::Nobody => start.error(Problem::NoSuchMove(text)),
                    NoMove::Ambiguous => start.error(Problem::Ambiguous(text)),
                    NoMove::Unreadable | NoMove::Illegal(_) => start.expected("a move"),
                }
            })?;
            tape.play(mv, || start.place(), word, self.notes)?;
        }
        match time.map(from_seconds) {
            None => {}
            Some(Some(ms)) => tape.spend(ms),
            Some(None) => {
                self.notes.add(|| start.place(), Problem::Time(quote(time.unwrap_or_default())));
            }
        }
        Ok(())
    }

    /// Reads on in a comment. False if the line ends before it does.
    fn read_comment(&mut self, cursor: &mut Cursor<'a>) -> Result<bool, Error> {
        let Some((opened, text)) = &mut self.comment else { return Ok(true) };
        loop {
            match cursor.next() {
                None => {
                    text.push('\n');
                    return Ok(false);
                }
                Some('}') => break,
                Some('\\') => text.extend(['\\'].into_iter().chain(cursor.next())),
                Some(sign) => text.push(sign),
            }
        }
        let (opened, text) = (*opened, std::mem::take(text));
        self.comment = None;
        let tape = self.begin(opened)?;
        match text.strip_prefix('&') {
            Some(name) => tape.node_mut().bookmark = Some(unescape(name)),
            None => unescape(&text).split('\n').for_each(|line| tape.comment(line)),
        }
        Ok(true)
    }

    /// The game whose moves are being read; they begin here if they have not begun.
    fn begin(&mut self, line: TextLine<'_>) -> Result<&mut Tape, Error> {
        if self.tape.is_none() {
            self.tape = Some(self.begin_game()?);
        }
        self.tape.as_mut().ok_or_else(|| line.expected("a game"))
    }

    fn begin_game(&mut self) -> Result<Tape, Error> {
        let tags = std::mem::take(&mut self.tags);
        let tag = |wanted: &str| tags.iter().find(|(_, word, _)| word == wanted);
        let variant = match tag("Variant") {
            None => self.variant,
            Some((line, _, name)) => Variant::from_name(name)
                .ok_or_else(|| line.expected("the name of a variant that is played here"))?,
        };
        let start = match tag("Start") {
            None => variant.start().clone(),
            Some((line, _, sfen)) => Position::from_sfen(variant, sfen).map_err(|error| {
                let problem = Problem::Sfen { text: quote(sfen), why: error.to_string() };
                Error::at(line.place(), problem)
            })?,
        };
        let mut tape = Tape::new(start);
        for (line, word, text) in &tags {
            match Key::from_english(word) {
                _ if [TAG, "Variant", "Start"].contains(&word.as_str()) => {}
                Some(key) => {
                    if !tape.record.headers.set(key, text) {
                        self.notes.add(|| line.place(), Problem::TOO_MANY_HEADERS);
                    }
                }
                None => self.notes.add(|| line.place(), Problem::Unknown(quote(line.text))),
            }
        }
        Ok(tape)
    }

    fn finish_game(&mut self, line: TextLine<'_>) -> Result<(), Error> {
        if let Some((opened, _)) = &self.comment {
            return Err(opened.expected("a comment that is closed by }"));
        }
        if self.tape.is_none() && self.tags.is_empty() {
            return Ok(());
        }
        self.begin(line)?;
        if self.records.len() >= limits::GAMES_MAX {
            let problem = Problem::TooMany { what: "games in one file", max: limits::GAMES_MAX };
            return Err(Error::at(line.place(), problem));
        }
        self.records.extend(self.tape.take().map(|tape| tape.record));
        Ok(())
    }
}

/// `12.` and not `12g11f`, a move on a large board.
fn is_number(mut cursor: Cursor<'_>) -> bool {
    cursor.number().is_some() && cursor.peek() == Some('.')
}

/// `[Sente "Nguyễn Văn A"]`.
fn read_tag(line: TextLine<'_>) -> Option<(String, String)> {
    let inside = line.text.trim().trim_start_matches('\u{feff}');
    let inside = inside.strip_prefix('[')?.strip_suffix("\"]")?;
    let (word, text) = inside.split_once(" \"")?;
    Some((word.to_owned(), unescape(text)))
}

/// A move in the notation, or in USI.
fn read_move(position: &Position, word: &str, notation: Notation) -> Result<Move, NoMove> {
    match notation.find(position, word) {
        Err(NoMove::Unreadable) => {
            Move::from_usi(position.variant(), word).map_err(|_| NoMove::Unreadable)
        }
        found => found,
    }
}

/// `resignation:sente`, `repetition`.
fn read_end(word: &str) -> Option<Outcome> {
    let (cause, winner) = match word.split_once(':') {
        None => (word, None),
        Some((cause, winner)) => (cause, Some(winner.parse::<Side>().ok()?)),
    };
    let known = Cause::from_name(cause);
    let other = |cause: &str| (!cause.is_empty()).then(|| Cause::Other(cause.to_owned()));
    Some(Outcome { cause: known.or_else(|| other(cause))?, winner })
}

pub(super) fn write(record: &Record, notation: Notation, out: &mut String) {
    let start = record.start();
    let variant = record.variant();
    let mut tag = |word: &str, text: &str| {
        let _ = writeln!(out, "[{word} \"{}\"]", escape(text, "\""));
    };
    tag(TAG, notation.name());
    if variant != Variant::standard() {
        tag("Variant", variant.name());
    }
    if start.sfen() != variant.start().sfen() {
        tag("Start", &start.sfen());
    }
    for (key, text) in record.headers.iter() {
        tag(key.english(), text);
    }
    out.push('\n');
    let mut text = WrappedText { out, column: 0 };
    let mut walk = record.walk();
    let mut in_variation = false;
    while let Some(visit) = walk.next() {
        let ply = visit.node.ply();
        let mut word = match &visit.node.step {
            Step::Start => {
                write_remarks(visit.node, &mut text);
                continue;
            }
            Step::Move(mv) => format!("{ply}. {}", spell(visit.before, *mv, notation)),
            Step::End(Outcome { cause, winner }) => {
                let who = winner.map_or(String::new(), |side| format!(":{side}"));
                let cause: String = cause.as_str().chars().map(plain).collect();
                format!("{ply}. #{cause}{who}")
            }
        };
        if let Some(ms) = visit.node.spent_ms {
            word += &format!("/{}", seconds(ms));
        }
        if visit.begins_variation {
            if in_variation {
                text.out.push(')');
            }
            text.out.push_str("\n\n(");
            text.column = 1;
            in_variation = true;
            text.out.push_str(&word);
            text.column += word.chars().count();
        } else {
            text.word(&word);
        }
        write_remarks(visit.node, &mut text);
    }
    if in_variation {
        out.push(')');
    }
    out.push('\n');
}

/// A character of a word for an end that nothing is known of.
fn plain(sign: char) -> char {
    if sign.is_whitespace() || "(){}:/".contains(sign) { '_' } else { sign }
}

/// A comment that is longer is written in many lines, in bytes.
const COMMENT_LINE_BYTES_MAX: usize = limits::LINE_BYTES_MAX / 4;

/// The move in the notation if it is read back so, and else in USI.
fn spell(position: &Position, mv: Move, notation: Notation) -> String {
    let text = notation.write(position, mv, None);
    if notation.find(position, &text) == Ok(mv) {
        text
    } else {
        notations::USI.write(position, mv, None)
    }
}

fn write_remarks(node: &Node, text: &mut WrappedText<'_>) {
    if !node.comments.is_empty() {
        let lines: Vec<_> = node.comments.iter().map(|line| escape(line, "}")).collect();
        let length: usize = lines.iter().map(String::len).sum();
        // One line as a rule; what would be too long for one is read back from many.
        let end = if length < COMMENT_LINE_BYTES_MAX { "\\n" } else { "\n" };
        let comment = lines.join(end);
        // What begins with & is a bookmark.
        let sign = if comment.starts_with('&') { "\\" } else { "" };
        text.word(&format!("{{{sign}{comment}}}"));
    }
    if let Some(bookmark) = &node.bookmark {
        text.word(&format!("{{&{}}}", escape(bookmark, "}")));
    }
}

/// Text in lines of a width that people can read.
struct WrappedText<'a> {
    out: &'a mut String,
    column: usize,
}

impl WrappedText<'_> {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.out.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.push_str(word);
        self.column += length;
    }
}

/// A backslash before backslashes and these characters, and `\n` for line ends.
fn escape(text: &str, signs: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\n' => escaped.push_str("\\n"),
            _ => {
                if sign == '\\' || signs.contains(sign) {
                    escaped.push('\\');
                }
                escaped.push(sign);
            }
        }
    }
    escaped
}

/// What [`escape`] wrote.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => match signs.next() {
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => plain.push('\\'),
            },
            _ => plain.push(sign),
        }
    }
    plain
}
